"""What people are called at a table, in sentences and in pictures, now and before. Knows no Discord library."""

from collections.abc import Sequence

from bot.model.people import Occupant, Person, label, with_numbers
from bot.model.room import ENDED_PHASES, PlayedRoom, Room
from bot.screens.lobby import called, person
from bot.text.days import moment_of
from bot.text.names import IN_PICTURES
from bot.text.words import Words
from engine import Seat


def names(room: Room, words: Words) -> list[str]:
    """The name of each seat, for sentences."""
    return _names(room, room.seats, words)


def names_then(room: Room, words: Words, length: int) -> list[str]:
    """The name of each seat when the log was so long: a later owner has not made the seat's earlier moves."""
    return _names(room, _seats_then(room, length), words)


def short_names(room: Room) -> list[str]:
    """The name of each seat, for pictures and alt texts."""
    return [label(who, IN_PICTURES) for who in room.seats]


def short_names_then(room: Room, length: int) -> list[str]:
    """The same when the log was so long."""
    return [label(who, IN_PICTURES) for who in _seats_then(room, length)]


def _names(room: Room, seats: Sequence[Occupant], words: Words) -> list[str]:
    return [person(who, words) if room.mark(seat) else called(who, words) for seat, who in enumerate(seats)]


def _seats_then(room: Room, length: int) -> Sequence[Occupant]:
    left = {seat: Person(0, old) for seat, old in replaced(room, length).items()}
    seats = [left.get(seat, who) for seat, who in enumerate(room.seats)]
    return with_numbers(seats, pictured=True) if left else room.seats


def replaced(room: Room, length: int) -> dict[Seat, str]:
    """The names of people who sat there when the log was so long and do no more."""
    later = [aside for aside in room.asides if aside.kind == "replaced" and aside.place >= length]
    seats = ((aside.facts.get("seat"), aside.facts.get("old")) for aside in reversed(later))
    return {seat: old for seat, old in seats if isinstance(seat, int) and isinstance(old, str)}


def marked(room: PlayedRoom, words: Words) -> list[str]:
    """The name of each seat, followed by why it does not play as usual: left, away, out of the game."""
    return [f"{name}{_mark(room, seat, words)}" for seat, name in enumerate(names(room, words))]


def _mark(room: PlayedRoom, seat: Seat, words: Words) -> str:
    mark, away = room.mark(seat), room.away[seat] if room.away else ""
    if mark:
        return words(f"table.mark.{mark}")
    if room.table.state.is_out(seat) and room.phase not in ENDED_PHASES:
        return words("table.mark.out")
    if not away or room.phase in ENDED_PHASES:
        return ""
    return words("table.away", day=f"<t:{moment_of(away)}:D>")
