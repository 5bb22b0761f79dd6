"""A local Discord on loopback with a web page: runs the same bot in a browser, without a token or an account.

Knows nothing of Tessera.
"""
