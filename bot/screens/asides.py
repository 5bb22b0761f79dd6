"""What happened at a table besides its moves, in sentences. Knows no Discord library and no position."""

import logging
from collections.abc import Iterable, Mapping
from functools import lru_cache

from bot.model.people import Person, look_alike, with_numbers
from bot.model.room import Aside, Room
from bot.screens.lobby import person
from bot.text.words import Words
from engine import Fact, Seat

REMEMBERED = 1_000  # asides that cannot be told

log = logging.getLogger(__name__)


def aside_sentences(
    room: Room, several: Iterable[Aside], words: Words, reader: Seat | None = None
) -> list[tuple[Aside, str]]:
    """Each aside with its sentence; the person on the seat `reader` is called "you".

    What cannot be told is left out and logged once: it was stored long ago, perhaps by another version, and the table
    must be shown all the same.
    """
    found = []
    for aside in several:
        seat, named = room.seat_named(aside.facts), _named(room, aside.facts, words)
        if seat is not None and seat == reader and aside.facts.get("name") == room.seats[seat].name:
            named |= {"name": words("name.you"), "you": 1}
        try:
            text = words(f"aside.{aside.kind}", **named)
        except KeyError:  # without a fact that it needs, or of an unknown kind
            _complain(aside.kind, aside.place, aside.at)
            continue
        if text:
            found.append((aside, text))
    return found


def by_itself(lines: list[str], how: str, name: str, words: Words) -> list[str]:
    """The sentences about a move; if nobody chose it, the first one says why it was made."""
    return [words(f"table.{how}", said=lines[0].rstrip("."), name=name), *lines[1:]] if lines and how else lines


@lru_cache(maxsize=REMEMBERED)
def _complain(kind: str, place: int, at: float) -> None:
    log.error("what happened besides move %d (%s, at %d) cannot be told and is left out", place, kind, at)


def _named(room: Room, facts: Mapping[str, Fact], words: Words) -> dict[str, object]:
    """The facts of an aside, names made safe and told apart from those of other seats."""
    seat, seats = room.seat_named(facts), list(room.seats)
    names = {key: fact for key, fact in facts.items() if isinstance(fact, str) and key not in ("lock", "of")}
    found: dict[str, object] = {**facts}
    for key, name in names.items():
        if seat is None:
            found[key] = person(Person(0, name), words)
        else:
            seats[seat] = Person(0, name)
            found[key] = person(with_numbers(seats, pictured=True)[seat], words)
    if seat is not None and {"name", "old"} <= names.keys():
        now, before = (Person(0, names[key], seat + 1) for key in ("name", "old"))
        if look_alike(now, before):
            found["old"] = person(before, words)
    return found
