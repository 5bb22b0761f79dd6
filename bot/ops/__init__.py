"""What an operator does while the bot plays or rests: check, backup, restore, rebuild, stats.

It knows no people, and no tables one by one.
"""
