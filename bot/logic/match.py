"""How a match goes on: when one of its games is over, the next one opens. Knows no storage, no words and no Discord."""

from __future__ import annotations

from dataclasses import replace

from bot.model.record import Record, Shown, with_table
from engine.core import Game
from engine.table import Table


def following(record: Record, game: Game, now: float) -> Record | None:
    """The next game of the match, dealt, with the same people on the same seats; None if none is due.

    A resignation ends the match. Seeds are those of engine/series.py, so a match can be dealt again.
    """
    first = record.first + 1
    if record.match is None or record.phase != "over" or first == len(record.chairs):
        return None
    if any(chair.mark == "resigned" for chair in record.chairs):
        return None
    seed = f"{(record.seed or '').rpartition('/')[0]}/{first + 1}"
    dealt = Table.new(game, len(record.chairs), record.options, seed, first)
    chairs = tuple(replace(chair, stamp=0, acts=False, deadline=None, spare=True, bank=None) for chair in record.chairs)
    bare = replace(
        record, id=0, change=0, edition=game.edition, opened=now, chairs=chairs, seed=seed, state=None, log=(),
        shown=Shown(), first=first, asides=(), ask=None, earlier=None,
        offers=(), handovers=(),
    )  # fmt: skip
    return with_table(bare, dealt, None, now)
