"""The operator's commands: check, probe, backup, restore, move, rebuild ratings, stats.

This room is independent of people and single tables.
"""
