"""Tessera on Discord: people, tables, messages. Knows no rules of any game."""
