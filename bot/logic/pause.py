"""Pausing the clock of a table and resuming it: steps from record to record.

Knows no storage and no Discord, and reads no clock: `now` is a parameter, in unix seconds.
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
    """Returns if the table's clock runs. Raises Refusal: paused, no_clock."""
    needs_unpaused(record)
    if allowance(record) is None:
        raise Refusal("no_clock", tag=record.tag)


def stopped(record: Record, now: float) -> Record:
    """The clock stands still and nobody can move; deadlines stay in the record without effect."""
    return noted(replace(record, paused=now), "paused", {"until": int(now + LONGEST)}, now)


def gone_on(record: Record, hours: Mapping[int, Hours], name: str, now: float) -> Record:
    """The clock runs again; every deadline is later by the playing time that its person lost meanwhile.

    `name`: who resumed the game, "" if the longest pause was over. Raises Refusal: not_paused.
    """
    if record.phase != "playing" or record.paused is None:
        raise Refusal("not_paused", tag=record.tag)
    later = postponed(record, hours, (record.paused, now), as_outage=False)
    return noted(replace(later, paused=None), "went_on", {"name": name} if name else {}, now)


def lapsed(record: Record, hours: Mapping[int, Hours], now: float) -> Record:
    """The record resumed if its pause has lasted LONGEST; otherwise unchanged."""
    if record.phase != "playing" or record.paused is None or now - record.paused < LONGEST:
        return record
    return gone_on(record, hours, "", now)
