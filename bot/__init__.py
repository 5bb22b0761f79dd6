"""Tessera on Discord."""
