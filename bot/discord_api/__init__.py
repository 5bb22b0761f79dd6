"""The only translators between our values and the Discord library: components, callers, replies, rate limits.

It knows no game and no room.
"""
