"""The use cases behind Discord and the web pages. Knows nothing about Discord, screens and custom_ids.

Each use case takes the lock, loads the room, runs one pure step and saves the result in one transaction.

**After a save** `Rooms` calls its listeners with the room number. One of them updates the table's message, so no
handler has to remember to do so.

**Prepared moves.** `PreparationRooms` gives the move menu the position as if the seat were to move now. Moves played
there are saved as prepared moves.

**Robots.** `RobotPool` answers for beginners and amateurs at once. Other processes search for the stronger levels; they
import only `robot_worker` and the engine. An answer is played unless the table has changed in the meantime.

**Reviews** judge all decisions of a finished game quickly, then some of them closely, and then measure the luck of the
draws. This work waits while any robot is waiting. Only the judgments are stored; the rest follows from the log.

**Puzzles.** A position is judged in the same way until one line is clearly best. Each person's try of a puzzle is a
table of its own, so the move menu works on it, as it does on sandboxes of imported games. An answer is saved before it
is judged.

**Deadlines.** A fault at one table does not stop work on the others (`fault_isolation`). Outages are measured with a
clock that cannot be set.
"""
