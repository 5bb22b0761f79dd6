"""Seats offered to somebody who does not sit at the table, by their owner or as a replacement for an absent person.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from __future__ import annotations

from dataclasses import replace

from bot.logic.leaving import handed
from bot.model.errors import Refusal, RefusalKey
from bot.model.people import Person, Robot
from bot.model.phases import needs_play
from bot.model.record import Handover, Record, noted, with_chair
from bot.model.room import AsideKind, Mark, Offer
from engine.core import Seat

VACANT: tuple[Mark, ...] = ("late", "gone")  # marks of seats for which a replacement can be found
HOST_FIRST = 24 * 3600.0  # seconds in which only the host may look for a replacement
LASTS = 24 * 3600.0  # seconds in which an offer can be taken


def vacant(record: Record, person_id: int, now: float) -> tuple[Seat, ...]:
    """The seats for which this person may look for a replacement now."""
    return tuple(seat for seat in range(len(record.chairs)) if not _refusal(record, person_id, seat, now))


def idle(record: Record, person_id: int) -> tuple[Seat, ...]:
    """The seats that this person, if the host, may turn over to a robot for good."""
    if record.host.id != person_id or record.phase != "playing":
        return ()
    return tuple(seat for seat, chair in enumerate(record.chairs) if chair.mark == "late")


def offered(record: Record, giver: Person, seat: Seat, to: Person, now: float) -> Record:
    """The seat is offered to that person, in place of an earlier offer of it.

    `giver`: who sits there, or who may find a replacement. Raises Refusal: over, not_started, gone, not_seated,
    no_vacancy, host_first, sits_here.
    """
    needs_play(record)
    own = record.chair_of(giver.id)
    if own is None or record.chairs.index(own) != seat:
        refusal = _refusal(record, giver.id, seat, now)
        if refusal:
            raise Refusal(refusal, name=record.host.name, tag=record.tag)
    if record.chair_of(to.id) is not None:
        raise Refusal("sits_here", name=to.name)
    others = tuple(one for one in record.offers if one.seat != seat and one.to.id != to.id)
    return replace(record, offers=(*others, Offer(seat, to, giver, now)), moved=now)


def taken(record: Record, person: Person, now: float) -> Record:
    """The seat that was offered to the person is theirs.

    Raises Refusal: over, not_started, gone, already_in, no_offer.
    """
    needs_play(record)
    chair = record.chair_of(person.id)
    if chair is not None:
        raise Refusal("already_in", n=record.chairs.index(chair) + 1)
    return handed(record, person, _needs_offer(record, person.id, now).seat, now)


def declined(record: Record, person_id: int, now: float) -> Record:
    """The offer is declined; the table does not say by whom.

    Raises Refusal: over, not_started, gone, no_offer.
    """
    needs_play(record)
    return _withdrawn(record, _needs_offer(record, person_id, now), now)


def kicked(record: Record, person_id: int, seat: Seat, now: float) -> Record:
    """The seat of somebody who missed deadlines belongs to a robot for good.

    Raises Refusal: over, not_started, gone, not_idle; host_alone for anybody but the host.
    """
    needs_play(record)
    if record.host.id != person_id:
        raise Refusal("host_alone", name=record.host.name)
    if seat not in idle(record, person_id):
        raise Refusal("not_idle", tag=record.tag)
    chair = record.chairs[seat]
    gone = Handover(seat, chair.former or 0, len(record.log), "kicked", now)
    offers = tuple(one for one in record.offers if one.seat != seat)
    later = with_chair(record, seat, replace(chair, mark="kicked", note=None))
    later = replace(later, handovers=(*record.handovers, gone), offers=offers)
    return noted(later, "kicked", {"name": chair.occupant.name}, now)


def lapsed(record: Record, now: float) -> Record:
    """The record without offers that nobody has taken within a day."""
    for offer in record.offers:
        if now - offer.at >= LASTS:
            record = _withdrawn(record, offer, now)
    return record


def stands(offer: Offer, now: float) -> bool:
    """Whether the offer can still be taken."""
    return now - offer.at < LASTS


def _refusal(record: Record, person_id: int, seat: Seat, now: float) -> RefusalKey | None:
    """Why this person may not look for a replacement for the seat, None if nothing speaks against it."""
    if record.phase != "playing" or not 0 <= seat < len(record.chairs) or record.chairs[seat].mark not in VACANT:
        return "no_vacancy"
    if record.host.id == person_id:
        return None
    if record.chair_of(person_id) is None:
        return "not_seated"
    since = max((one.at for one in record.handovers if one.seat == seat), default=record.opened)
    return None if now - since >= HOST_FIRST else "host_first"


def _needs_offer(record: Record, person_id: int, now: float) -> Offer:
    offer = next((one for one in record.offers if one.to.id == person_id and stands(one, now)), None)
    if offer is None:
        raise Refusal("no_offer", tag=record.tag)
    return offer


def _withdrawn(record: Record, offer: Offer, now: float) -> Record:
    chair = record.chairs[offer.seat]
    kind: AsideKind = "not_replaced" if isinstance(chair.occupant, Robot) else "not_given"
    offers = tuple(one for one in record.offers if one != offer)
    return noted(replace(record, offers=offers), kind, {"name": chair.occupant.name}, now)
