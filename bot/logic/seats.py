"""Seats that change hands during a game: left, taken over, or offered to someone else.

Each step takes a room's record and returns the changed record, or refuses. Independent of storage and Discord.
"""

from dataclasses import replace

from bot.model.errors import Refusal, RefusalKey
from bot.model.lobby_options import DEFAULT_KEEPER
from bot.model.people import Location, Occupant, Person, Robot
from bot.model.record import Departure, DepartureMark, Handover, HandoverKind, Offer, Record, RoomEventKind
from bot.model.room import require_play
from engine.core import Fact, Seat

STAND_IN_LEVEL = DEFAULT_KEEPER  # level of the robot that moves for people who are late
VACANT_DEPARTURES: tuple[DepartureMark, ...] = ("late", "gone")  # departures that allow a replacement
HOST_PRIORITY = 24 * 3600.0  # seconds during which only the host may find a replacement


def resign(record: Record, person_id: int, now: float) -> Record:
    """Resign for good: a robot plays on in the seat, which finishes last.

    The game is over if only one seat has not resigned or only robots still play.

    Raises Refusal: not_seated, away, over, not_started, gone.
    """
    require_play(record)
    seat = require_seat(record, person_id)
    later = _leave_to_robot(record, seat, "resigned", now)
    still = [chair for chair in later.chairs if chair.departure != "resigned"]
    if len(still) > 1 and any(isinstance(chair.occupant, Person) for chair in later.chairs):
        return later
    chairs = tuple(replace(chair, owes_move=False) for chair in later.chairs)
    return replace(later, phase="over", chairs=chairs, offers=())


def replace_missing_person(record: Record, seat: Seat, now: float) -> Record:
    """Let a robot play for a person whom Discord no longer finds, until someone takes the seat.

    Raises Refusal: over, not_started, gone; stale if no person has the seat or no other person is left.
    """
    require_play(record)
    people = [n for n, chair in enumerate(record.chairs) if isinstance(chair.occupant, Person)]
    if seat not in people or len(people) == 1:
        raise Refusal("stale")
    return _leave_to_robot(record, seat, "gone", now)


def play_for_absent(record: Record, seat: Seat, now: float) -> Record:
    """Let a robot play for a person who missed deadlines, until they return."""
    return _leave_to_robot(record, seat, "late", now)


def take_over(record: Record, person: Person, seat: Seat, now: float) -> Record:
    """Give the person a seat whose owner Discord no longer finds, or their own seat back from a robot.

    Raises Refusal: already_in, seat_taken, over, not_started, gone.
    """
    require_play(record)
    own = record.seat_of(person.id)
    if own is not None:
        raise Refusal("already_in", n=own + 1)
    chair = record.chairs[seat] if 0 <= seat < len(record.chairs) else None
    if chair is None or not (
        chair.departure == "gone" or (chair.departure == "late" and chair.former_person == person.id)
    ):
        raise Refusal("seat_taken")
    return hand_over(record, person, seat, now)


def hand_over(record: Record, person: Person, seat: Seat, now: float) -> Record:
    """Give the seat to this person; if it was the host's, the person becomes the host."""
    chair = record.chairs[seat]
    before = chair.occupant.id if isinstance(chair.occupant, Person) else chair.former_person or 0
    kind: HandoverKind = "replaced"
    if before == person.id:
        kind = "back"
    elif isinstance(chair.occupant, Person):
        kind = "given"
    spare = chair.may_extend or kind != "back"
    here = replace(
        chair,
        occupant=person,
        departure="",
        former_person=None,
        stamp=chair.stamp + 1,
        missed_deadlines=0,
        may_extend=spare,
    )
    host = person if record.host.id == before else record.host
    later = replace(record.with_chair(seat, here), host=host)
    facts: dict[str, Fact] = {"name": person.name, "old": chair.occupant.name, "seat": seat}
    return _note_handover(later, seat, before, kind, now).with_room_event(
        "back" if kind == "back" else "replaced", facts, now
    )


def move_table(record: Record, place: Location, now: float) -> Record:
    """Move the table to that location. Raises Refusal: over, not_started, gone."""
    require_play(record)
    return replace(record, place=place, changed_at=now)


def _leave_to_robot(record: Record, seat: Seat, mark: Departure, now: float) -> Record:
    chair = record.chairs[seat]
    occupant: Occupant = chair.occupant
    assert isinstance(occupant, Person)
    keeper = Robot(record.terms.get("keeper", DEFAULT_KEEPER), occupant.name)
    empty = replace(chair, occupant=keeper, departure=mark, former_person=occupant.id)
    later = _note_handover(record.with_chair(seat, empty), seat, occupant.id, mark, now)
    return later.with_room_event(mark, {"name": occupant.name, "seat": seat}, now)


def _note_handover(record: Record, seat: Seat, person: int, kind: HandoverKind, now: float) -> Record:
    """Record how the seat changed hands; drop the table's proposal and the seat's offers."""
    offers = tuple(each for each in record.offers if each.seat != seat)
    handover = Handover(seat, person, len(record.log), kind, now)
    return replace(record, proposal=None, offers=offers, handovers=(*record.handovers, handover))


def require_seat(record: Record, person_id: int) -> Seat:
    """The person's seat. Raises Refusal: away or seat_free if a robot plays for them, otherwise not_seated."""
    seat = record.seat_of(person_id)
    if seat is not None:
        return seat
    kept = {chair.departure: n for n, chair in enumerate(record.chairs, 1) if chair.former_person == person_id}
    if record.phase == "playing" and "gone" in kept:
        raise Refusal("seat_free", tag=record.tag, n=kept["gone"])
    if record.phase == "playing" and "late" in kept:
        raise Refusal("away", tag=record.tag)
    raise Refusal("not_seated", tag=record.tag)


def vacant_seats(record: Record, person_id: int, now: float) -> tuple[Seat, ...]:
    """The seats for which this person may now find a replacement."""
    return tuple(seat for seat in range(len(record.chairs)) if not _vacancy_refusal(record, person_id, seat, now))


def idle_seats(record: Record, person_id: int) -> tuple[Seat, ...]:
    """The seats that this person, as the host, may permanently give to a robot."""
    if record.host.id != person_id or record.phase != "playing":
        return ()
    return tuple(seat for seat, chair in enumerate(record.chairs) if chair.departure == "late")


def offer_seat(record: Record, giver: Person, seat: Seat, to: Person, now: float) -> Record:
    """Offer the seat to that person, replacing any earlier offer of it.

    `giver`: the person in the seat, or someone who may find a replacement. Raises Refusal: over, not_started, gone,
    not_seated, no_vacancy, host_first, sits_here.
    """
    require_play(record)
    if record.seat_of(giver.id) != seat:
        refusal = _vacancy_refusal(record, giver.id, seat, now)
        if refusal:
            raise Refusal(refusal, name=record.label_of(record.host.id), tag=record.tag)
    if record.chair_of(to.id) is not None:
        raise Refusal("sits_here", name=record.label_of(to.id))
    others = tuple(each for each in record.offers if each.seat != seat and each.to.id != to.id)
    return replace(record, offers=(*others, Offer(seat, to, giver, now)), changed_at=now)


def take_offered_seat(record: Record, person: Person, now: float) -> Record:
    """Give the person the seat that was offered to them.

    Raises Refusal: over, not_started, gone, already_in, no_offer.
    """
    require_play(record)
    own = record.seat_of(person.id)
    if own is not None:
        raise Refusal("already_in", n=own + 1)
    return hand_over(record, person, _require_offer(record, person.id, now).seat, now)


def decline_offer(record: Record, person_id: int, now: float) -> Record:
    """Decline the offer. The table does not show who declined, but the person who made the offer is notified.

    Raises Refusal: over, not_started, gone, no_offer.
    """
    require_play(record)
    offer = _require_offer(record, person_id, now)
    later = _withdraw_offer(record, offer, now)
    return later.with_notification("declined", offer.giver.id, about=person_id, seat=offer.seat)


def kick(record: Record, person_id: int, seat: Seat, now: float) -> Record:
    """Permanently give the seat of a person who missed deadlines to a robot.

    Raises Refusal: over, not_started, gone, not_idle; host_alone if `person_id` is not the host.
    """
    require_play(record)
    if record.host.id != person_id:
        raise Refusal("host_alone", name=record.label_of(record.host.id))
    if seat not in idle_seats(record, person_id):
        raise Refusal("not_idle", tag=record.tag)
    chair = record.chairs[seat]
    gone = Handover(seat, chair.former_person or 0, len(record.log), "kicked", now)
    offers = tuple(each for each in record.offers if each.seat != seat)
    later = record.with_chair(seat, replace(chair, departure="kicked"))
    later = replace(later, handovers=(*record.handovers, gone), offers=offers)
    later = later.with_notification("timed_out", chair.former_person or 0, seat=seat)
    return later.with_room_event("kicked", {"name": chair.occupant.name, "seat": seat}, now)


def drop_lapsed_offers(record: Record, now: float) -> Record:
    """Drop the offers that are older than OFFER_LIFETIME."""
    for offer in record.offers:
        if not offer.is_open(now):
            record = _withdraw_offer(record, offer, now)
    return record


def _vacancy_refusal(record: Record, person_id: int, seat: Seat, now: float) -> RefusalKey | None:
    """Why this person may not find a replacement for the seat, or None if they may."""
    if (
        record.phase != "playing"
        or not 0 <= seat < len(record.chairs)
        or record.chairs[seat].departure not in VACANT_DEPARTURES
    ):
        return "no_vacancy"
    if record.host.id == person_id:
        return None
    if record.chair_of(person_id) is None:
        return "not_seated"
    since = max((handover.at for handover in record.handovers if handover.seat == seat), default=record.opened)
    return None if now - since >= HOST_PRIORITY else "host_first"


def _require_offer(record: Record, person_id: int, now: float) -> Offer:
    offer = next((each for each in record.offers if each.to.id == person_id and each.is_open(now)), None)
    if offer is None:
        raise Refusal("no_offer", tag=record.tag)
    return offer


def _withdraw_offer(record: Record, offer: Offer, now: float) -> Record:
    chair = record.chairs[offer.seat]
    kind: RoomEventKind = "not_replaced" if isinstance(chair.occupant, Robot) else "not_given"
    offers = tuple(each for each in record.offers if each != offer)
    return replace(record, offers=offers).with_room_event(kind, {"name": chair.occupant.name, "seat": offer.seat}, now)
