"""Messages that the bot sends unasked: of tables, notifications and results; and the timer of deadlines.

This room does not know who pressed what, nor what a message looks like.
"""
