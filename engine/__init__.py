"""Rules of tile games: pure, typed, standard library only."""
