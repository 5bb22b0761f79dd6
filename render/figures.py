"""Small positions beside the rules text: which position a paragraph shows, and which part of its picture.

Knows no game: `data/figures/<game>.toml` has a table a paragraph, its number the name.

seats, options   the table, two seats and the usual options unless it says otherwise
state            fields of the position that differ from the opening's, as `engine.codec` reads them
moves            notation, each played by the first seat to act
news             how many of the last moves are outlined, all of them unless it says otherwise
seat             draws this seat enlarged, counted from 1; without it the whole table as everybody sees it
part             [x, y, w, h] of that picture, in its units; without it all of it

`tour`, above them, lists the paragraphs whose figures tell the rules in a minute, in that order.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from engine.codec import dump, load
from engine.core import Event, Seat, State, View
from engine.files import resource_folder
from engine.games import GAMES
from render.scene import Box

FIGURES = resource_folder("figures")


@dataclass(frozen=True)
class Figure:
    """A position beside the rules."""

    view: View[State]  # the position
    changes: tuple[tuple[Event, ...], ...]  # are outlined in it
    seat: Seat | None  # that is enlarged, None for the whole table
    part: Box | None  # of the picture that is shown, None for all of it


@cache
def figures(game: str) -> Mapping[str, Figure]:
    """The figures of a game by the number of their paragraph; none where it has no file.

    Raises IllegalMove where a position cannot be, before or after its moves, or a move is forbidden, and codec.Misfit
    where a field does not fit.
    """
    return {number: _figure(game, row) for number, row in _rows(game).items() if number != "tour"}


@cache
def tour_paragraphs(game: str) -> tuple[str, ...]:
    """The paragraphs whose figures tell the rules of this game in a minute; none where it has no file."""
    return tuple(_rows(game).get("tour", ()))


def _rows(game: str) -> Mapping[str, Any]:
    path = FIGURES / f"{game}.toml"
    return tomllib.loads(path.read_text("utf-8")) if path.exists() else {}


def _figure(key: str, row: Mapping[str, Any]) -> Figure:
    game = GAMES[key]
    opening = dump(game.start(row.get("seats", 2), game.complete_options(row.get("options", {})), 0))
    state: State = load(game.state, opening | row.get("state", {}))
    game.check(state)
    changes = []
    for text in row.get("moves", ()):
        state = state.apply(state.to_act()[0], game.parse(text))
        changes.append(tuple(state.events))
    game.check(state)
    seat = row["seat"] - 1 if "seat" in row else None
    news = changes[len(changes) - row.get("news", len(changes)) :]
    seen = tuple(tuple(event for event in events if event.is_visible_to(seat)) for events in news)
    return Figure(View(key, seat, state.view(seat)), seen, seat, Box(*row["part"]) if "part" in row else None)
