"""What pytest leaves alone. Knows no test."""

collect_ignore = ["tictactoe"]  # files of a game that `test_add_a_game.py` puts into a copy of the project
