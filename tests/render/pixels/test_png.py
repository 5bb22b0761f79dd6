"""The files of pictures: read back as they were, with and without the faster compression."""

from io import BytesIO
from random import Random

import pytest
from PIL import Image

from render.pixels import png as png_module
from render.pixels.png import png

PALETTE = bytes(value for number in range(256) for value in (number, 255 - number, number // 2))


def _canvas() -> Image.Image:
    lot = Random("a picture")
    return Image.frombytes("L", (61, 37), bytes(lot.choice((0, 7, 255)) for _ in range(61 * 37)))


@pytest.mark.parametrize("small", [False, True])
@pytest.mark.parametrize("installed", [False, True])
def test_a_picture_is_read_back_as_it_was(monkeypatch, installed, small):
    if not installed:
        monkeypatch.setattr(png_module, "isal_zlib", None)
    canvas = _canvas()
    with Image.open(BytesIO(png(canvas, PALETTE, small=small))) as read:
        read.load()
        assert (read.format, read.mode, read.size) == ("PNG", "P", canvas.size)
        assert read.tobytes() == canvas.tobytes()
        assert bytes(read.getpalette()) == PALETTE
    assert png(canvas, PALETTE, small=small) == png(canvas, PALETTE, small=small)
