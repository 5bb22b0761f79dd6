"""Positions written by hand: real ones changed by lot. What `load` accepts is looked at and played to its end.

Knows no rules: it moves letters, numbers and parts about, and asks the check of the game.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from itertools import islice, product
from random import Random
from typing import Any

import render
from bot.text.words import Words
from engine import CHANCE, GAMES, Game, IllegalMove, Misfit, State, Table, View, dump, load
from engine.robots import luck
from engine.robots.ai import choose, rank_moves
from engine.robots.core import Level
from engine.robots.review import review
from tests.bench import Figure
from tests.trials.ground import amiss

SIZE = 100_000  # changed positions a game
GAMES_PLAYED = 100  # positions a real game, for which every position is checked
POOL = 400  # real positions that the changed ones are made from
LONGEST = 2_000  # moves
LOOKED_AT = 40  # every so many moves of a game that is played on, and where it begins
NODES = 20  # positions that a robot looks at, and a review at each decision
REVIEWED = 3  # moves that a review looks back at
NAMES = ("Ana", "Ben", "Cy", "Dee", "Eve", "Flo")
TOKEN = re.compile(r"[A-Z]?[0-9]|.")
ODD = (None, True, -1, 0, 1, 2, 3, 7, 99, 10**6, 10**30, 1.5, "", "?", "M", "W", [], {}, [[]])


@dataclass
class Tally:
    """What became of the positions of one game.

    `tried`: changed positions. `accepted`: those that the check took. `moves`: played from them.
    `real`: positions of real games that were checked. `wrong`: what went wrong, with the position.
    """

    tried: int = 0
    accepted: int = 0
    moves: int = 0
    real: int = 0
    wrong: list[str] = field(default_factory=list)


async def figures(size: int) -> list[Figure]:
    """For each game: how many changed positions were accepted, and what went wrong on the way to their ends."""
    found = []
    for game in GAMES.values():
        tally = campaign(game, size, Random(f"positions {game.key}"))
        found += [
            Figure(f"{game.key}: changed positions", tally.tried, "positions", least=size),
            Figure(f"{game.key}: accepted and played to the end", tally.accepted, "positions"),
            Figure(f"{game.key}: moves in them", tally.moves, "moves"),
            Figure(f"{game.key}: real positions", tally.real, "positions"),
            amiss(f"{game.key}: wrong", tally.wrong),
        ]
    return found


def campaign(game: Game, size: int, lot: Random) -> Tally:
    """So many changed positions of one game, and all positions of real games beside them."""
    tally, positions, pool = Tally(), real_positions(game, lot), []
    for number in range(size):
        if number % GAMES_PLAYED == 0:
            pool = [*pool, *_checked(game, next(positions), tally)][-POOL:]
        text = changed(pool, lot)
        tally.tried += 1
        try:
            state = accepted(game, text)
            if state is not None and text not in pool:
                tally.accepted += 1
                tally.moves += played(game, state, lot)
        except Exception as fault:  # noqa: BLE001 - whatever it is, it is what the campaign looks for
            tally.wrong.append(f"{type(fault).__name__} {fault}: {text}")
    return tally


def real_positions(game: Game, lot: Random) -> Iterator[list[str]]:
    """The positions of one random game after the other, draws that are due included, as JSON."""
    settings = [(seats, options) for seats in game.seats for options in product(*game.options.values())]
    while True:
        seats, values = lot.choice(settings)
        options = dict(zip(game.options, values, strict=True))
        table = Table.new(game, seats, options, None, lot.randrange(seats))
        yield [json.dumps(dump(state)) for state in states(table.state, lot)]


def states(state: State, lot: Random) -> Iterator[State]:
    """This position and all that follow in a random game, to its end."""
    while acting := state.to_act():
        yield state
        seat = lot.choice(acting)
        state = state.after(seat, state.draw(lot) if seat == CHANCE else lot.choice(state.moves(seat)))
    yield state


def _checked(game: Game, positions: list[str], tally: Tally) -> list[str]:
    for text in positions:
        tally.real += 1
        try:
            game.check(load(game.state, json.loads(text)))
        except (IllegalMove, Misfit) as refusal:
            tally.wrong.append(f"real, {refusal} {getattr(refusal, 'facts', '')}: {text}")
    return positions


def accepted(game: Game, text: str) -> State | None:
    """The position, or None where the check refuses it."""
    try:
        state = load(game.state, json.loads(text))
        game.check(state)
    except (IllegalMove, Misfit):
        return None
    return state


def played(game: Game, state: State, lot: Random) -> int:
    """The number of moves to the end of a random game from here. Raises AssertionError where it does not end."""
    seats = len(state.scores())
    _judge(game, state, lot)
    for number, later in enumerate(islice(states(state, lot), LONGEST)):
        assert len(later.scores()) == seats
        assert str(later)
        for seat in later.to_act():
            assert seat == CHANCE or later.view(seat).moves(seat) == later.moves(seat) != []
        if number % LOOKED_AT == 0 or not later.to_act():
            _look(game, later, lot)
        if not later.to_act():
            return number
    raise AssertionError("no end")


def _look(game: Game, state: State, lot: Random) -> None:
    """Somebody looks at it, and robots answer for all who are to act."""
    seats = len(state.scores())
    viewer = lot.choice((None, *range(seats)))
    seen, names, say = View(game.key, viewer, state.view(viewer)), NAMES[:seats], Words()
    assert render.alt_text(seen, names, say)
    assert render.text(seen, names, say)
    assert render.sketch(seen, names, say)
    for seat in set(state.to_act()) - {CHANCE}:
        view = View(game.key, seat, state.view(seat))
        assert choose(Level.AMATEUR, view, lot) in view.moves
        assert rank_moves(view, lot, NODES)[0].move in view.moves


def _judge(game: Game, state: State, lot: Random) -> None:
    """A review looks back at some moves from there, and at the luck of the draws among them."""
    table = Table(game, len(state.scores()), {}, "lot", (), state, origin=state).dealt()
    for _ in range(REVIEWED):
        if acting := table.state.to_act():
            table = table.play(acting[0], str(lot.choice(table.state.moves(acting[0]))))
    review(table, NODES)
    luck.luck_per_round(table, NODES)


def changed(pool: list[str], lot: Random) -> str:
    """A position of the pool with one to three changes."""
    value = json.loads(lot.choice(pool))
    other = json.loads(lot.choice(pool))
    for _ in range(lot.choice((1, 1, 2, 3))):
        lot.choice(CHANGES)(value, other, lot)
    return json.dumps(value)


Path = tuple[Any, ...]


def paths(value: Any, path: Path = ()) -> Iterator[Path]:
    """The ways to all parts of a JSON value but the whole of it."""
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        yield (*path, key)
        yield from paths(part, (*path, key))


def at(value: Any, path: Path) -> Any:
    """The part at the end of a way."""
    for key in path:
        value = value[key]
    return value


def put(value: Any, path: Path, part: Any) -> None:
    """Replaces the part at the end of a way."""
    at(value, path[:-1])[path[-1]] = deepcopy(part)


def leaves(value: Any, kind: type) -> list[Path]:
    """The ways to all parts of just this type."""
    return [path for path in paths(value) if type(at(value, path)) is kind]


def _count(value: Any, _: Any, lot: Random) -> None:
    """A number one higher or lower, or far off."""
    if found := leaves(value, int):
        path = lot.choice(found)
        put(value, path, lot.choice((at(value, path) + 1, at(value, path) - 1, 0, 1, 2, 5, -1, 40, 10**9)))


def _flip(value: Any, _: Any, lot: Random) -> None:
    """True to false or back."""
    if found := leaves(value, bool):
        path = lot.choice(found)
        put(value, path, not at(value, path))


def _move_letter(value: Any, _: Any, lot: Random) -> None:
    """A piece from one text to another: none is lost."""
    texts = leaves(value, str)
    full = [path for path in texts if at(value, path)]
    if not full:
        return
    here, there = lot.choice(full), lot.choice(texts)
    tokens = TOKEN.findall(at(value, here))
    piece = tokens.pop(lot.randrange(len(tokens)))
    put(value, here, "".join(tokens))
    into = TOKEN.findall(at(value, there))
    into.insert(lot.randint(0, len(into)), piece)
    put(value, there, "".join(into))


def _swap_letters(value: Any, _: Any, lot: Random) -> None:
    """Two pieces of two texts change places."""
    full = [path for path in leaves(value, str) if at(value, path)]
    if not full:
        return
    here, there = lot.choice(full), lot.choice(full)
    one, two = TOKEN.findall(at(value, here)), TOKEN.findall(at(value, there))
    i, j = lot.randrange(len(one)), lot.randrange(len(two))
    one[i], two[j] = two[j], one[i]
    put(value, here, "".join(one))
    if here != there:
        put(value, there, "".join(two))


def _move_part(value: Any, _: Any, lot: Random) -> None:
    """A part of one list to another one, or to another place in it."""
    lists = leaves(value, list)
    full = [path for path in lists if at(value, path)]
    if full:
        here, there = at(value, lot.choice(full)), at(value, lot.choice(lists))
        part = here.pop(lot.randrange(len(here)))
        within = [part, *(at(part, path) for path in leaves(part, list))]
        if all(there is not each for each in within):  # no list goes into itself
            there.insert(lot.randint(0, len(there)), part)


def _drop(value: Any, _: Any, lot: Random) -> None:
    """A part is left out."""
    path = lot.choice(list(paths(value)))
    del at(value, path[:-1])[path[-1]]


def _double(value: Any, _: Any, lot: Random) -> None:
    """A part of a list is there twice."""
    if found := [path for path in leaves(value, list) if at(value, path)]:
        parts = at(value, lot.choice(found))
        parts.append(deepcopy(lot.choice(parts)))


def _other(value: Any, other: Any, lot: Random) -> None:
    """A part as it is in another real position."""
    found = list(paths(value))
    path = lot.choice(found)
    if path in set(paths(other)):
        put(value, path, at(other, path))


def _odd(value: Any, _: Any, lot: Random) -> None:
    """Anything at all instead of a part."""
    put(value, lot.choice(list(paths(value))), lot.choice(ODD))


def _all_pieces(value: Any, other: Any, lot: Random) -> None:
    """Every text of one name goes to another name: a heap is emptied into another."""
    texts = [path for path in leaves(value, str) if len(path) == 1 or isinstance(path[-1], int)]
    if len(texts) > 1:
        here, there = lot.sample(texts, 2)
        put(value, there, at(value, there) + at(value, here))
        put(value, here, "")


CHANGES = (
    *(_count, _flip, _move_letter, _swap_letters, _move_part, _drop, _double, _other, _odd, _all_pieces),
    *(_count, _flip, _move_letter, _move_letter, _swap_letters, _move_part),
)
