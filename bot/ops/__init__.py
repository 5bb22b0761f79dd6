"""The operator's commands: check, backup, restore, rebuild ratings, stats.

This room knows no people and no single tables.
"""
