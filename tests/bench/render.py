"""Pictures of Azul: time of one thread, size of the file, and the naive way beside it.

Knows no theme but the light one.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from statistics import mean, quantiles
from time import thread_time

from PIL import Image, ImageDraw

from bot.words import Words
from render import draw
from render.azul import scene
from render.paint import SCALE, stroke
from render.theme import load
from tests.bench import Figure
from tests.scenes.tables import PEOPLE, game

POSITIONS, NAIVE = 200, 5
SAY = Words()


def figures() -> Iterator[Figure]:
    """200 different positions at two and at four seats, after the first and last picture of another game.

    Those two pay for the boards, which a running bot has drawn; what they took is told too.
    """
    for seats in (2, 4):
        samples = _positions(seats)
        tables = list(game(seats, "warm"))
        for name, (table, _) in (("first", tables[0]), ("first final", tables[-1])):
            yield Figure(f"{seats} seats, {name} picture", _drawn(table.view(None), seats, ())[0] * 1000, "ms CPU")
        times, sizes = zip(*(_drawn(view, seats, changes) for view, changes in samples), strict=True)
        cuts = quantiles(times, n=100)
        yield Figure(f"{seats} seats, p50", cuts[49] * 1000, "ms CPU", most=10)
        yield Figure(f"{seats} seats, p99", cuts[98] * 1000, "ms CPU", most=20)
        yield Figure(f"{seats} seats, mean file", mean(sizes) / 1024, "KiB", most=90)
        naive = mean(_naive(view, seats, changes) for view, changes in samples[:: POSITIONS // NAIVE])
        yield Figure(f"{seats} seats, everything at 4x takes", naive / cuts[49], "times p50")


def _positions(seats):
    found = []
    for number in range(20):
        found += [(table.view(None), changes) for table, changes in game(seats, f"bench {number}")]
        if len(found) >= POSITIONS:
            break
    return found[:POSITIONS]


def _drawn(view, seats, changes):
    start = thread_time()
    file = draw(view, PEOPLE[:seats], SAY, "light", changes)
    return thread_time() - start, len(file)


def _naive(view, seats, changes):
    start, theme = thread_time(), load("light")
    drawn = scene(view, PEOPLE[:seats], SAY, changes)
    size = drawn.ground.width * SCALE, drawn.ground.height * SCALE
    image = Image.new("RGB", size, theme.colors["board"])
    pen = ImageDraw.Draw(image)
    for shape in (*drawn.ground.shapes, *drawn.shapes):
        stroke(pen, theme, shape)
    image.reduce(SCALE).save(BytesIO(), "PNG")
    return thread_time() - start
