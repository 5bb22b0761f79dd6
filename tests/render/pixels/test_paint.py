"""How sprites are pasted, in pieces where that takes less time, with the same pixels, and files read back as they were.

They are written with and without the faster compression.
"""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render.looks.theme import load_theme
from render.pixels import paint
from render.pixels.paint import MIN_SPLIT_PIXELS, _paste, _sprite, _sprites, png
from render.scene import Box
from tests.cases import each

SHAPES = (
    ("azul", "panel acting", (576, 380)),
    ("azul", "head acting", (576, 44)),
    ("azul", "panel", (300, 200)),
    ("azul", "tile B", (50, 50)),
    ("azul", "display", (165, 165)),
    ("azul", "panel acting", (60, 40)),
    ("pillars", "panel acting", (365, 400)),
    ("match_five", "space", (200, 52)),
)
PALETTE = bytes(value for number in range(256) for value in (number, 255 - number, number // 2))


@each(("game", "role", "size"), SHAPES)
def test_a_shape_in_pieces_has_the_same_pixels(game, role, size):
    theme, box = load_theme("light", game), Box(7, 5, *size)
    whole, pieces = (Image.new("L", (600, 460), 255) for _ in range(2))
    _paste(whole, box, (_sprite(theme, role, size, "", ""),))
    _paste(pieces, box, _sprites(theme, role, size, "", ""))
    assert pieces.tobytes() == whole.tobytes()
    assert whole.getextrema() != (255, 255)


def test_of_a_large_frame_only_its_sides_are_pasted():
    width, height = size = (576, 380)
    pieces = _sprites(load_theme("light", "azul"), "panel acting", size, "", "")
    assert sum(one.image.width * one.image.height for one in pieces) < width * height / 8
    assert sum(one.mask is None for one in pieces) == 2


def test_between_its_corners_a_large_plate_needs_no_mask():
    width, height = size = (300, 200)
    pieces = _sprites(load_theme("light", "azul"), "panel", size, "", "")
    masked = [one for one in pieces if one.mask is not None]
    assert sum(one.image.width * one.image.height for one in masked) < width * height / 4
    assert sum(one.image.width * one.image.height for one in pieces) == width * height


def test_a_small_shape_stays_in_one_piece():
    side = int(MIN_SPLIT_PIXELS**0.5) - 1
    assert len(_sprites(load_theme("light", "azul"), "tile B", (side, side), "", "")) == 1


def _canvas() -> Image.Image:
    lot = Random("a picture")
    return Image.frombytes("L", (61, 37), bytes(lot.choice((0, 7, 255)) for _ in range(61 * 37)))


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("installed", [False, True])
def test_a_picture_is_read_back_as_it_was(monkeypatch, installed, small):
    if not installed:
        monkeypatch.setattr(paint, "isal_zlib", None)
    canvas = _canvas()
    with Image.open(BytesIO(png(canvas, PALETTE, small=small))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "P", canvas.size)
        assert read.tobytes() == canvas.tobytes()
        assert bytes(read.getpalette()) == PALETTE
    assert png(canvas, PALETTE, small=small) == png(canvas, PALETTE, small=small)
