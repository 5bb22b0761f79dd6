"""A game move by move from the first deal, as one seat may see it. Knows nothing about texts or Discord."""

from dataclasses import dataclass, replace

from bot.model.record import MoveTrigger, RoomEvent
from bot.model.room import PlayedRoom
from bot.model.timeline import has_secrets, pending_lines
from engine import CHANCE, Event, IllegalMove, Seat, Table


@dataclass(frozen=True)
class Moment:
    """A move and the draws after it, or the first deal."""

    number: int  # 1-based, counts the listed moves; 0 for the first deal
    log_length: int  # the length of the log after the move and its draws
    seat: Seat  # the seat that moved
    text: str  # the move's notation, "" if it would reveal a secret
    round: int  # the round of the move, 0 in a game without rounds
    at: float  # unix seconds
    trigger: MoveTrigger  # see `LogLine`
    events: tuple[Event, ...]  # what changed on the table
    room_events: tuple[RoomEvent, ...] = ()  # what else happened until the next move


def game_history(room: PlayedRoom, seat: Seat | None) -> tuple[Moment, ...]:
    """The moments so far, from the first deal on, with the events that this seat (None: everyone) may see.

    Moves without events that the seat may see are omitted. The history ends early if corrected rules no longer fit an
    old log.
    """
    table = room.table
    hidden = set[int]()  # log indexes of moves whose notation contains secrets of a seat
    if room.phase == "playing":
        if has_secrets(table):
            hidden = set(range(len(table.log)))
        else:
            hidden = {n for n in pending_lines(table) if table.log[n].seat != seat}
    step = table.back_to(0)
    found = [Moment(0, 0, CHANCE, "", _round(table.back_to(0)), room.record.opened, "", ())]
    number = 0
    for n, entry in enumerate(table.log):
        now_round = _round(step)
        try:
            step = step.step(entry)
        except IllegalMove:
            break
        seen = tuple(event for event in step.events if event.seen_by(seat))
        if entry.seat == CHANCE:
            found[-1] = replace(found[-1], log_length=n + 1, events=(*found[-1].events, *seen))
            continue
        if not seen:  # an unseen move within a turn: the previous moment does not change
            continue
        number += 1
        text = "" if n in hidden else entry.text
        found.append(Moment(number, n + 1, entry.seat, text, now_round, room.log[n].at, room.log[n].trigger, seen))
    ends = [moment.log_length for moment in found[1:]] + [len(table.log) + 1]
    told = []
    for moment, end in zip(found, ends, strict=True):
        besides = tuple(event for event in room.record.room_events if moment.log_length <= event.log_length < end)
        told.append(replace(moment, room_events=besides))
    return tuple(told)


def _round(table: Table) -> int:
    return int(getattr(table.state, "round", 0))
