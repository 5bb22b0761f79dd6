"""What a game did to ratings, told where it ends, and how ratings, seasons and times are said. Knows no storage.

Knows no Discord library either.
"""

from bot.logic.ratings import ALL_TIME, quarter
from bot.logic.results import SeatResult
from bot.logic.standings import GameOutcome
from bot.model.people import Person
from bot.model.room import Room
from bot.screens.seat_names import former_owner, person, robot
from bot.text.names import escape_name
from bot.text.words import MINUS, Words, format_duration

MINUTE = 60  # seconds


def summary(room: Room, counted: GameOutcome | None, words: Words) -> str:
    """How a finished game changed ratings that are settled, and who thought longest.

    A change while a rating is not settled yet is large and says little; only its owner sees it, in the profile.
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
            name = _name_at(room, counted, place, words)
            gained.append(words("rating.gain", name=name, now=number(gain.here, words), change=change(by, words)))
    fixed = [robot(room.occupants[place.seat], words) for place in places if place.person is None]
    lines = [words("rating.gains", all=", ".join(gained)) if gained else ""]
    lines += [words("rating.fixed", names=", ".join(fixed), n=len(fixed))] if fixed else []
    owners = {place.person for place in places}
    lines += [words("rating.newcomer", name=person(one, words)) for one in room.people if one.id not in owners]
    longest = max(places, key=lambda place: place.thinking_time.longest)
    if longest.person in counted.names and longest.thinking_time.longest >= MINUTE:
        name = _name_at(room, counted, longest, words)
        seconds = longest.thinking_time.longest
        lines.append(words("rating.longest", name=name, span=span(seconds, words), brief=seconds < 2 * MINUTE))
    return " ".join(filter(None, lines))


def season_name(season: int, words: Words) -> str:
    """All time, or a quarter."""
    year, number = quarter(season)
    return words("season.all") if season == ALL_TIME else words("season.quarter", year=year, n=number)


def span(seconds: float, words: Words) -> str:
    """A thinking time in one unit: "5 hours"."""
    return format_duration(seconds, words) if seconds >= 2 * MINUTE else words("span.seconds", n=round(seconds))


def number(mu: float, words: Words) -> str:
    """A rating as it is shown, with the language's decimal sign."""
    return f"{mu:.1f}".replace("-", MINUS).replace(".", words("leaderboard_picture.decimal"))


def change(by: float, words: Words) -> str:
    """The change of a rating, with its sign: "+1.3"."""
    return f"{by:+.1f}".replace("-", MINUS).replace(".", words("leaderboard_picture.decimal"))


def named(name: str, words: Words) -> str:
    """A name among figures, marked as a name."""
    return words("name.person", name=escape_name(name))


def _name_at(room: Room, counted: GameOutcome, place: SeatResult, words: Words) -> str:
    """The name of whose place it is, who may have given the seat to somebody else meanwhile."""
    whose = Person(place.person or 0, counted.names[place.person or 0])
    return former_owner(room, place.seat, whose, words)
