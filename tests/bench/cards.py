"""Leaderboards and profiles: time of one thread and size of the file, warm and with names that were never drawn.

Knows no theme but the light one.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from statistics import quantiles
from time import thread_time

from bot.text.words import Words
from render.cards import GameLine, LeaderboardRow, LeaderboardView, Outcome, ProfileView, draw_leaderboard, draw_profile
from render.gallery.cards import SAMPLE_COLUMNS
from tests.bench import Figure

CARDS = 60
SAY = Words()
SYLLABLES = ("ka", "ro", "Zsó", "fi", "mel", "Đor", "ta", "ün", "Ива", "sen", "lo", "áb", "wi", "ne")
DRAWN = {LeaderboardView: draw_leaderboard, ProfileView: draw_profile}


def figures() -> Iterator[Figure]:
    """A full leaderboard (15 lines, an own one, six not settled) and a full profile (a curve of 500 points).

    A server has 200 people, whose names come again and again; strangers come once.
    """
    rng = Random("bench")
    people = [_name(rng) for _ in range(200)]
    for kind, made in (("leaderboard", _leaderboard), ("profile", _profile)):
        known = [made(rng, people) for _ in range(2 * CARDS)]
        first, *_ = [_drawn(view)[0] for view in known[:CARDS]]
        yield Figure(f"{kind}, first picture", first * 1000, "ms CPU")
        times, sizes = zip(*(_drawn(view) for view in known[CARDS:]), strict=True)
        cuts = quantiles(times, n=100)
        yield Figure(f"{kind}, p50", cuts[49] * 1000, "ms CPU", most=25)
        yield Figure(f"{kind}, p99", cuts[98] * 1000, "ms CPU")
        strange = quantiles([_drawn(made(rng, [_name(rng) for _ in range(30)]))[0] for _ in range(CARDS)], n=100)
        yield Figure(f"{kind}, all names new, p50", strange[49] * 1000, "ms CPU", most=25)
        yield Figure(f"{kind}, largest file", max(sizes) / 1024, "KiB", most=60)


def _name(rng):
    return "".join(rng.choice(SYLLABLES) for _ in range(rng.randint(2, 8)))[:32].capitalize()


def _leaderboard(rng, people):
    names = iter(rng.sample(people, 22))
    rows = tuple(_row(rng, place, next(names)) for place in range(1, 16))
    own = _row(rng, rng.randint(16, 9999), next(names))
    few = {"games": 2, "figures": {"games": 2}, "provisional": True}
    gray = tuple(LeaderboardRow(None, next(names), rng.uniform(0, 30), **few) for _ in range(6))
    return LeaderboardView("Azul", "all time, everywhere", rows, own, gray, "azul", SAMPLE_COLUMNS)


def _row(rng, place, name):
    games = rng.randint(10, 1500)
    wins, best = rng.randint(0, games), rng.randint(30, 140)
    rating, change = 40 - place % 40 + rng.random(), rng.randint(-30, 30)
    figures = {"games": games, "streak": rng.randint(0, 9), "best": best}
    return LeaderboardRow(place, name, rating, change, games, wins, figures)


def _profile(rng, people):
    name = rng.choice(people)
    chosen, *others = (_game(rng, points) for points in (500, 30, 20, 10, 5))
    last = tuple(Outcome(rng.uniform(-2, 2), rng.randint(1, 4), 4, rng.randint(30, 120)) for _ in range(10))
    think = rng.uniform(60, 90000)
    return ProfileView(name, "since March", chosen, tuple(others), (3, 112), think, last, (4, 3), "azul")


def _game(rng, points):
    value, curve = 25.0, []
    for day in sorted(rng.sample(range(20000, 20000 + 4 * points), points)):
        value += rng.uniform(-1, 1)
        curve.append((day, value))
    return GameLine("Azul", value, False, rng.randint(1, 99), points, points // 3, 92, tuple(curve))


def _drawn(view):
    start = thread_time()
    file = DRAWN[type(view)](view, SAY)
    return thread_time() - start, len(file)
