"""Values: a room, its record, its people, preferences and server settings, and what follows from a table's log.

This room knows no SQL and no Discord, does not decide what may happen next, and changes nothing.
"""
