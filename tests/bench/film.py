"""Films of every game: time of one thread and size of the file. Knows no theme but the light one."""

from __future__ import annotations

from collections.abc import Iterator
from time import thread_time

from bot.text.words import Words
from engine.games import GAMES
from render import film, frames, has_pictures
from render.film import MAX_FILM_FRAMES
from tests.bench import Figure
from tests.scenes import PEOPLE, game

SAY = Words()


def figures() -> Iterator[Figure]:
    """A film of a whole game at the smallest and the largest table of each game, a bot's first one and a later."""
    for key in filter(has_pictures, GAMES):
        for seats in (GAMES[key].seats[0], GAMES[key].seats[-1]):
            yield from _figures(key, seats)


def _figures(key, seats):
    name = f"{key} {seats} seats"
    *_, (table, _) = game(key, seats, "film")
    every = list(frames(table))
    first, file = _filmed(every, seats)
    again, _ = _filmed(every, seats)
    yield Figure(f"{name}, first film of {min(len(every), MAX_FILM_FRAMES)} frames", first * 1000, "ms CPU", most=1000)
    yield Figure(f"{name}, film once sprites are there", again * 1000, "ms CPU", most=1000)
    yield Figure(f"{name}, file of the film", len(file) / 1024, "KiB", most=500)


def _filmed(every, seats):
    start = thread_time()
    file = film(every, PEOPLE[:seats], SAY)
    return thread_time() - start, file
