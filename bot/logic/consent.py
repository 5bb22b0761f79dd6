"""Proposals that all players must agree to: taking moves back, pausing, ending the game now.

Each step takes a room's record and returns the changed record, or refuses. Independent of storage and Discord.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from bot.logic import take_back
from bot.logic.deadlines import pause, require_clock
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.record import PROPOSAL_KINDS, Proposal, Record, RoomEvent
from bot.model.room import require_play, require_unpaused
from engine.core import CHANCE, Fact, Game, Seat

PING_AGAIN_AFTER = 3600.0  # seconds after a ping for a declined proposal before a new proposal may ping people
PROPOSAL_LIFETIME = 24 * 3600.0  # seconds within which all must agree


def propose(record: Record, game: Game, seat: Seat, kind: str, now: float) -> Record:
    """Propose one of PROPOSAL_KINDS; carry it out immediately if all other players are robots.

    Raises Refusal: unknown, over, not_started, gone, asked; for take_back no_take_back, for pause no_clock, paused.
    """
    require_play(record)
    known = next((each for each in PROPOSAL_KINDS if each == kind), None)
    target = len(record.log)
    match known:
        case None:
            raise Refusal("unknown")
        case "take_back":
            require_unpaused(record)
            target = take_back.last_own_move(record, seat).index
        case "pause":
            require_clock(record)
        case "finish":
            pass
        case _:
            assert_never(known)
    if open_proposal(record, now) is not None:
        raise Refusal("asked")
    ask = Proposal(seat, len(record.log), target, (seat,), now, known)
    return _carry_out_if_agreed(replace(record, proposal=ask, changed_at=now), game, ask, now)


def agree_to_proposal(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """Agree for the seat; carry out the proposal once every person has agreed.

    Raises Refusal: over, not_started, gone, ask_over, already_agreed.
    """
    ask = _require_proposal(record, now)
    if seat in ask.agreed_seats:
        raise Refusal("already_agreed")
    ask = replace(ask, agreed_seats=(*ask.agreed_seats, seat))
    return _carry_out_if_agreed(replace(record, proposal=ask, changed_at=now), game, ask, now)


def decline_proposal(record: Record, now: float) -> Record:
    """Drop the proposal without recording who declined. Raises Refusal: over, not_started, gone, ask_over."""
    _require_proposal(record, now)
    return _drop_proposal(record, now)


def drop_lapsed_proposal(record: Record, now: float) -> Record:
    """Drop a proposal that is older than PROPOSAL_LIFETIME."""
    ask = record.proposal
    return record if ask is None or now - ask.at < PROPOSAL_LIFETIME else _drop_proposal(record, now)


def _drop_proposal(record: Record, now: float) -> Record:
    """Drop the proposal; record what was declined and when people were last pinged for it."""
    ask = record.proposal
    assert ask is not None
    before = recent_ping(record.room_events, ask)
    facts: dict[str, Fact] = {"of": ask.kind, "called": int(ask.at) if before is None else before}
    return replace(record, proposal=None).with_room_event("goes_on", facts, now)


def recent_ping(events: Sequence[RoomEvent], proposal: Proposal) -> int | None:
    """Unix time of the last ping for a declined proposal; None if it was more than an hour before this proposal."""
    calls = [int(event.facts.get("called", 0)) for event in events if event.kind == "goes_on"]
    return max((at for at in calls if proposal.at - at < PING_AGAIN_AFTER), default=None)


def open_proposal(record: Record, now: float) -> Proposal | None:
    """The open proposal; None if there is none, it has expired, or the log has changed since it was made."""
    ask = record.proposal
    return ask if ask and ask.log_length == len(record.log) and now - ask.at < PROPOSAL_LIFETIME else None


def _carry_out_if_agreed(record: Record, game: Game, ask: Proposal, now: float) -> Record:
    """Carry out the proposal if every person has agreed; robots always agree."""
    people = {seat for seat, chair in enumerate(record.chairs) if isinstance(chair.occupant, Person)}
    if not people <= set(ask.agreed_seats):
        return record
    bare = replace(record, proposal=None)
    match ask.kind:
        case "pause":
            return pause(bare, now)
        case "finish":  # unseen moves of an unfinished turn are dropped
            for seat in range(len(record.chairs)):
                bare = take_back.withdraw_unfinished_turn(bare, game, seat, now)
            chairs = tuple(replace(chair, owes_move=False) for chair in bare.chairs)
            ended = replace(bare, phase="ended", chairs=chairs, offers=())
            return ended.with_room_event("all_finished", {}, now)
        case "take_back":
            count = sum(line.seat != CHANCE for line in record.log[ask.kept_length :])
            later = take_back.rewind_to(bare, game, ask.seat, ask.kept_length, now)
            name = record.chairs[ask.seat].occupant.name
            return later.with_room_event("all_took_back", {"name": name, "seat": ask.seat, "n": count}, now)
        case _:
            assert_never(ask.kind)


def _require_proposal(record: Record, now: float) -> Proposal:
    require_play(record)
    ask = open_proposal(record, now)
    if ask is None:
        raise Refusal("ask_over")
    return ask
