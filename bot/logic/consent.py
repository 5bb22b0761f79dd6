"""Proposals to which everybody who plays must agree: taking moves back, a pause, ending the game now.

Each step takes the record of a room and returns the next one, or refuses. Knows no storage and no Discord.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import assert_never

from bot.logic import take_back
from bot.logic.deadlines import needs_clock, paused
from bot.model.errors import Refusal
from bot.model.people import Person
from bot.model.record import PROPOSALS, Aside, Proposal, Record
from bot.model.room import needs_play, needs_unpaused
from engine.core import CHANCE, Fact, Game, Seat

CALLED_AGAIN = 3600.0  # seconds after which people are called to answer a proposal once more
LASTS = 24 * 3600.0  # seconds within which all must agree


def asked(record: Record, game: Game, seat: Seat, kind: str, now: float) -> Record:
    """The seat has asked everybody for one of PROPOSALS; who plays with robots alone has it at once.

    Raises Refusal: unknown, over, not_started, gone, asked; for take_back no_take_back, for pause no_clock, paused.
    """
    needs_play(record)
    known = next((one for one in PROPOSALS if one == kind), None)
    target = len(record.log)
    match known:
        case None:
            raise Refusal("unknown")
        case "take_back":
            needs_unpaused(record)
            target = take_back.last_own(record, seat).index
        case "pause":
            needs_clock(record)
        case "finish":
            pass
        case _:
            assert_never(known)
    if open_ask(record, now) is not None:
        raise Refusal("asked")
    ask = Proposal(seat, len(record.log), target, (seat,), now, known)
    return _settled(replace(record, ask=ask, moved=now), game, ask, now)


def agreed(record: Record, game: Game, seat: Seat, now: float) -> Record:
    """The seat has agreed; once every person has, the proposal is carried out.

    Raises Refusal: over, not_started, gone, ask_over, already_agreed.
    """
    ask = _needs_ask(record, now)
    if seat in ask.agreed:
        raise Refusal("already_agreed")
    ask = replace(ask, agreed=(*ask.agreed, seat))
    return _settled(replace(record, ask=ask, moved=now), game, ask, now)


def declined(record: Record, now: float) -> Record:
    """The proposal is dropped; who declined is not recorded. Raises Refusal: over, not_started, gone, ask_over."""
    _needs_ask(record, now)
    return _refused(record, now)


def lapsed(record: Record, now: float) -> Record:
    """The record without a proposal that is a day old; otherwise the record unchanged."""
    ask = record.ask
    return record if ask is None or now - ask.at < LASTS else _refused(record, now)


def _refused(record: Record, now: float) -> Record:
    """The record without its proposal, with a note of what was refused and when people were last called for it."""
    ask = record.ask
    assert ask is not None
    before = called_before(record.asides, ask)
    facts: dict[str, Fact] = {"of": ask.kind, "called": int(ask.at) if before is None else before}
    return replace(record, ask=None).with_aside("goes_on", facts, now)


def called_before(asides: Sequence[Aside], ask: Proposal) -> int | None:
    """When people were called for a refused proposal within the hour before this one, unix seconds; None if never."""
    calls = [int(aside.facts.get("called", 0)) for aside in asides if aside.kind == "goes_on"]
    return max((at for at in calls if ask.at - at < CALLED_AGAIN), default=None)


def open_ask(record: Record, now: float) -> Proposal | None:
    """The proposal that still waits for consent; None if there is none, or a move or a day has ended it."""
    ask = record.ask
    return ask if ask and ask.length == len(record.log) and now - ask.at < LASTS else None


def _settled(record: Record, game: Game, ask: Proposal, now: float) -> Record:
    """The record with the proposal carried out if every person has agreed; robots agree to everything."""
    people = {seat for seat, chair in enumerate(record.chairs) if isinstance(chair.occupant, Person)}
    if not people <= set(ask.agreed):
        return record
    bare = replace(record, ask=None)
    match ask.kind:
        case "pause":
            return paused(bare, now)
        case "finish":  # early, by nobody in particular; moves of an unfinished turn that nobody has seen do not count
            for seat in range(len(record.chairs)):
                bare = take_back.withdrawn(bare, game, seat, now)
            chairs = tuple(replace(chair, acts=False) for chair in bare.chairs)
            ended = replace(bare, phase="ended", chairs=chairs, offers=())
            return ended.with_aside("all_finished", {}, now)
        case "take_back":
            count = sum(line.seat != CHANCE for line in record.log[ask.target :])
            later = take_back.back_to(bare, game, ask.seat, ask.target, now)
            name = record.chairs[ask.seat].occupant.name
            return later.with_aside("all_took_back", {"name": name, "seat": ask.seat, "n": count}, now)
        case _:
            assert_never(ask.kind)


def _needs_ask(record: Record, now: float) -> Proposal:
    needs_play(record)
    ask = open_ask(record, now)
    if ask is None:
        raise Refusal("ask_over")
    return ask
