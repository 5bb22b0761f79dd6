"""The operator's commands: check, probe, backup, restore, move, rebuild ratings, stats.

This room knows no people and no single table.
"""
