"""The running program: the client, its commands and chores, start and stop.

This room knows no game, only how the parts are put together.
"""
