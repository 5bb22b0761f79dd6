"""The figures of the rules: the position that a paragraph shows, and the visible part of the picture.

Independent of single games. `data/figures/<game>.toml` has a table for each paragraph, named by its number, with these
keys:

seats, options   the table; default: two seats, default options
state            fields that differ from the opening, in the format of `engine.codec`
moves            in notation, each played by the first seat to act
news             how many of the last moves are outlined; default: all
seat             the seat to enlarge, counted from 1; default: the whole table as the public sees it
part             the visible part of the picture, [x, y, w, h] in its units; default: all of it

`tour`, above the tables, lists the paragraphs whose figures explain the rules in a minute, in that order.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.codec import dump, load
from engine.core import Event, Seat, State, View
from engine.files import resource_path
from engine.games import GAMES
from render.scene import Box

FIGURES = resource_path("figures")


@dataclass(frozen=True)
class Figure:
    """A figure of the rules."""

    view: View[State]  # the position
    changes: tuple[tuple[Event, ...], ...]  # of the outlined moves, oldest first
    seat: Seat | None  # the enlarged seat, None for the whole table
    part: Box | None  # the visible part of the picture, None for all of it


@cache
def figures(game: str) -> Mapping[str, Figure]:
    """Return the figures of a game by number of their paragraph; {} if it has no file.

    Raises IllegalMove for an impossible position or an illegal move, codec.Misfit for a field of the wrong form.
    """
    return {number: _figure(game, row) for number, row in _rows(game).items() if number != "tour"}


@cache
def tour_paragraphs(game: str) -> tuple[str, ...]:
    """Return the paragraphs whose figures explain the rules of this game in a minute; () if it has no file."""
    return tuple(_rows(game).get("tour", ()))


def _rows(game: str) -> Mapping[str, Any]:
    path = FIGURES / f"{game}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _figure(key: str, row: Mapping[str, Any]) -> Figure:
    game = GAMES[key]
    opening = dump(game.start(row.get("seats", 2), game.chosen(row.get("options", {})), 0))
    state: State = load(game.state, opening | row.get("state", {}))
    game.check(state)
    changes = []
    for text in row.get("moves", ()):
        state = state.apply(state.to_act()[0], game.parse(text))
        changes.append(tuple(state.events))
    game.check(state)
    seat = row["seat"] - 1 if "seat" in row else None
    news = changes[len(changes) - row.get("news", len(changes)) :]
    seen = tuple(tuple(event for event in events if event.seen_by(seat)) for events in news)
    return Figure(View(key, seat, state.view(seat)), seen, seat, Box(*row["part"]) if "part" in row else None)
