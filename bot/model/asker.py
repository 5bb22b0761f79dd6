"""Who asks, from where, in which words. A value; knows no Discord library."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.room import Person
from bot.text.words import Words


@dataclass(frozen=True)
class Asker:
    """Who asks, from where: `press` is the interaction's number, `may_manage` the right to end others' tables.

    `words` are those of the person, `shared` those of what everybody there reads.
    """

    person: Person
    words: Words
    shared: Words
    press: int
    guild: int | None
    channel: int
    may_manage: bool = False
