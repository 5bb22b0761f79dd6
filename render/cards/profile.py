"""A profile: its content, its picture (rating curve, last games, results by game), and the same in words.

Knows nothing about ratings and pixels: the view contains the numbers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date

from render.cards.parts import (
    CARD_MARGIN,
    CARD_PANEL_GAP,
    CARD_WIDTH,
    brief_number,
    card,
    face,
    fit_sentences,
    frieze,
    one_decimal,
    percent,
    short_count,
    stack_parts,
)
from render.looks.curve import CurvePoint, RatingCourse, curve_points, levels, line_shape, value_range, value_y
from render.looks.font import drawable_name
from render.parts import square
from render.scene import Box, Say, Scene, Shape

PANELS_TOP = 188  # board units
PANEL_WIDTH = CARD_WIDTH - 2 * CARD_MARGIN
# Heights in board units.
CHOSEN_GAME_HEIGHT = 264
OUTCOMES_LABEL_HEIGHT = 40
OUTCOME_HEIGHT = 104
OTHER_GAME_HEIGHT = 88
LISTED_GAME_HEIGHT = 112
EMPTY_PANEL_HEIGHT = 120
MAX_OUTCOMES = 10
MAX_OTHER_GAMES = 6
MAX_LISTED_GAMES = 8
KEY_FIGURE_WIDTH = 156  # board units of a key figure beside the name
EPOCH_DAY = date(1970, 1, 1).toordinal()
MINUTE_SECONDS = 60
HOUR_SECONDS = 3600
DAY_SECONDS = 86400


@dataclass(frozen=True)
class Outcome:
    """The result of one finished game."""

    change: float  # of the rating, in points
    rank: int  # from 1
    among: int  # number of seats
    score: int  # points


@dataclass(frozen=True)
class GameLine:
    """The results of a person in one game."""

    title: str  # name of the game
    rating: float  # of the person in this game
    provisional: bool = False  # too few games for a place
    place: int | None = None  # from 1
    games: int = 0  # games played
    wins: int = 0  # games won
    best: int | None = None  # best score, None without one
    curve: tuple[tuple[int, float], ...] = ()  # one point per day, oldest first: days since 1970-01-01 UTC, rating


@dataclass(frozen=True)
class ProfileView:
    """The profile of a person: one chosen game in full and the others in short, or all games in short."""

    name: str  # of the person
    subtitle: str = ""  # "since March 2026, this server"
    chosen: GameLine | None = None  # the game shown in full
    by_game: tuple[GameLine, ...] = ()  # the other games, or all games
    places: tuple[int | None, int | None] = (None, None)  # in the chosen game: on this server, everywhere
    think: float | None = None  # mean seconds per move, None if unknown
    last: tuple[Outcome, ...] = ()  # last games, oldest first
    against: tuple[int, int] | None = None  # games won and lost against the reader, None without such games
    game: str = ""  # the key of the chosen game, whose tiles make the frieze, "" for all games


def scene(view: ProfileView, say: Say) -> Scene:
    """Return the picture, as high as its content requires."""
    parts = [
        _games(view.by_game[:MAX_LISTED_GAMES], LISTED_GAME_HEIGHT, say),
        _outcomes(view.last[-MAX_OUTCOMES:], say),
    ]
    if view.chosen:
        parts = [
            _chosen_game(view.chosen, view, say),
            parts[1],
            _games(view.by_game[:MAX_OTHER_GAMES], OTHER_GAME_HEIGHT, say),
        ]
    elif not view.by_game:
        box = Box(CARD_MARGIN, 0, PANEL_WIDTH, EMPTY_PANEL_HEIGHT)
        parts = [iter([Shape("panel", box), Shape("card note", box, say("profile_picture.empty"))])]
    shapes, bottom = stack_parts(parts, PANELS_TOP)
    return card(bottom + CARD_MARGIN, [*frieze(), *_head(view, say), *shapes])


def _head(view: ProfileView, say: Say) -> Iterator[Shape]:
    figures = _figures(view, say)
    room = CARD_WIDTH - CARD_MARGIN - KEY_FIGURE_WIDTH * len(figures) - 178
    yield from face(view.name, square(98, 118, 60))
    place = Box(178, 74, room, 56)
    if name := drawable_name(view.name):
        yield Shape("who", place, name)
    else:
        yield Shape("who unnamed", place, say("leaderboard_picture.unnamed"))
    if view.subtitle:
        yield Shape("since", Box(178, 130, room, 36), view.subtitle)
    for index, (key, value) in enumerate(figures):
        x = CARD_WIDTH - CARD_MARGIN - KEY_FIGURE_WIDTH * (len(figures) - index)
        yield Shape("figure", Box(x, 78, KEY_FIGURE_WIDTH, 50), value)
        yield Shape("figure note", Box(x, 128, KEY_FIGURE_WIDTH, 32), say(f"profile_picture.figure_{key}"))


def _figures(view: ProfileView, say: Say) -> list[tuple[str, str]]:
    lines = (view.chosen,) if view.chosen else view.by_game
    games = sum(line.games for line in lines)
    wins = sum(line.wins for line in lines)
    figures = [("games", short_count(games))]
    if games:
        figures.append(("won", percent(wins / games, say)))
    if view.think is not None:
        figures.append(("think", duration_text(view.think, say)))
    if view.against:
        figures.append(("against", say("profile_picture.against", wins=view.against[0], losses=view.against[1])))
    return figures


def _chosen_game(game: GameLine, view: ProfileView, say: Say) -> Iterator[Shape]:
    box = Box(CARD_MARGIN, 0, PANEL_WIDTH, CHOSEN_GAME_HEIGHT)
    yield Shape("panel", box)
    left = Box(box.x + 24, box.y + 16, 290, 36)
    yield Shape("game", left, game.title)
    rating = one_decimal(game.rating, say)
    role = "grand unsettled" if game.provisional else "grand"
    yield Shape(role, Box(left.x, left.y + 40, left.w, 76), rating)
    notes = [say("leaderboard_picture.unsettled")] if game.provisional else []
    notes += place_texts(view, say)
    if game.best is not None:
        notes.append(say("profile_picture.best", best=game.best))
    for index, text in enumerate(notes):
        yield Shape("game note", Box(left.x, left.y + 126 + 32 * index, left.w, 32), text)
    yield from _course(game.curve, Box(box.x + 392, box.y + 24, box.w - 424, box.h - 74), say)


def _course(course: RatingCourse, plot: Box, say: Say) -> Iterator[Shape]:
    if not course:
        yield Shape("card note", plot, say("profile_picture.no_curve"))
        return
    through = curve_points(course, plot)
    if len(through) > 1:
        yield line_shape("area", plot, through)
    low, high = value_range(course)
    for level in levels(low, high):
        y = plot.y + value_y(level, low, high, plot)
        yield Shape("level", Box(plot.x, y - 1, plot.w, 2))
        yield Shape("level note", Box(plot.x - 92, y - 15, 80, 30), brief_number(level, say))
    yield from _curve_shapes("line", through, plot, 8)
    below = Box(plot.x, plot.y + plot.h + 10, plot.w, 32)
    yield Shape("day last", below, _day_text(course[-1][0], say))
    if course[0][0] < course[-1][0]:
        yield Shape("day first", below, _day_text(course[0][0], say))


def _curve_shapes(role: str, through: Sequence[CurvePoint], plot: Box, dot: int) -> Iterator[Shape]:
    """Yield the line with a dot at its end, or only the dot if there is a single point."""
    if len(through) > 1:
        yield line_shape(role, plot, through)
    x, y = through[-1]
    yield Shape("now", square(plot.x + x, plot.y + y, dot))


def _day_text(day: int, say: Say) -> str:
    day_date = date.fromordinal(EPOCH_DAY + day)
    return say("profile_picture.day", year=day_date.year, month=f"{day_date.month:02}", day=f"{day_date.day:02}")


def _outcomes(last: tuple[Outcome, ...], say: Say) -> Iterator[Shape]:
    if last:
        yield Shape("since", Box(CARD_MARGIN + 12, 2, PANEL_WIDTH - 24, 32), say("profile_picture.last"))
    for index, outcome in enumerate(last):
        won = " won" if outcome.rank == 1 else ""
        box = Box(
            CARD_MARGIN + index * (PANEL_WIDTH + CARD_PANEL_GAP) // MAX_OUTCOMES,
            OUTCOMES_LABEL_HEIGHT,
            (PANEL_WIDTH + CARD_PANEL_GAP) // MAX_OUTCOMES - CARD_PANEL_GAP,
            OUTCOME_HEIGHT,
        )
        yield Shape(f"chip{won}", box)
        rank = say("profile_picture.rank", rank=outcome.rank, of=outcome.among)
        yield Shape(f"rank{won}", Box(box.x, box.y + 2, box.w, 42), rank)
        yield Shape(f"outcome{won}", Box(box.x, box.y + 41, box.w, 30), str(outcome.score))
        yield Shape(f"outcome note{won}", Box(box.x, box.y + 70, box.w, 30), signed_points(outcome.change, say))


def _games(games: tuple[GameLine, ...], high: int, say: Say) -> Iterator[Shape]:
    """Yield the games in two columns."""
    for index, game in enumerate(games):
        x = CARD_MARGIN + index % 2 * (PANEL_WIDTH + CARD_PANEL_GAP) // 2
        y = index // 2 * (high + CARD_PANEL_GAP)
        yield from _game(game, Box(x, y, (PANEL_WIDTH - CARD_PANEL_GAP) // 2, high), say)


def _game(game: GameLine, box: Box, say: Say) -> Iterator[Shape]:
    yield Shape("panel", box)
    upper = Box(box.x + 18, box.y + 10, box.w - 36, box.h // 2 - 6)
    lower = Box(box.x + 18, upper.y + upper.h, box.w - 36, box.h - upper.h - 20)
    yield Shape("game short", upper._replace(w=264), game.title)
    won = say("profile_picture.won", wins=short_count(game.wins), games=short_count(game.games))
    yield Shape("game note", lower._replace(w=264), won)
    if game.curve:
        plot = Box(box.x + 290, box.y + 24, 80, box.h - 48)
        yield from _curve_shapes("curve", curve_points(game.curve, plot), plot, 6)
    role = "game rating unsettled" if game.provisional else "game rating"
    yield Shape(role, _right_end(upper, 130), one_decimal(game.rating, say))
    note = say("profile_picture.place", place=game.place) if game.place else ""
    note = say("leaderboard_picture.unsettled") if game.provisional else note
    if note:
        yield Shape("place note", _right_end(lower, 190), note)


def _right_end(box: Box, width: int) -> Box:
    return Box(box.x + box.w - width, box.y, width, box.h)


def duration_text(seconds: float, say: Say) -> str:
    """Return a duration in one unit: "40 s", "12 min", "5 h", "2 days"."""
    for unit, size in (("days", DAY_SECONDS), ("hours", HOUR_SECONDS), ("minutes", MINUTE_SECONDS)):
        if seconds >= (2 * size if unit == "days" else size):
            return say(f"profile_picture.{unit}", n=round(seconds / size))
    return say("profile_picture.seconds", n=round(seconds))


def signed_points(change: float, say: Say) -> str:
    """Return rating points won or lost, with their sign."""
    return say(f"profile_picture.{'loss' if change < 0 else 'gain'}", by=one_decimal(abs(change), say))


def alt(view: ProfileView, say: Say) -> str:
    """Return the profile in words, at most 1,000 characters; sentences that do not fit are left out."""
    return fit_sentences(_sentences(view, say))


def _sentences(view: ProfileView, say: Say) -> list[str]:
    """Return the sentences, the most important first."""
    parts = [f"{view.name}, {view.subtitle}." if view.subtitle else f"{view.name}."]
    if view.chosen:
        parts.append(_game_sentence(view.chosen, place_texts(view, say), say))
    if view.think is not None:
        parts.append(say("profile_picture.told_think", span=duration_text(view.think, say)))
    if view.against:
        parts.append(say("profile_picture.told_against", wins=view.against[0], losses=view.against[1]))
    for game in view.by_game:
        places = [] if game.place is None else [say("profile_picture.place", place=game.place)]
        parts.append(_game_sentence(game, places, say))
    if view.chosen and len(view.chosen.curve) > 1:
        ratings = [rating for _, rating in view.chosen.curve]
        course = {"first": ratings[0], "least": min(ratings), "most": max(ratings), "now": ratings[-1]}
        parts.append(
            say("profile_picture.told_curve", **{key: one_decimal(value, say) for key, value in course.items()})
        )
    for outcome in reversed(view.last):
        facts = {
            "rank": outcome.rank,
            "among": outcome.among,
            "score": outcome.score,
            "change": signed_points(outcome.change, say),
        }
        parts.append(say("profile_picture.told_outcome", **facts))
    if not (view.chosen or view.by_game):
        parts.append(say("profile_picture.empty"))
    return parts


def place_texts(view: ProfileView, say: Say) -> list[str]:
    """Return the places in the chosen game, in words."""
    places = zip(("here", "everywhere"), view.places, strict=True)
    return [say(f"profile_picture.{key}", place=place) for key, place in places if place is not None]


def _game_sentence(game: GameLine, places: list[str], say: Say) -> str:
    facts = {"title": game.title, "rating": one_decimal(game.rating, say), "games": game.games, "wins": game.wins}
    parts = [say(f"profile_picture.told_{'provisional' if game.provisional else 'rating'}", **facts), *places]
    parts.append(say("profile_picture.won", **facts))
    if game.best is not None:
        parts.append(say("profile_picture.best", best=game.best))
    return ", ".join(parts) + "."
