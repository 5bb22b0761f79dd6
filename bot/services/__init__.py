"""The use cases, for Discord and pages: take the lock, load the room, run one pure step, save it in one transaction.

This room knows no Discord, no screen and no custom_id.

**After a save** `Rooms` calls its listeners with the number of the room. The message of the table listens there, so no
handler has to remember it.

**Prepared moves.** `RoomsAhead` gives the menu of moves the position as if the seat were to move now. What the menu
plays there is kept with its meaning.

**Robots.** `RobotPool` answers for beginners and amateurs at once. Other processes search for the rest; they import
`robot_worker` and the engine, nothing else. An answer is played unless the table has changed meanwhile.

**Reviews.** One decision of a finished game after another is judged: first all of them quickly, then some closely, then
the luck of the draws, always when no robot waits. Only judgments are stored; the rest follows from the log.

**Puzzles** are judged in the same way, until one line is clearly best. What a person makes of a puzzle is shown as a
table of its own, so the menu of moves works on it, as it does on sandboxes of imported games. An answer is saved before
it is judged.

**Deadlines.** A fault at one table does not stop the others (`isolation`). Outages are measured by a clock that nobody
sets.
"""
