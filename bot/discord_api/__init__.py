"""Translates between our values and the Discord library: components, callers, replies, rate limits.

This room knows no game and no table.
"""
