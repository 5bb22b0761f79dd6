"""What a profile shows, and the same in words for those who do not see its picture.

Knows no ratings and no pixels: numbers come in as they are shown.
"""

from dataclasses import dataclass

from render.cards.parts import tenths, told
from render.scene import Say

MINUTE, HOUR, DAY = 60, 3600, 86400  # seconds


@dataclass(frozen=True)
class Outcome:
    """How one game ended: the `rank` (from 1) `among` so many seats, the `score`, the `change` of the rating."""

    change: float
    rank: int
    among: int
    score: int


@dataclass(frozen=True)
class GameLine:
    """One game in a profile: its `title`, the person's `rating` in it, `games` played and `wins` among them.

    `provisional`: too few games to have a place yet. `place` counts from 1, `best` is the best score; both are None if
    there is none. `curve` has a point a day, oldest first: days since 1970-01-01 UTC, rating.
    """

    title: str
    rating: float
    provisional: bool = False
    place: int | None = None
    games: int = 0
    wins: int = 0
    best: int | None = None
    curve: tuple[tuple[int, float], ...] = ()


@dataclass(frozen=True)
class ProfileView:
    """A person at one game, `chosen`, with the others beside it; without a chosen one all games alike.

    `name` is the person's. `subtitle` is words ("since March 2026, this server"). `by_game`: the other games, or
    all. `game` is the key of the chosen game, whose tiles make the frieze, "" for all. `places`: of the chosen game,
    here and everywhere, None where there is none. `think`: mean seconds a move, None if unknown. `last`: the last
    games, oldest first. `against`: games that the person won and lost against the reader, None where they never met
    or are one.
    """

    name: str
    subtitle: str = ""
    chosen: GameLine | None = None
    by_game: tuple[GameLine, ...] = ()
    places: tuple[int | None, int | None] = (None, None)
    think: float | None = None
    last: tuple[Outcome, ...] = ()
    against: tuple[int, int] | None = None
    game: str = ""


def lasting(seconds: float, say: Say) -> str:
    """A time of thinking in one unit, short: "40 s", "12 min", "5 h", "2 days"."""
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if seconds >= (2 * size if unit == "days" else size):
            return say(f"profile_picture.{unit}", n=round(seconds / size))
    return say("profile_picture.seconds", n=round(seconds))


def signed(change: float, say: Say) -> str:
    """Points of rating won or lost, with their sign."""
    return say(f"profile_picture.{'loss' if change < 0 else 'gain'}", by=tenths(abs(change), say))


def alt(view: ProfileView, say: Say) -> str:
    """The profile in at most 1,000 characters, a sentence at a time; what has no room is left out whole."""
    return told(_sentences(view, say))


def _sentences(view: ProfileView, say: Say) -> list[str]:
    """The most important first."""
    parts = [f"{view.name}, {view.subtitle}." if view.subtitle else f"{view.name}."]
    if view.chosen:
        parts.append(_game(view.chosen, standings(view, say), say))
    if view.think is not None:
        parts.append(say("profile_picture.told_think", span=lasting(view.think, say)))
    if view.against:
        parts.append(say("profile_picture.told_against", wins=view.against[0], losses=view.against[1]))
    for line in view.by_game:
        places = [] if line.place is None else [say("profile_picture.place", place=line.place)]
        parts.append(_game(line, places, say))
    if view.chosen and len(view.chosen.curve) > 1:
        ratings = [rating for _, rating in view.chosen.curve]
        course = {"first": ratings[0], "least": min(ratings), "most": max(ratings), "now": ratings[-1]}
        parts.append(say("profile_picture.told_curve", **{key: tenths(value, say) for key, value in course.items()}))
    for one in reversed(view.last):
        facts = {"rank": one.rank, "among": one.among, "score": one.score, "change": signed(one.change, say)}
        parts.append(say("profile_picture.told_outcome", **facts))
    if not (view.chosen or view.by_game):
        parts.append(say("profile_picture.empty"))
    return parts


def standings(view: ProfileView, say: Say) -> list[str]:
    """The places of the chosen game, in words."""
    places = zip(("here", "everywhere"), view.places, strict=True)
    return [say(f"profile_picture.{key}", place=place) for key, place in places if place is not None]


def _game(line: GameLine, places: list[str], say: Say) -> str:
    facts = {"title": line.title, "rating": tenths(line.rating, say), "games": line.games, "wins": line.wins}
    parts = [say(f"profile_picture.told_{'provisional' if line.provisional else 'rating'}", **facts), *places]
    parts.append(say("profile_picture.won", **facts))
    if line.best is not None:
        parts.append(say("profile_picture.best", best=line.best))
    return ", ".join(parts) + "."
