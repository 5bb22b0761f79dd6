"""Pairs of tables that look the same to one person, or to everybody watching, and differ in what is hidden.

Knows no game: it follows a random game twice and lets the second take other hidden turns where nobody else can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from bot.model.prepared_turns import PreparedTurn
from engine import CHANCE, Game, IllegalMove, Move, Seat, Table, dump
from engine.prepared_moves import PreparedMove, is_whole_turn, playable_moves, preparation_table, prepare

DRAWS, MOVES, OTHERS = 12, 25, 5  # how many other draws and moves are tried
LONGEST = 10  # entries of the log by which two worlds may have grown apart


@dataclass(frozen=True)
class World:
    """A table and the move that the actor is going to make there; `prepared`: what a seat has prepared meanwhile."""

    table: Table
    text: str
    prepared: tuple[PreparedTurn, ...] = ()


@dataclass(frozen=True)
class Pair:
    """Two worlds that `watcher` (None: anybody without a seat) cannot tell apart, before and after the actor's move.

    `silent`: they differ only in what somebody else has prepared, so that the actor cannot tell them apart either.
    """

    watcher: Seat | None
    actor: Seat
    worlds: tuple[World, World]
    silent: bool = False


def pairs(game: Game, seats: int, options: Mapping[str, str], lot: Random) -> Iterator[Pair]:
    """Pairs from one random game, if it has any."""
    tables = [Table.new(game, seats, options, f"{lot.random()}")]
    while to_act := tables[-1].state.to_act():
        seat = lot.choice(to_act)
        tables.append(tables[-1].play(seat, str(lot.choice(tables[-1].view(seat).moves))))
    for at, table in enumerate(tables[:-1]):
        watcher = lot.choice((None, *range(seats)))
        start = tables[max(0, at - lot.randrange(LONGEST))]
        other = _twin(start, table, watcher, lot)
        found = other and _acted(table, other, watcher, lot)
        if found:
            yield found


def prepared_pairs(game: Game, seats: int, options: Mapping[str, str], lot: Random) -> Iterator[Pair]:
    """Pairs from one random game: in the second world a seat has prepared what is not played after the actor's move."""
    table = Table.new(game, seats, options, f"{lot.random()}")
    while to_act := table.state.to_act():
        actor = lot.choice(to_act)
        text = str(lot.choice(table.view(actor).moves))
        later = table.play(actor, text)
        for seat in lot.sample(range(seats), seats):
            turn = _prepared(table, later, seat, lot)
            if turn is not None:
                watcher = lot.choice([None, *(one for one in range(seats) if one != seat)])
                yield Pair(watcher, actor, (World(table, text), World(table, text, (turn,))), silent=True)
                break
        table = later


def endless(
    game: Game,
    seats: int,
    options: Mapping[str, str],
    lot: Random,
    made: Callable[[Game, int, Mapping[str, str], Random], Iterator[Pair]] = pairs,
) -> Iterator[Pair]:
    """Pairs of one random game after the other, as `made` makes them."""
    while True:
        yield from made(game, seats, options, lot)


def _prepared(table: Table, later: Table, seat: Seat, lot: Random) -> PreparedTurn | None:
    """A turn that the seat can prepare and that is not played in the later position; None where the lot found none."""
    own, made = preparation_table(table, seat), list[PreparedMove]()
    while own is not None and not is_whole_turn(own.state, seat):
        move, own = prepare(own, seat, str(lot.choice(own.state.moves(seat))))
        made.append(move)
    if own is None:
        return None
    return None if _is_played(later, seat, made) else PreparedTurn(seat, tuple(made))


def _is_played(later: Table, seat: Seat, made: list[PreparedMove]) -> bool:
    try:
        return seat in later.state.to_act() and bool(playable_moves(later, seat, made))
    except IllegalMove:
        return False


def _twin(start: Table, goal: Table, watcher: Seat | None, lot: Random) -> Table | None:
    """A table that looks like `goal` and differs in hidden turns since `start`; None when the lot found none."""
    mine = twin = start
    for entry in goal.log[len(start.log) :]:
        mine = mine.step(entry)
        found = _same_looking(twin, mine, entry.seat, entry.text, (watcher, lot))
        if found is None:
            return None
        twin = found
    return twin


def _same_looking(twin: Table, mine: Table, seat: Seat, text: str, eyes: tuple[Seat | None, Random]) -> Table | None:
    watcher, lot = eyes
    for move in _candidates(twin, seat, text, lot):
        try:
            later = twin.step(type(mine.log[-1])(seat, str(move)))
        except IllegalMove:
            continue
        if _seen(later, watcher) == _seen(mine, watcher):
            return later
    return None


def _candidates(twin: Table, seat: Seat, text: str, lot: Random) -> Iterator[Move | str]:
    """Other moves first, mostly, and the very same one."""
    if lot.random() < 0.3:
        yield text
    if seat == CHANCE:
        yield from (twin.state.draw(lot) for _ in range(DRAWS))
    elif seat in twin.state.to_act():
        moves = twin.state.moves(seat)
        yield from lot.sample(moves, min(len(moves), MOVES))
    yield text


def _acted(mine: Table, twin: Table, watcher: Seat | None, lot: Random) -> Pair | None:
    """The pair with a move of some seat that leaves the watcher none the wiser."""
    actor, alike = lot.choice(mine.state.to_act()), mine.state == twin.state
    if alike and actor == watcher:
        return None
    for move in lot.sample(moves := mine.state.moves(actor), min(len(moves), 1 if alike else 3)):
        later = mine.play(actor, str(move))
        for other in (move, *lot.sample(theirs := twin.state.moves(actor), min(len(theirs), OTHERS))):
            known = actor == watcher and other != move
            if known or (alike and other == move) or twin.state.refuses(actor, other):
                continue
            if _seen(twin.play(actor, str(other)), watcher) == _seen(later, watcher):
                return Pair(watcher, actor, (World(mine, str(move)), World(twin, str(other))))
    return None


def _seen(table: Table, watcher: Seat | None) -> Any:
    """All that the watcher may know."""
    events = [(one.kind, one.seat, dict(one.facts)) for one in table.events if one.seen_by(watcher)]
    return dump(table.state.view(watcher)), events, table.state.to_act(), len(table.log)
