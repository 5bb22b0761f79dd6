"""Who asks, where, and in which language. A value; knows no Discord library."""

from __future__ import annotations

from dataclasses import dataclass

from bot.model.people import Person
from bot.text.words import Words


@dataclass(frozen=True)
class Asker:
    """Who asks, from where.

    `person` asks in `channel` of the server `guild`, None in a direct message. `words` are those of the person,
    `shared` those of what everybody there reads. `press`: the number of the interaction. `may_manage`: whether the
    person may end the tables of others.
    """

    person: Person
    words: Words
    shared: Words
    press: int
    guild: int | None
    channel: int
    may_manage: bool = False
