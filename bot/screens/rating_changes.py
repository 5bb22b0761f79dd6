"""Texts about ratings: how a game changed them, and how ratings, seasons and times are written.

Independent of storage and the Discord library.
"""

from bot.logic.ratings import ALL_TIME, quarter
from bot.logic.results import SeatResult
from bot.logic.standings import GameOutcome
from bot.model.people import Person
from bot.model.room import Room
from bot.screens.seat_names import former_owner_name, person_name, robot_name
from bot.text.names import escape_name
from bot.text.words import MINUS, Words, format_duration

_MINUTE_SECONDS = 60  # seconds


def rating_summary(room: Room, counted: GameOutcome | None, words: Words) -> str:
    """How a finished game changed settled ratings, and who thought longest.

    Changes of unsettled ratings are large and mean little; people see such changes only in their own profile.
    """
    if counted is None:
        return words("rating.casual")
    places = counted.result.places
    changed = [place for place in places if place.person in counted.gains]
    gained = []
    for place in changed:
        gain = counted.gains[place.person or 0]
        if gain.settled:
            by = round(gain.here, 1) - round(gain.here_before, 1)
            name = _owner_name(room, counted, place, words)
            gained.append(
                words("rating.gain", name=name, now=rating_text(gain.here, words), change=change_text(by, words))
            )
    fixed = [robot_name(room.occupants[place.seat], words) for place in places if place.person is None]
    lines = [words("rating.gains", all=", ".join(gained)) if gained else ""]
    lines += [words("rating.fixed", names=", ".join(fixed), n=len(fixed))] if fixed else []
    owners = {place.person for place in places}
    lines += [
        words("rating.newcomer", name=person_name(player, words)) for player in room.people if player.id not in owners
    ]
    longest = max(places, key=lambda place: place.thinking_time.longest)
    if longest.person in counted.names and longest.thinking_time.longest >= _MINUTE_SECONDS:
        name = _owner_name(room, counted, longest, words)
        seconds = longest.thinking_time.longest
        lines.append(
            words("rating.longest", name=name, span=thinking_time(seconds, words), brief=seconds < 2 * _MINUTE_SECONDS)
        )
    return " ".join(filter(None, lines))


def season_name(season: int, words: Words) -> str:
    """The name of a season: all time or a quarter."""
    year, number = quarter(season)
    return words("season.all") if season == ALL_TIME else words("season.quarter", year=year, n=number)


def thinking_time(seconds: float, words: Words) -> str:
    """A thinking time in one unit: "5 hours"."""
    return (
        format_duration(seconds, words) if seconds >= 2 * _MINUTE_SECONDS else words("span.seconds", n=round(seconds))
    )


def rating_text(mu: float, words: Words) -> str:
    """A rating as shown to people, with the language's decimal separator."""
    return f"{mu:.1f}".replace("-", MINUS).replace(".", words("leaderboard_picture.decimal"))


def change_text(by: float, words: Words) -> str:
    """A rating change with its sign, such as "+1.3", and the language's decimal separator."""
    return f"{by:+.1f}".replace("-", MINUS).replace(".", words("leaderboard_picture.decimal"))


def marked_name(name: str, words: Words) -> str:
    """A name in a line of figures, marked up as a name."""
    return words("name.person", name=escape_name(name))


def _owner_name(room: Room, counted: GameOutcome, place: SeatResult, words: Words) -> str:
    """The name of the person whose result this is, even if someone else has the seat now."""
    whose = Person(place.person or 0, counted.names[place.person or 0])
    return former_owner_name(room, place.seat, whose, words)
