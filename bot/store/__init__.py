"""The SQLite file: its statements, transactions, migrations and backups. Records go in and come out.

It knows no Discord, no words and no rules of a game.
"""
