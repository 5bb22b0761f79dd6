"""The program at work: the client, its commands and chores, start and stop.

It knows no game, and only how the parts are put together.
"""
