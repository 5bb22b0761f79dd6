"""What people are called at a table, in sentences and in pictures, now and before. Knows no Discord library."""

from collections.abc import Sequence

from bot.model.people import Occupant, Person, label, mark, with_numbers
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room
from bot.text.days import moment_of
from bot.text.names import IN_PICTURES, escaped
from bot.text.words import Words
from engine import Seat


def person(who: Occupant, words: Words) -> str:
    """The name within a sentence as that of a person, for whom a robot may play by now."""
    return words("name.person", name=escaped(who.name, who.number))


def robot(who: Occupant, words: Words) -> str:
    """The name within a sentence as that of a robot."""
    return words("name.robot", name=escaped(who.name, who.number))


def called(occupant: Occupant, words: Words) -> str:
    """The name of an occupant within a sentence: **Ana**, or Robot **Vera**."""
    return person(occupant, words) if isinstance(occupant, Person) else robot(occupant, words)


def of_name(room: Room, name: str, words: Words, seat: int = 0) -> str:
    """Somebody of whom only the name was kept: on that seat, from 1; else the host or the only one of that name."""
    found = [one for one in room.seats if one.name == name]
    sure = [one for one in found if mark(one) == str(room.record.host.id)] if seat == 0 else room.seats[seat - 1 : seat]
    alone = [one for one in sure if one in found] or (found if len(found) == 1 else [])
    return person(next(iter(alone), Person(0, name)), words)


def names(room: Room, words: Words, length: int | None = None) -> list[str]:
    """The name of each seat, for sentences.

    `length`: of the log, for the names of that time: a later owner has not made the seat's earlier moves.
    """
    found = []
    for seat, who in enumerate(_occupants(room, length)):
        found.append(person(who, words) if room.mark(seat) else called(who, words))
    return found


def short_names(room: Room, length: int | None = None) -> list[str]:
    """The name of each seat, for pictures and alt texts; `length` as for `names`."""
    return [label(who, IN_PICTURES) for who in _occupants(room, length)]


def _occupants(room: Room, length: int | None) -> Sequence[Occupant]:
    """Who has the seats now, or had them when the log was so long."""
    left = {} if length is None else replaced(room, length)
    if not left:
        return room.seats
    seats = [Person(0, left[seat]) if seat in left else who for seat, who in enumerate(room.seats)]
    return with_numbers(seats, pictured=True)


def replaced(room: Room, length: int) -> dict[Seat, str]:
    """The names of people who had a seat when the log was so long and have left it since."""
    found: dict[Seat, str] = {}
    for aside in reversed(room.asides):
        if aside.kind == "replaced" and aside.place >= length:
            seat = aside.facts.get("seat")
            old = aside.facts.get("old")
            if isinstance(seat, int) and isinstance(old, str):
                found[seat] = old
    return found


def marked(room: PlayedRoom, words: Words) -> list[str]:
    """The name of each seat, followed by why it does not play as usual: left, away, out of the game."""
    found = names(room, words)
    for seat, chair in enumerate(room.chairs):
        away = chair.away_at(room.now)
        if chair.mark:
            found[seat] += words(f"table.mark.{chair.mark}")
        elif room.phase in ENDED_PHASES:
            continue
        elif room.table.state.is_out(seat):
            found[seat] += words("table.mark.out")
        elif away:
            found[seat] += words("table.away", day=f"<t:{moment_of(away)}:D>")
    return found
