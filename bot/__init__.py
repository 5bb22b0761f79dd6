"""Tessera on Discord: people, tables, messages. Independent of the rules of all games."""
