"""What people read, in any language: texts by key, names made safe to show, and the rules.

This room knows no other room, no store, no Discord, and no game by name.
"""
