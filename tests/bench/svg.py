"""Positions as elements of SVG, of every game: time of one thread, size of the document, size of what is new.

Knows no theme: it is loaded before, as in a bot that has drawn a picture.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from itertools import pairwise
from statistics import median, quantiles
from time import thread_time
from zlib import compress

from bot.text.words import Words
from engine.games import GAMES
from render import Aspect, draw, has_pictures, sketch, splices
from tests.bench import Figure
from tests.scenes import game, people

SAY = Words()
KIB = 1024
ROUNDS = 3


def figures() -> Iterator[Figure]:
    """Every position of a game between robots, at the smallest and the largest table of each kind, whole and enlarged.

    The first time each shape is made; later, as for the second who looks, all shapes are known.
    """
    for key in filter(has_pictures, GAMES):
        for seats in (GAMES[key].seats[0], GAMES[key].seats[-1]):
            views = [(table.view(None), changes) for table, changes in game(key, seats, "bench 0")]
            draw(views[0][0], people(views[0][0]), SAY)
            draw(views[0][0], people(views[0][0]), SAY, "light", Aspect(seat=0))
            yield from _figures(f"{key} {seats} seats", views, None)
            yield from _figures(f"{key} {seats} seats, enlarged", views, 0)


def _figures(name, views, seat):
    gc.collect()  # which may fall into the one that is measured
    cold, _ = _sketched(*views[-1], seat)  # at the end most lies on the table
    for view, changes in views:
        _sketched(view, changes, seat)
    rounds = [[_sketched(view, changes, seat) for view, changes in views] for _ in range(ROUNDS)]
    times = [min(took for took, _ in each) for each in zip(*rounds, strict=True)]  # whatever else the machine does
    drawings = [drawing for _, drawing in rounds[0]]
    files = [drawing.document().encode() for drawing in drawings]
    news = [_news(old.shapes, new.shapes) for old, new in pairwise(drawings)]
    yield Figure(f"{name}, cold", cold * 1000, "ms CPU", most=50)
    yield Figure(f"{name}, p50", quantiles(times, n=100)[49] * 1000, "ms CPU", most=3)
    yield Figure(f"{name}, p99", quantiles(times, n=100)[98] * 1000, "ms CPU")
    yield Figure(f"{name}, largest", max(map(len, files)) / KIB, "KiB", most=110)
    yield Figure(f"{name}, largest, compressed", max(len(compress(file)) for file in files) / KIB, "KiB", most=13)
    yield Figure(f"{name}, news, p50", median(news) / KIB, "KiB", most=5)
    yield Figure(f"{name}, news, largest", max(news) / KIB, "KiB", most=40)


def _sketched(view, changes, seat):
    start = thread_time()
    drawing = sketch(view, people(view), SAY, Aspect(changes, seat=seat))
    return thread_time() - start, drawing


def _news(old, new):
    return sum(len(shape.markup.encode()) for splice in splices(old, new) for shape in splice.shapes)
