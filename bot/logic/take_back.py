"""Taking moves back: free while nobody else has moved, otherwise by consent (logic/consent.py), never across a draw.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.phases import needs_play, needs_unpaused, played_room_of
from bot.model.record import Record, noted, turned_back
from engine.core import CHANCE, Game, Seat, State
from engine.table import Table


def last_own(record: Record, seat: Seat) -> tuple[int, tuple[str, ...]]:
    """The index of the seat's last move in the log, and the names of the people who have moved since.

    Forced moves count for nobody. Raises Refusal as `needs_play`, and no_take_back (`why`: none, drawn).
    """
    needs_play(record)
    mine = [n for n, line in enumerate(record.log) if line.seat == seat and line.is_own]
    if not mine:
        raise Refusal("no_take_back", why="none")
    since = record.log[mine[-1] + 1 :]
    if any(line.seat == CHANCE for line in since):
        raise Refusal("no_take_back", why="drawn")
    movers = dict.fromkeys(line.seat for line in since if line.seat != seat and line.is_own)
    people = [record.chairs[mover].occupant for mover in movers]
    return mine[-1], tuple(one.name for one in people if isinstance(one, Person))


def taken_back(record: Record, game: Game, seat: Seat, now: float, *, turn: bool = False) -> Record:
    """The seat's last move is undone, or with `turn` all its moves in a row, as far as no draw lies between.

    Robots that have moved since agree. Raises as `last_own`; and Refusal: paused, no_take_back (`why`: moved).
    """
    needs_unpaused(record)
    target, movers = last_own(record, seat)
    if movers:
        raise Refusal("no_take_back", why="moved", name=", ".join(movers), n=len(movers), tag=record.tag)
    while turn and target and record.log[target - 1].seat == seat and record.log[target - 1].is_own:
        target -= 1
    later = back_to(record, game, seat, target, now)
    if _public(record, game) == _public(later, game):
        return later  # nobody has seen the move, so nothing is noted
    return noted(later, "took_back", {"name": record.chairs[seat].occupant.name}, now)


def moves_since(record: Record, length: int) -> int:
    """The number of moves, draws not counted, after the first `length` entries of the log."""
    return sum(line.seat != CHANCE for line in record.log[length:])


def _public(record: Record, game: Game) -> State:
    return played_room_of(record, game).table.state.view(None)


def back_to(record: Record, game: Game, seat: Seat, length: int, now: float) -> Record:
    """The record with its log cut to that length, taken back by the seat. Raises Refusal: no_take_back."""
    return turned_back(record, _replayed(record, game).back_to(length), seat, now)


def _replayed(record: Record, game: Game) -> Table:
    """The table replayed from its log, which must lead to its position even if the rules were corrected since."""
    if record.edition != game.edition:
        raise Refusal("no_take_back", why="edition")
    return played_room_of(record, game).table
