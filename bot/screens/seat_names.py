"""The names of people at a table, for sentences and pictures, now and at earlier moments.

Independent of the Discord library.
"""

from collections.abc import Sequence

from bot.model.people import Occupant, Person, label, number_lookalikes, occupant_key
from bot.model.record import ENDED_PHASES
from bot.model.room import PlayedRoom, Room
from bot.text.dates import date_timestamp
from bot.text.names import MAX_IN_PICTURES, escape_name
from bot.text.words import Words
from engine import Seat


def person_name(who: Occupant, words: Words) -> str:
    """A person's name for a sentence: **Ana**. A robot may be playing for this person."""
    return words("name.person", name=escape_name(who.name, who.seat_number))


def robot_name(who: Occupant, words: Words) -> str:
    """A robot's name for a sentence: Robot **Vera**."""
    return words("name.robot", name=escape_name(who.name, who.seat_number))


def occupant_name(who: Occupant, words: Words) -> str:
    """A person's or robot's name for a sentence."""
    return person_name(who, words) if isinstance(who, Person) else robot_name(who, words)


def recorded_name(room: Room, name: str, words: Words, seat: int = 0) -> str:
    """The name, for a sentence, of a person of whom only the name is stored, with a seat number if ambiguous.

    `seat`: the person's seat, from 1; 0 if no seat is stored, which means the host. If the occupant found in this
    way has another name, the only occupant with this name is meant.
    """
    same_name = [occupant for occupant in room.occupants if occupant.name == name]
    if seat:
        found = [occupant for occupant in room.occupants[seat - 1 : seat] if occupant.name == name]
    else:
        found = [occupant for occupant in same_name if occupant_key(occupant) == str(room.record.host.id)]
    if not found and len(same_name) == 1:
        found = same_name
    return person_name(found[0] if found else Person(0, name), words)


def former_owner_name(room: Room, seat: Seat, who: Person, words: Words) -> str:
    """The name, for a sentence, of a former owner of the seat, distinct from the names of the other seats now."""
    seats = list(room.occupants)
    seats[seat] = who
    return person_name(number_lookalikes(seats, pictured=True)[seat], words)


def names(room: Room, words: Words, length: int | None = None) -> list[str]:
    """The name of each seat, for sentences.

    `length`: the length of the log at an earlier moment, to name the people who had the seats then.
    """
    found = []
    for seat, who in enumerate(_occupants(room, length)):
        # A robot that plays for a person is shown with that person's name.
        key = "name.person" if isinstance(who, Person) or room.chairs[seat].departure else "name.robot"
        found.append(words(key, name=escape_name(who.name, who.seat_number)))
    return found


def short_names(room: Room, length: int | None = None) -> list[str]:
    """The name of each seat, for pictures and alt texts; `length` as for `names`."""
    return [label(who, MAX_IN_PICTURES) for who in _occupants(room, length)]


def _occupants(room: Room, length: int | None) -> Sequence[Occupant]:
    """The occupants of the seats, now (None) or when the log had this length."""
    former = {} if length is None else former_names(room, length)
    if not former:
        return room.occupants
    seats = [Person(0, former[seat]) if seat in former else who for seat, who in enumerate(room.occupants)]
    return number_lookalikes(seats, pictured=True)


def former_names(room: Room, length: int) -> dict[Seat, str]:
    """The names of people who had a seat when the log had this length and have left it since."""
    found: dict[Seat, str] = {}
    for room_event in reversed(room.record.room_events):
        if room_event.kind == "replaced" and room_event.log_length >= length:
            seat = room_event.facts.get("seat")
            old = room_event.facts.get("old")
            if isinstance(seat, int) and isinstance(old, str):
                found[seat] = old
    return found


def names_with_marks(room: PlayedRoom, words: Words) -> list[str]:
    """The name of each seat, followed by why it does not play as usual: left, away, out of the game."""
    found = names(room, words)
    for seat, chair in enumerate(room.chairs):
        if chair.departure:
            found[seat] += words(f"table.mark.{chair.departure}")
        elif room.phase in ENDED_PHASES:
            continue
        elif room.table.state.is_out(seat):
            found[seat] += words("table.mark.out")
        elif chair.away_until:
            found[seat] += words("table.away", day=f"<t:{date_timestamp(chair.away_until)}:D>")
    return found
