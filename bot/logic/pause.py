"""The clock of a table that stands still, and runs again: steps from record to record.

Knows no storage, no Discord and no clock of its own: `now` is given, unix seconds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.logic.deadlines import allowance, postponed
from bot.model.errors import Refusal
from bot.model.hours import Hours
from bot.model.phases import needs_unpaused
from bot.model.record import Record, noted

LONGEST = 14 * 86_400.0  # seconds after which the clock runs again by itself


def needs_clock(record: Record) -> None:
    """Nothing happens where a clock runs. Raises Refusal: paused, no_clock."""
    needs_unpaused(record)
    if allowance(record) is None:
        raise Refusal("no_clock", tag=record.tag)


def stopped(record: Record, now: float) -> Record:
    """The clock stands still and nobody can move; deadlines stay as they are kept, but count no more."""
    return noted(replace(record, paused=now), "paused", {"until": int(now + LONGEST)}, now)


def gone_on(record: Record, hours: Mapping[int, Hours], name: str, now: float) -> Record:
    """The clock runs again; every deadline is later by what its person has lost of the time in between.

    `name`: who wanted that, "" where the time was up. Raises Refusal: not_paused.
    """
    if record.phase != "playing" or record.paused is None:
        raise Refusal("not_paused", tag=record.tag)
    later = postponed(record, hours, (record.paused, now), told=False)
    return noted(replace(later, paused=None), "went_on", {"name": name} if name else {}, now)


def lapsed(record: Record, hours: Mapping[int, Hours], now: float) -> Record:
    """A pause that has lasted as long as one may is over; otherwise the record as it is."""
    if record.phase != "playing" or record.paused is None or now - record.paused < LONGEST:
        return record
    return gone_on(record, hours, "", now)
