"""Messages that the bot sends unprompted: table messages and notifications; also the deadline timer.

This package does not know who pressed what, nor what a message looks like.

**Priority.** A table whose message is out of date because of a press is shown at once. All others wait and are shown a
few at a time. Tables with news come before tables of which only the deadline has changed. At most one table per channel
is shown at a time, and none in a channel where Discord's rate limit applies. A table is drawn only when its channel can
take a message, so that only its newest position is drawn.

**Robots** search in parallel with the table's message, which says who is thinking.

**Several processes.** If a table's server belongs to the shards of another process, this process does not show the
table but notifies the other one.

**Notifications** of every kind, such as reminders and results, are rows of one table that one task sends. Each kind has
rules for when it must wait, when it is outdated and who wants it. A reminder becomes such a row only when it is
due. Until then its time depends on its seat's deadline, and it is cancelled together with that deadline.

**Private messages** that wait for a review or a puzzle are edited by `followed_messages` as the work progresses.
"""
