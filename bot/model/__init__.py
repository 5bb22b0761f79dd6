"""Values: a room, its record, its people, preferences and server settings, and what follows from a table's log.

This room knows no SQL and no Discord, does not decide what may happen next, and changes nothing.

A `Record` is what is saved of a room. A `Room` is a record at a moment, with its table and how somebody looks at it; a
`PlayedRoom` is one whose game has begun, so that its table is never None. `move_menu` turns any move into questions,
and skips those with one answer. `ChooseMove` is the port behind which robots think, so tests can put a function there.
"""
