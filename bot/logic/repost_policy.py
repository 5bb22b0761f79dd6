"""What is done about the message of a room in its channel: posted anew, edited, put off or left alone.

Knows no words and no Discord.
"""

from dataclasses import dataclass

from bot.model.people import Person
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import ready, state_after, timeline_of
from bot.model.turns import turns_since
from engine import CHANCE, IllegalMove, Seat

YOUNG = 50 * 60  # seconds in which a message may be edited; Discord limits edits of messages older than an hour [D2.18]


@dataclass(frozen=True)
class Post:
    """A new message takes the place of the newest one.

    `calls`: whether it pings the people whom it asks to do something.
    """

    calls: bool


@dataclass(frozen=True)
class Edit:
    """The newest message is edited.

    `length`: entries of the log that it counts as showing then, -1 in a lobby. `is_needed`: whether a new message that
    calls nobody replaces one that cannot be edited. `only_deadline`: whether nothing but a deadline has changed.
    """

    length: int
    is_needed: bool = True
    only_deadline: bool = False


@dataclass(frozen=True)
class Nothing:
    """The newest message shows all that there is to see."""


@dataclass(frozen=True)
class Wait:
    """Nothing is sent for so many `seconds`: what happens meanwhile is shown by the same message.

    `then`: what would be done at once. After the wait it is decided anew.
    """

    seconds: float
    then: Post | Edit | Nothing


MessageChange = Post | Edit | Nothing
Plan = MessageChange | Wait


def plan(room: Room, now: float, *, is_brought: bool, looks_old: bool, burst: float) -> Plan:
    """What to do about the room's message, which shows `room.shown` entries of the log; `now` in unix seconds.

    As `change_due`, but for `burst` seconds after the message of a game was posted: then what follows is waited for.
    """
    then = change_due(room, now, is_brought=is_brought, looks_old=looks_old)
    left = min(burst - (now - room.posted), burst)
    return Wait(left, then) if room.phase == "playing" and room.shown >= 0 and left > 0 else then


def change_due(room: Room, now: float, *, is_brought: bool, looks_old: bool) -> MessageChange:
    """What to do about the room's message at once.

    `is_brought`: somebody wants the table at the end of its channel. `looks_old`: the language or the look of the
    message is no longer that of its server.
    """
    is_young = room.message is not None and now - room.posted < YOUNG
    if room.phase in ("cancelled", "expired"):
        return Edit(-1, is_needed=False)
    if not isinstance(room, PlayedRoom):  # an open lobby
        may_edit = is_young or (looks_old and room.message is not None)
        return Edit(-1) if may_edit and not room.uncalled else Post(calls=room.message is None or bool(room.uncalled))
    must_hear = _must_hear(room)
    if must_hear or is_brought:
        has_news = room.shown < len(room.table.log)
        return Post(calls=must_hear and (has_news or not is_brought))
    # A deadline that was moved, or one more choice of several that are made at once, is worth no new message.
    if room.phase == "playing" and room.ask is None and not _has_changed(room):
        if not room.shifted >= room.posted > 0:
            return Edit(room.shown, is_needed=False) if looks_old else Nothing()
        is_small = True
    else:
        is_small = room.phase == "playing" and bool(ready(room.table))
    moved_deadline = is_small and room.shifted >= room.moved
    if is_small and room.message is not None and not is_young:
        is_wrong = moved_deadline or looks_old
        return Edit(room.shown, is_needed=False, only_deadline=moved_deadline) if is_wrong else Nothing()
    return Edit(len(room.table.log), only_deadline=moved_deadline) if is_young else Post(calls=False)


def _must_hear(room: PlayedRoom) -> bool:
    """Whether something has happened since the newest message that people must hear of at once."""
    if room.shown < 0 or room.phase == "ended":
        return True
    if room.phase != "playing":  # the end may be on display already, while its links have changed since
        return room.shown < len(room.table.log) or any(aside.at >= room.posted for aside in room.asides)
    goes_on = room.paused is None and any(one.kind == "went_on" and one.at >= room.posted for one in room.asides)
    is_asked = room.ask is not None and room.ask.at >= room.posted
    return bool(newly_asked(room)) or is_asked or goes_on or any(offer.at >= room.posted for offer in room.offers)


def newly_asked(room: PlayedRoom) -> frozenset[Seat]:
    """The seats of people who must move and whom the newest message did not call.

    A seat that has moved and must move again at once counts as called, unless somebody moved in between.
    """
    before = timeline_of(room.table).owed[min(room.shown, len(room.table.log))]
    movers = {entry.seat for entry in room.table.log[room.shown :]} - {CHANCE}
    again = {seat for seat in movers if movers - {seat}}
    people = (seat for seat in room.to_act if isinstance(room.seats[seat], Person))
    return frozenset(seat for seat in people if seat not in before or seat in again)


def _has_changed(room: PlayedRoom) -> bool:
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
