"""What people read, in any language: keys become sentences, names are made safe, rules are looked up.

It knows no other room, no store, no Discord, and no game by name.
"""
