"""Pictures of every game: time of one thread, size of the file, and the naive way beside it.

Knows no theme but the light one.
"""

from __future__ import annotations

from collections.abc import Iterator
from io import BytesIO
from statistics import mean, quantiles
from time import thread_time

from PIL import Image, ImageDraw

from bot.text.words import Words
from engine.games import GAMES
from render import PORTRAYALS, Aspect, draw, has_pictures
from render.looks.theme import load_theme
from render.pixels.paint import SPRITE_SCALE, draw_shape
from tests.bench import Figure
from tests.scenes import game, people

POSITIONS, NAIVE = 200, 5
SAY = Words()
SLOWER = {("pavilion", 4): 2}  # seven stars a board: agreed to take twice as long


def figures() -> Iterator[Figure]:
    """200 different positions at the smallest and the largest table of each game.

    The first and last picture of another game go before: they pay for the boards, which a running bot has drawn; what
    they took is told too.
    """
    for key in filter(has_pictures, GAMES):
        for seats in (GAMES[key].seats[0], GAMES[key].seats[-1]):
            yield from _figures(key, seats, SLOWER.get((key, seats), 1))


def _figures(key, seats, slower):
    name, tables = f"{key} {seats} seats", list(game(key, seats, "warm"))
    for called, (table, _) in (("first", tables[0]), ("first final", tables[-1])):
        yield Figure(f"{name}, {called} picture", _drawn(table.view(None), ())[0] * 1000, "ms CPU")
    samples = _positions(key, seats)
    times, sizes = zip(*(_drawn(*sample) for sample in samples), strict=True)
    cuts = quantiles(times, n=100)
    yield Figure(f"{name}, p50", cuts[49] * 1000, "ms CPU", most=10 * slower)
    yield Figure(f"{name}, p99", cuts[98] * 1000, "ms CPU", most=20 * slower)
    yield Figure(f"{name}, mean file", mean(sizes) / 1024, "KiB")
    yield Figure(f"{name}, largest file", max(sizes) / 1024, "KiB", most=90)
    naive = mean(_naive(*sample) for sample in samples[:: POSITIONS // NAIVE])
    yield Figure(f"{name}, everything at 4x takes", naive / cuts[49], "times p50", least=10)


def _positions(key, seats):
    found = []
    for number in range(20):
        found += [(table.view(None), changes) for table, changes in game(key, seats, f"bench {number}")]
        if len(found) >= POSITIONS:
            break
    return found[:POSITIONS]


def _drawn(view, changes):
    start = thread_time()
    file = draw(view, people(view), SAY, "light", Aspect(changes))
    return thread_time() - start, len(file)


def _naive(view, changes):
    start, theme = thread_time(), load_theme("light", view.game)
    drawn = PORTRAYALS[view.game].scene(view, people(view), SAY, changes)
    size = drawn.ground.width * SPRITE_SCALE, drawn.ground.height * SPRITE_SCALE
    image = Image.new("RGB", size, theme.colors["board"])
    pen = ImageDraw.Draw(image)
    for shape in (*drawn.ground.shapes, *drawn.shapes):
        draw_shape(pen, theme, shape)
    image.reduce(SPRITE_SCALE).save(BytesIO(), "PNG")
    return thread_time() - start
