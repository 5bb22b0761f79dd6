"""Values: rooms, records, people, preferences and server settings, and what can be derived from a table's log.

This package is independent of SQL and Discord; does not decide what may happen next, and changes nothing.

A `Record` is the saved part of a room. A `Room` is a record at a moment, with its table and the viewer's settings; a
`PlayedRoom` is a room whose game has begun, so its table is never None. `move_menu` turns any move into questions and
skips questions with a single answer. `ChooseMove` is the port to the robots; tests can pass a function instead.
"""
