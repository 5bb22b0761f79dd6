"""Messages that the bot sends unprompted: table messages and notifications; also the deadline timer.

This package does not know who pressed what, nor what a message looks like.

**Priority.** A table whose message is out of date after a press is shown at once. All others wait and are shown a few
at a time: news before messages whose deadline merely moved, one table per channel at a time, none in a channel where
Discord's rate limit applies. A table is drawn only once its channel can take a message, so only its newest position is
drawn.

**Robots** search in parallel with the table's message, which says who is thinking.

**Several processes.** A change at a table of other shards is not shown here; their process is notified.

**Notifications** of every kind, such as reminders and results, are rows of one table that one task sends. Each kind has
rules for when it must wait, when it is outdated and who wants it. A reminder becomes such a row only when its seat's
deadline says so; until then it moves and ends with the deadline.

**Private messages** that wait for a review or a puzzle are edited by `followed_messages` as the work progresses.
"""
