"""Positions of tic-tac-toe that pictures are tested with. Knows no pictures."""

from __future__ import annotations

from tests.scenes import Sample, game

PICTURES = (("tictactoe_end", "light"),)


def samples() -> dict[str, Sample]:
    """Opening, middle and end."""
    tables = list(game("tictactoe", 2, "golden"))
    return {
        f"tictactoe_{name}": (tables[at][0].view(None), tables[at][1])
        for name, at in (("opening", 0), ("middle", 3), ("end", -1))
    }
