"""What the seats of a table are called, in sentences and in pictures, now and before. Knows no Discord library."""

from datetime import UTC, datetime

from bot.model.room import ENDED_PHASES, PlayedRoom, Room
from bot.screens.lobby import called
from bot.text.names import IN_PICTURES, escaped, plain
from bot.text.words import Words
from engine import Seat


def names(room: Room, words: Words) -> list[str]:
    """The name of each seat, for sentences."""
    return [
        words("name.person", name=escaped(who.name)) if room.mark(seat) else called(who, words)
        for seat, who in enumerate(room.seats)
    ]


def names_then(room: Room, words: Words, length: int) -> list[str]:
    """The name of each seat when the log was so long: a later owner has not made the seat's earlier moves."""
    before = {seat: words("name.person", name=escaped(old)) for seat, old in replaced(room, length).items()}
    return [before.get(seat, name) for seat, name in enumerate(names(room, words))]


def short_names_then(room: Room, length: int) -> list[str]:
    """The same for pictures and alt texts."""
    before = {seat: plain(old, IN_PICTURES) for seat, old in replaced(room, length).items()}
    return [before.get(seat, name) for seat, name in enumerate(short_names(room))]


def replaced(room: Room, length: int) -> dict[Seat, str]:
    """The names of people who sat there when the log was so long and do no more."""
    later = [aside for aside in room.asides if aside.kind == "replaced" and aside.place >= length]
    seats = ((aside.facts.get("seat"), str(aside.facts["old"])) for aside in reversed(later))
    return {seat: old for seat, old in seats if isinstance(seat, int)}


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
    noon = datetime.fromisoformat(away).replace(hour=12, tzinfo=UTC)  # the same day in nearly every time zone
    return words("table.away", day=f"<t:{int(noon.timestamp())}:D>")


def short_names(room: Room) -> list[str]:
    """The name of each seat, for pictures and alt texts."""
    return [plain(who.name, IN_PICTURES) for who in room.seats]
