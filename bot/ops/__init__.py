"""The operator's commands: check, probe, backup, restore, rebuild ratings, stats.

This room knows no people and no single tables.
"""
