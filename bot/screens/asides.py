"""What happened at a table besides its moves, in sentences. Knows no Discord library and no position."""

from collections.abc import Iterable, Mapping

from bot.model.people import Person, with_numbers
from bot.model.room import Aside, Room
from bot.screens.lobby import person
from bot.text.words import Words
from engine import Fact, Seat


def asides_of(room: Room, several: Iterable[Aside], words: Words, reader: Seat | None = None) -> list[str]:
    """A sentence for each aside; the person on the seat `reader` is called "you"."""
    return [_aside(room, aside, words, reader) for aside in several]


def _aside(room: Room, aside: Aside, words: Words, reader: Seat | None) -> str:
    seat, named = room.seat_named(aside.facts), _named(room, aside.facts, words)
    if seat is not None and seat == reader and aside.facts.get("name") == room.seats[seat].name:
        named |= {"name": words("name.you"), "you": 1}
    return words(f"aside.{aside.kind}", **named)


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
    return found
