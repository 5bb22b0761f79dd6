"""Messages that the bot sends unasked: of tables, and notifications; and the timer of deadlines.

This room does not know who pressed what, nor what a message looks like.

**What goes first.** A table whose message is out of date after a press is shown at once. All others wait, and a few at
a time are shown: news before messages whose deadline merely moved, one table of a channel at a time, none in a channel
that Discord has closed for a moment. What a channel cannot take yet is not drawn yet; only its newest position is.

**Robots** search beside the message of the table, which says who is thinking.

**Several processes.** What was saved at a table of another home is not shown here; its own process is told.

**Notifications** of every kind, such as reminders and results, are rows of one table, which one task sends: a kind says
when it must wait, when it is outdated and who wants it. A reminder becomes such a row when the moment comes that its
seat's deadline has for it; so it moves and ends with the deadline until then.

**Private messages** that wait for a review or a puzzle are edited as it advances, by `followed_messages`.
"""
