"""What people read, in any language: texts by key, names made safe to show, and the rules.

This package knows nothing about the other packages of the bot, storage, Discord or particular games.
"""
