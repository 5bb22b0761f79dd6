"""What the bot says by itself: messages of tables, notifications, results told elsewhere, and the timer.

It does not know who pressed what, nor what a message looks like.
"""
