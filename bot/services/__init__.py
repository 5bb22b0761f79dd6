"""The use cases behind Discord and the web pages. Knows no Discord, no screen and no custom_id.

Each use case takes the lock, loads the room, runs one pure step and saves the result in one transaction.

**After a save** `Rooms` calls its listeners with the room number. The table's message listens there, so no handler has
to remember to update it.

**Prepared moves.** `PreparationRooms` gives the move menu the position as if the seat were to move now. Moves played
there are saved as prepared moves.

**Robots.** `RobotPool` answers for beginners and amateurs at once. Other processes search for the stronger levels; they
import only `robot_worker` and the engine. An answer is played unless the table has changed in the meantime.

**Reviews** judge the decisions of a finished game one by one: first all of them quickly, then some closely, then the
luck of the draws, and only while no robot is waiting. Only the judgments are stored; the rest follows from the log.

**Puzzles** are judged in the same way until one line is clearly best. A person's try is shown as a table of its own, so
the move menu works on it, as it does on sandboxes of imported games. An answer is saved before it is judged.

**Deadlines.** A fault at one table does not stop the others (`fault_isolation`). Outages are measured with a clock that
cannot be set.
"""
