"""Taking moves back: free while nobody else has moved, by consent after that, never across a draw.

Each step takes the record of a room and answers with the next one, or refuses. Knows no storage and no Discord.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.record import Record, room_of, turned_back
from bot.room import Aside, Ask, Person, Refusal, tag
from engine.core import CHANCE, Fact, Game, Seat, State
from engine.table import Table

CONSENT_LASTS = 24 * 3600.0  # seconds in which all must agree


def last_own(record: Record, game: Game, seat: Seat) -> tuple[int, tuple[str, ...]]:
    """Where the seat's last move stands in the log, and the names of the people who have moved since.

    Moves that were made by themselves count for nobody. Raises Refusal: over; no_take_back (`why`: none, drawn).
    """
    _needs_play(record)
    mine = [n for n, line in enumerate(record.log) if line.seat == seat and not line.how]
    if not mine:
        raise Refusal("no_take_back", why="none")
    since = record.log[mine[-1] + 1 :]
    if any(line.seat == CHANCE for line in since):
        raise Refusal("no_take_back", why="drawn")
    movers = dict.fromkeys(line.seat for line in since if line.seat != seat and not line.how)
    people = [record.chairs[mover].occupant for mover in movers]
    return mine[-1], tuple(one.name for one in people if isinstance(one, Person))


def taken_back(record: Record, game: Game, seat: Seat, now: float, *, turn: bool = False) -> Record:
    """The seat's last move is undone, or with `turn` all its moves in a row, as far as no draw lies between.

    Robots that have moved since agree. Raises Refusal: over; no_take_back (`why`: none, drawn, moved).
    """
    target, movers = last_own(record, game, seat)
    if movers:
        raise Refusal("no_take_back", why="moved", name=", ".join(movers), tag=tag(record.id))
    while turn and target and (record.log[target - 1].seat, record.log[target - 1].how) == (seat, ""):
        target -= 1
    later = _back_to(record, game, seat, target, now)
    if _public(record, game) == _public(later, game):
        return later  # a step that nobody has seen
    return _noted(later, "took_back", {"name": record.chairs[seat].occupant.name}, now)


def asked(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """The seat has asked everybody to let it take its last move back. Raises Refusal: over, no_take_back, asked."""
    target, _ = last_own(record, game, seat)
    if open_ask(record, now) is not None:
        raise Refusal("asked")
    return replace(record, ask=Ask(seat, len(record.log), target, (seat,), now), moved=now)


def agreed(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """The seat agrees; once every person has, the moves are undone. Raises Refusal: over, ask_over, already_agreed."""
    ask = _needs_ask(record, now)
    if seat in ask.agreed:
        raise Refusal("already_agreed")
    ask = replace(ask, agreed=(*ask.agreed, seat))
    people = {n for n, chair in enumerate(record.chairs) if isinstance(chair.occupant, Person)}
    if not people <= set(ask.agreed):
        return replace(record, ask=ask, moved=now)
    later = _back_to(record, game, ask.seat, ask.target, now)
    count = sum(line.seat != CHANCE for line in record.log[ask.target :])
    return _noted(later, "all_took_back", {"name": record.chairs[ask.seat].occupant.name, "n": count}, now)


def declined(record: Record, now: float) -> Record:
    """Nothing is taken back; who said so is not kept. Raises Refusal: over, ask_over."""
    _needs_ask(record, now)
    return _noted(replace(record, ask=None, moved=now), "goes_on", {}, now)


def open_ask(record: Record, now: float) -> Ask | None:
    """The wish that still waits for consent, None if there is none or a move or a day has ended it."""
    ask = record.ask
    return ask if ask and ask.length == len(record.log) and now - ask.at < CONSENT_LASTS else None


def _needs_ask(record: Record, now: float) -> Ask:
    _needs_play(record)
    ask = open_ask(record, now)
    if ask is None:
        raise Refusal("ask_over")
    return ask


def _needs_play(record: Record) -> None:
    if record.phase != "playing":
        raise Refusal("over" if record.phase in ("over", "ended") else "gone", tag=tag(record.id), phase=record.phase)


def _public(record: Record, game: Game) -> State:
    table = room_of(record, {game.key: game}).table
    assert table is not None
    return table.state.view(None)


def _back_to(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    return turned_back(record, _replayed(record, game).back_to(length), seat, now)


def _replayed(record: Record, game: Game) -> Table:
    """The table, if its log still leads to its position: the rules may have been corrected since it was begun."""
    table = room_of(record, {game.key: game}).table
    assert table is not None
    if record.edition != game.edition:
        raise Refusal("no_take_back", why="edition")
    return table


def _noted(record: Record, kind: str, facts: Mapping[str, Fact], now: float) -> Record:
    return replace(record, asides=(*record.asides, Aside(len(record.log), kind, facts, now)))
