"""Whether a room's message is posted again, edited, delayed or left alone, and whom it pings.

Knows nothing about texts or Discord.
"""

from dataclasses import dataclass

from bot.logic.consent import recent_ping
from bot.model.people import Person
from bot.model.record import CLOSED_PHASES
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import ready_seats, state_after, timeline_of, turns_since
from engine import CHANCE, IllegalMove, Seat

# Seconds during which a message is edited. Discord limits edits of messages older than an hour [D2.18].
EDITABLE_FOR = 50 * 60


@dataclass(frozen=True)
class Post:
    """Post a new message that replaces the newest one."""

    pings: bool  # whether it pings the people who must act


@dataclass(frozen=True)
class Edit:
    """Edit the newest message."""

    length: int  # number of log entries that the message shows after the edit
    is_needed: bool = True  # whether to post a new message without pings if the edit is impossible
    only_deadline: bool = False  # whether only a deadline has changed


@dataclass(frozen=True)
class NoChange:
    """Leave the newest message alone."""


MessageChange = Post | Edit | NoChange


@dataclass(frozen=True)
class MessagePlan:
    """How to update a room's message, and when."""

    change: MessageChange  # what to do if `wait` is 0; otherwise plan again after waiting
    wait: float = 0.0  # seconds to wait, so that one message also shows what happens meanwhile


def plan_message(room: Room, now: float, *, is_brought: bool, looks_old: bool, burst: float = 0.0) -> MessagePlan:
    """Decide how to update the room's message; `now` in unix seconds.

    `is_brought`: someone asked to bring the table to the end of its channel. `looks_old`: the server's language or
    theme has changed since the newest message. `burst`: minimum seconds between two posts; the later one then shows
    everything that happened in between.
    """
    is_young = room.newest_message.id is not None and now - room.newest_message.posted_at < EDITABLE_FOR
    if room.phase in CLOSED_PHASES:
        return MessagePlan(Edit(room.newest_message.log_length, is_needed=False))
    if not isinstance(room, PlayedRoom):  # an open lobby
        calls = room.newest_message.id is None or bool(room.record.unpinged_guests)
        may_edit = not calls and (is_young or looks_old)
        return MessagePlan(Edit(room.newest_message.log_length) if may_edit else Post(pings=calls))
    change = _change_of_table(room, is_young=is_young, is_brought=is_brought, looks_old=looks_old)
    left = min(room.newest_message.posted_at + burst - now, burst)  # at most `burst`, even if the clock was set back
    waits = room.phase == "playing" and room.newest_message.log_length >= 0 and left > 0
    return MessagePlan(change, left if waits else 0.0)


def _change_of_table(room: PlayedRoom, *, is_young: bool, is_brought: bool, looks_old: bool) -> MessageChange:
    must_hear = _has_urgent_news(room)
    if must_hear or is_brought:
        # A message that shows the whole log has pinged people already.
        is_repeat = is_brought and room.newest_message.log_length >= len(room.table.log)
        return Post(pings=must_hear and not is_repeat)
    is_playing = room.phase == "playing"
    is_unchanged = is_playing and room.record.proposal is None and not _has_changed(room)
    deadline_has_moved = room.deadline_moved_at >= room.newest_message.posted_at > 0
    if is_unchanged and not deadline_has_moved:
        return Edit(room.newest_message.log_length, is_needed=False) if looks_old else NoChange()
    # A moved deadline, or one of several simultaneous choices, does not justify a new message.
    is_small = is_unchanged or (is_playing and bool(ready_seats(room.table)))
    only_deadline = is_small and room.deadline_moved_at >= room.record.changed_at
    if is_young:
        return Edit(len(room.table.log), only_deadline=only_deadline)
    if not is_small or room.newest_message.id is None:
        return Post(pings=False)
    if only_deadline or looks_old:
        return Edit(room.newest_message.log_length, is_needed=False, only_deadline=only_deadline)
    return NoChange()


def _has_urgent_news(room: PlayedRoom) -> bool:
    """Whether people must immediately see something that happened since the newest message."""
    if room.newest_message.log_length < 0:
        return True
    news = {event.kind for event in room.record.room_events if event.at >= room.newest_message.posted_at}
    if room.phase != "playing":  # the newest message may already show the end
        has_ended_early = (
            room.phase == "ended" and room.record.changed_at >= room.newest_message.posted_at
        )  # the log does not show it
        return has_ended_early or room.newest_message.log_length < len(room.table.log) or bool(news)
    is_proposed = room.record.proposal is not None and room.record.proposal.at >= room.newest_message.posted_at
    if is_proposed or newly_to_move(room) or _people_offered_a_seat(room):
        return True
    return "went_on" in news and not room.record.is_paused


def people_to_ping(room: PlayedRoom) -> list[Person]:
    """The people whom a new message pings: those who must agree to a proposal, else those offered a seat or to move.

    A proposal pings nobody if a declined proposal pinged them within the hour before.
    """
    if room.record.proposal is not None:
        asked = people_to_ask(room)
        if asked:
            return asked if recent_ping(room.record.room_events, room.record.proposal) is None else []
    offered = _people_offered_a_seat(room)
    if offered and not newly_to_move(room):  # the newest message has pinged the people to move
        return offered
    return offered + people_to_move(room)


def people_to_move(room: PlayedRoom) -> list[Person]:
    """The people whose turn it is."""
    found = []
    for seat in room.to_act:
        who = room.occupants[seat]
        if isinstance(who, Person):
            found.append(who)
    return found


def people_to_ask(room: PlayedRoom) -> list[Person]:
    """The people who have not yet agreed to the open proposal."""
    if room.record.proposal is None:
        return []
    found = []
    for seat, who in enumerate(room.occupants):
        if seat not in room.record.proposal.agreed_seats and isinstance(who, Person):
            found.append(who)
    return found


def _people_offered_a_seat(room: PlayedRoom) -> list[Person]:
    """The people to whom a seat has been offered since the newest message."""
    return [offer.to for offer in room.record.offers if offer.at >= room.newest_message.posted_at]


def newly_to_move(room: PlayedRoom) -> frozenset[Seat]:
    """The seats of people who must move and whom the newest message did not ping.

    A seat that moved and is to move again counts as pinged, unless another seat moved too.
    """
    timeline = timeline_of(room.table)
    before = timeline.seats_to_act[min(room.newest_message.log_length, len(room.table.log))]
    movers = set(timeline.movers[room.newest_message.log_length :]) - {CHANCE}
    asked = set()
    for seat in room.to_act:
        is_again = seat in movers and len(movers) > 1
        if isinstance(room.occupants[seat], Person) and (is_again or seat not in before):
            asked.add(seat)
    return frozenset(asked)


def _has_changed(room: PlayedRoom) -> bool:
    """Whether anything public changed since the newest message."""
    if any(event.at >= room.newest_message.posted_at for event in room.record.room_events):
        return True
    if room.newest_message.log_length >= len(
        room.table.log
    ):  # only unseen moves were taken back; taking back seen moves adds a room event
        return False
    if any(turn.events for turn in turns_since(room.table, room.newest_message.log_length)):
        return True
    try:
        return state_after(room.table, room.newest_message.log_length).view(None) != room.table.state.view(None)
    except IllegalMove:  # the rules have been corrected since
        return True
