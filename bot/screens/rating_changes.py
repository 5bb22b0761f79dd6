"""What a game did to ratings, told where it ends, and how ratings, seasons and times are said. Knows no storage.

Knows no Discord library either.
"""

from collections.abc import Iterator

from bot.logic.ratings import ALL_TIME, quarter
from bot.logic.standings import GameOutcome
from bot.model.room import Room
from bot.text.names import escaped, isolated
from bot.text.phrases import MINUS, lasting
from bot.text.words import Words

MINUTE = 60  # seconds


def summary(room: Room, counted: GameOutcome | None, words: Words) -> str:
    """How a finished game changed ratings that are settled, and who thought longest.

    A change while a rating is not settled yet is large and says little; only its owner sees it, in the profile.
    """
    if counted is None:
        return words("rating.casual")
    places = counted.result.places
    people = (place.person for place in places if place.person in counted.gains)
    gained = [_gain(counted, person, words) for person in people if counted.gains[person].settled]
    fixed = [words("name.robot", name=escaped(room.seats[place.seat].name)) for place in places if place.person is None]
    lines = [words("rating.gains", all=", ".join(gained)) if gained else ""]
    lines += [words("rating.fixed", names=", ".join(fixed), n=len(fixed))] if fixed else []
    lines += _newcomers(room, counted, words)
    longest = max(places, key=lambda place: place.thought.longest)
    if longest.person in counted.names and longest.thought.longest >= MINUTE:
        name = words("name.person", name=escaped(counted.names[longest.person]))
        seconds = longest.thought.longest
        lines.append(words("rating.longest", name=name, span=span(seconds, words), brief=seconds < 2 * MINUTE))
    return " ".join(filter(None, lines))


def season_name(season: int, words: Words) -> str:
    """All time, or a quarter."""
    year, number = quarter(season)
    return words("season.all") if season == ALL_TIME else words("season.quarter", year=year, n=number)


def span(seconds: float, words: Words) -> str:
    """A thinking time in one unit: "5 hours"."""
    return lasting(seconds, words) if seconds >= 2 * MINUTE else words("span.seconds", n=round(seconds))


def number(mu: float, words: Words) -> str:
    """A rating as it is shown, with the language's decimal sign."""
    return _decimal(f"{mu:.1f}".replace("-", MINUS), words)


def change(by: float, words: Words) -> str:
    """The change of a rating, with its sign: "+1.3"."""
    return _decimal(f"{by:+.1f}".replace("-", MINUS), words)


def _decimal(written: str, words: Words) -> str:
    return written.replace(".", words("leaderboard_picture.decimal"))


def named(name: str, words: Words) -> str:
    """A name among figures: marked as a name, and isolated if it is written from right to left."""
    return words("name.person", name=isolated(escaped(name)))


def _gain(counted: GameOutcome, person: int, words: Words) -> str:
    gain = counted.gains[person]
    by = change(round(gain.here, 1) - round(gain.here_before, 1), words)
    name = words("name.person", name=escaped(counted.names[person]))
    return words("rating.gain", name=name, now=number(gain.here, words), change=by)


def _newcomers(room: Room, counted: GameOutcome, words: Words) -> Iterator[str]:
    """A line for each person who took a seat over, whose ratings stay as before."""
    owners = {place.person for place in counted.result.places}
    for person in room.people:
        if person.id not in owners:
            yield words("rating.newcomer", name=words("name.person", name=escaped(person.name)))
