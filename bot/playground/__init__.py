"""A local Discord on loopback and its page: the same bot in a browser, no token, no account.

Knows nothing of Tessera.
"""
