"""When a table's message is posted anew, edited or left alone. Knows no words and no Discord."""

from enum import Enum

from bot.model.people import Person
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import ready, state_after, timeline_of
from bot.model.turns import turns_since
from engine import CHANCE, IllegalMove, Seat


class MessageChange(Enum):
    """What must happen in its channel when a table has changed."""

    CALL = "a new message that pings"
    SHOW = "the message changed, or a new silent one if it is too old"
    EDIT = "the message changed, or nothing if it is too old"
    NOTHING = "nothing"


def due(room: Room) -> MessageChange:
    """What the channel should see now, after the message that showed `room.shown` entries of the log."""
    if room.shown < 0 or room.phase == "ended" or not isinstance(room, PlayedRoom):
        return MessageChange.CALL
    if room.phase != "playing":  # the end may be on display already, while its links have changed since
        is_shown = room.shown >= len(room.table.log) and not any(aside.at >= room.posted for aside in room.asides)
        return MessageChange.SHOW if is_shown else MessageChange.CALL
    if newly_asked(room) or (room.ask is not None and room.ask.at >= room.posted):
        return MessageChange.CALL
    runs_again = room.paused is None and any(one.kind == "went_on" and one.at >= room.posted for one in room.asides)
    if any(offer.at >= room.posted for offer in room.offers) or runs_again:
        return MessageChange.CALL
    if room.ask is None and not _seen(room):
        return MessageChange.EDIT if room.shifted >= room.posted > 0 else MessageChange.NOTHING
    return MessageChange.EDIT if ready(room.table) else MessageChange.SHOW


def newly_asked(room: PlayedRoom) -> frozenset[Seat]:
    """The seats of people who must move and whom the newest message did not call.

    A seat that has moved and must move again at once counts as called, unless somebody moved in between.
    """
    before = timeline_of(room.table).owed[min(room.shown, len(room.table.log))]
    movers = {entry.seat for entry in room.table.log[room.shown :]} - {CHANCE}
    again = {seat for seat in movers if movers - {seat}}
    people = (seat for seat in room.to_act if isinstance(room.seats[seat], Person))
    return frozenset(seat for seat in people if seat not in before or seat in again)


def _seen(room: PlayedRoom) -> bool:
    """Whether anything public has changed since the newest message."""
    if any(aside.at >= room.posted for aside in room.asides):
        return True
    if room.shown >= len(room.table.log):  # moves that nobody saw were taken back; others leave an aside
        return False
    if any(turn.events for turn in turns_since(room.table, room.shown)):
        return True
    try:
        return state_after(room.table, room.shown).view(None) != room.table.state.view(None)
    except IllegalMove:  # the rules were corrected since
        return True
