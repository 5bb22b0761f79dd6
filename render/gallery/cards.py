"""Cards of invented people, as samples and for tests; they are always the same.

Knows nothing about pixels and ratings: the numbers are random with fixed seeds.
"""

from collections.abc import Mapping
from dataclasses import replace
from math import exp
from random import Random

from render.cards.chances import Chances
from render.cards.chances_plot import TurningPoint
from render.cards.leaderboard import Column, LeaderboardRow, LeaderboardView
from render.cards.profile import GameLine, Outcome, ProfileView

SAMPLE_TODAY = 20_600  # days since 1970-01-01
CARD_PEOPLE = (
    "Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra", "Łukasz", "Flóra", "Özséb", "Inês", "Bendegúz",
    "Søren", "Noor", "Luca", "Eszter",
)  # fmt: skip
# Scripts that the font has, scripts that it lacks, and names of the maximum length in Discord.
SCRIPT_NAMES = (
    "Ярослава", "Ευαγγελία", "İbrahim Şahin", "Đorđe", "Nguyễn Thị Ánh", "松本 まり", "김하늘", "שלום עולם", "مريم",
    "อรุณ", "😀 smile", "Łódź-Kędzierzyn-Częstochowa-Śrem", "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW", "l", "a\u0301\u0332b",
)  # fmt: skip
SEASON_SUBTITLE, ALL_TIME_SUBTITLE = "this season, this server", "all time, everywhere"
SAMPLE_COLUMNS = (Column("games", 80), Column("streak", 98), Column("best", 84, gap=4))  # as in the bot


def leaderboards() -> Mapping[str, LeaderboardView]:
    """Return the leaderboards by name: how many people they show, or a special case."""
    gray = tuple(
        LeaderboardRow(
            None, name, 21.4 - 2.3 * index, 0, 3 - index % 3, index % 2, {"games": 3 - index % 3}, index == 2, True
        )
        for index, name in enumerate(("Ida", "Szabolcs", "Aïcha", "Tomáš", "Jonas", "Milla"))
    )
    strangers = tuple(replace(row, mine=False) for row in gray)
    last = LeaderboardRow(1000, "Zsófi", -3.2, -312, 1204, 301, {"games": 1204}, mine=True)
    views = {
        "none": LeaderboardView("All games", SEASON_SUBTITLE),
        "one": LeaderboardView("Match Five", SEASON_SUBTITLE, _rows(CARD_PEOPLE[:1], 1, mine=1), game="match_five"),
        "young": LeaderboardView("Azul", SEASON_SUBTITLE, _rows(CARD_PEOPLE[:2], 2), None, gray, "azul"),
        "ten": LeaderboardView(
            "Azul", SEASON_SUBTITLE, _rows(CARD_PEOPLE[:10], 3, mine=3), None, strangers[:2], "azul"
        ),
        "eight": LeaderboardView("Azul", SEASON_SUBTITLE, _rows(CARD_PEOPLE[:8], 4, mine=3), None, game="azul"),
        "thousand": LeaderboardView(
            "Azul: Summer Pavilion", ALL_TIME_SUBTITLE, _rows(CARD_PEOPLE, 5), last, strangers, "pavilion"
        ),
        "scripts": LeaderboardView("Azul", "x" * 100, _rows(SCRIPT_NAMES, 6, 9986), strangers[0], game="azul"),
    }
    return {name: replace(view, columns=SAMPLE_COLUMNS) for name, view in views.items()}


def profiles() -> Mapping[str, ProfileView]:
    """Return the profiles by name: the game or a special case."""
    azul = _line("Azul", 31, 1, place=3, best=104)
    others = (
        _line("Azul: Summer Pavilion", 21, 2, place=12, best=117),
        _line("Pillars", 12, 4, place=1, best=0),
        _line("Match Five", 3, 3, provisional=True),
        _line("Azul, Hungarian rules", 1, 5, provisional=True, best=88),
    )
    flat = GameLine(
        "Azul", 1500.0, False, 1204, 44, 22, 64, tuple((SAMPLE_TODAY - 90 + day, 1500.0) for day in range(44))
    )
    month = "since March 2026, this server"
    server = SEASON_SUBTITLE
    return {
        "azul": ProfileView("Zsófi", month, azul, others, (3, 112), 5.2 * 3600, _outcomes(10), (4, 3), "azul"),
        "all": ProfileView(
            "Gergő Ürögdi", "all games, everywhere", None, (azul, *others), think=5400, last=_outcomes(10)
        ),
        "long": ProfileView(
            "松本 まり",
            ALL_TIME_SUBTITLE,
            _line("Pillars", 500, 6, place=1),
            (),
            (1, 1000),
            140,
            _outcomes(3),
            game="pillars",
        ),
        "first": ProfileView("Ben", server, others[3], think=50, last=_outcomes(1), against=(0, 1), game="azul"),
        "two": ProfileView(
            "W" * 32, server, _line("Match Five", 2, 7), (azul,), think=9e5, last=_outcomes(2), game="match_five"
        ),
        "flat": ProfileView("Ярослава", "", flat, (others[0],), (1204, None), None, _outcomes(5)),
        "unknown": ProfileView("Ida", server, GameLine("Azul", 25.0, True), game="azul"),
        "none": ProfileView("Inês", server),
    }


def chances() -> Mapping[str, Chances]:
    """Return the chances by name: the number of seats or a special case."""
    level = tuple((0.25, 0.25, 0.25, 0.25) for _ in range(24))
    return {
        "two": _chances("Azul", CARD_PEOPLE[:2], 41, 1, rounds=(0, 8, 17, 25, 33), reader=1, game="azul"),
        "three": _chances("Pillars", CARD_PEOPLE[:3], 18, 2, game="pillars"),
        "four": _chances(
            "Azul: Summer Pavilion", CARD_PEOPLE[:4], 96, 3, rounds=(0, 15, 33, 50, 64, 81), game="pavilion"
        ),
        "six": _chances("Match Five", CARD_PEOPLE[:6], 150, 4, game="match_five"),
        "short": Chances(
            "Azul", CARD_PEOPLE[:2], ((0.55, 0.45), (0.0, 1.0)), (TurningPoint(0, 0, 0.05),), (12, None), (2, 1), (0,),
            game="azul",
        ),
        "level": Chances(
            "Azul", SCRIPT_NAMES[4:8], (*level, (0.5, 0.5, 0, 0)),
            (TurningPoint(3, 1, 0.15), TurningPoint(4, 1, 0.12), TurningPoint(23, 0, 0.1)),
            (100, 99, 98, None), (1, 1, 3, 3), (0, 12), reader=3, game="azul",
        ),
        "long": _chances("W" * 80, tuple(letter * 32 for letter in "WMIlQw"), 60, 5, rounds=tuple(range(0, 60, 2))),
    }  # fmt: skip


def _rows(names: tuple[str, ...], seed: int, first: int = 1, mine: int = 0) -> tuple[LeaderboardRow, ...]:
    rng = Random(seed)  # noqa: S311 - a fixed lot
    rows = []
    for index, name in enumerate(names):
        games = rng.choice((9, 17, 31, 44, 62, 120))
        wins = round(games * max(0.1, 0.66 - 0.025 * index + rng.uniform(-0.08, 0.08)))
        change = rng.choice((0, 0, 0, 1, -1, 2, -3, 12 * (index > 5)))
        streak = rng.choice((0, 1, 1, 2, 3, 7))
        figures = {"games": games, "best": rng.choice((64, 78, 92, 104, 117))}
        if streak > 1:
            figures["streak"] = streak
        change = max(change, 1 - first - index)  # nobody can have been above the first place
        rating = 34.6 - index * 1.3 - rng.random()
        rows.append(LeaderboardRow(first + index, name, rating, change, games, wins, figures, index + 1 == mine))
    return tuple(rows)


def _line(
    title: str, games: int, seed: int, *, place: int | None = None, best: int | None = None, provisional: bool = False
) -> GameLine:
    curve = _walk(games, seed)
    return GameLine(title, curve[-1][1], provisional, place, games, games * 4 // 9, best, curve)


def _walk(points: int, seed: int) -> tuple[tuple[int, float], ...]:
    rng = Random(seed)  # noqa: S311 - a fixed lot
    days = sorted(rng.sample(range(SAMPLE_TODAY - 4 * points, SAMPLE_TODAY), points))
    value = 21.0
    found = []
    for day in days:
        value += rng.uniform(-1, 1.12)
        found.append((day, round(value, 2)))
    return tuple(found)


def _outcomes(games: int) -> tuple[Outcome, ...]:
    rng = Random(games)  # noqa: S311 - a fixed lot
    found = []
    for _ in range(games):
        among = rng.choice((2, 2, 3, 4))
        rank = rng.randint(1, among)
        found.append(
            Outcome(
                rng.uniform(0, 2) * (1 if rank * 2 <= among else -1), rank, among, 110 - 20 * rank + rng.randint(0, 9)
            )
        )
    return tuple(found)


def _chances(  # noqa: PLR0913 - what a game is made of
    title: str, names: tuple[str, ...], decisions: int, seed: int, *,
    rounds: tuple[int, ...] = (), reader: int | None = None, game: str = "",
) -> Chances:  # fmt: skip
    """Return a game in which each decision shifts the chances randomly, later ones more."""
    rng = Random(seed)  # noqa: S311 - a fixed lot
    seats = len(names)
    forces = [0.0] * seats
    moments = []
    for moment in range(decisions):
        weights = [exp(force) for force in forces]
        moments.append(tuple(weight / sum(weights) for weight in weights))
        forces[moment % seats] += rng.gauss(0, 0.25 + 0.5 * moment / decisions)
    order = sorted(range(seats), key=lambda seat: -forces[seat])
    moments.append(tuple(float(seat == order[0]) for seat in range(seats)))
    fell = sorted(
        range(decisions), key=lambda moment: moments[moment + 1][moment % seats] - moments[moment][moment % seats]
    )
    turns = tuple(
        TurningPoint(moment, moment % seats, moments[moment + 1][moment % seats]) for moment in sorted(fell[:3])
    )
    accuracy = tuple(rng.randint(45, 99) for _ in names)
    places = tuple(1 + order.index(seat) for seat in range(seats))
    return Chances(title, names, tuple(moments), turns, accuracy, places, rounds, reader, game)
