"""Values: a room, its record, its people, preferences and server settings, and what follows from a table's log.

This room knows no SQL and no Discord, does not decide what may happen next, and changes nothing.

A `PlayedRoom` is a room whose game has begun; its table is never None. `move_menu` turns any move into questions, and
skips those with one answer. `ChooseMove` is the port behind which robots think, so tests can put a function there.
"""
