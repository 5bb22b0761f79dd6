"""The only translators between our values and the Discord library: components, callers, replies, custom_ids, rate limits.

It knows no game and no room.
"""
