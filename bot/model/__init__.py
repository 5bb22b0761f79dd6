"""The values: a room, its record, its people, what they and their server chose, and what can be read off a table.

It knows no SQL and no Discord, does not say what may happen next, and changes nothing.
"""
