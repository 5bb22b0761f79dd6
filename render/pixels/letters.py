"""Texts of a shape: which letters fit, where they stand, and how they are drawn.

Knows no scene and no roles but those that looks name.
"""

from functools import lru_cache
from math import ceil, floor
from typing import NamedTuple

from PIL import Image, ImageDraw, ImageFont

from render.looks.font import FONT_FILES
from render.looks.theme import Color, GameTheme, RoleLook
from render.scene import Box, Shape

SPRITE_SCALE = 4  # sprites are drawn this much larger, which smooths every edge
MAX_CACHED_GLYPHS = 2048  # letters kept, of all sizes: about 12 MB
CAPTION_GAP = 10  # board units between a text and its caption
CAPTION_SHARE = 0.5  # of a box: a caption is cut down to it before the text is cut
TEXT_PADDING = 2  # board units around a text, for strokes that reach over its advance
ELLIPSIS = "…"


class TextLine(NamedTuple):
    """A text or a caption as it is drawn: a `text` cut to its room, in the look of `role`.

    `x` is its left end and `y` its line, from the corner of the box. `width` is its length, `size` that of its letters.
    All are board units.
    """

    text: str
    role: str
    x: float
    y: float
    width: float
    size: float


class _TextRun(NamedTuple):
    text: str
    role: str
    font: ImageFont.FreeTypeFont
    ink: Color
    x: float  # board units from the left side of the box


class _Glyph(NamedTuple):
    """A letter, where its mask lies from the line and the pen, and how far it moves the pen: pixels at `SCALE`."""

    mask: Image.Image | None
    left: int
    top: int
    advance: float


def extent(theme: GameTheme, shape: Shape) -> tuple[int, int, int, int]:
    """What a text occupies from the corner of its box: left, top, right and bottom, whole board units.

    At least the whole height of the box; accents and descenders may reach over it.
    """
    runs, height = _text_runs(theme, shape), shape.box.h
    if not runs:
        return 0, 0, 1, height
    reach = [side for run in runs for side in _ink_range(run.font, run.text, height)]
    right = ceil(runs[-1].x + _text_width(runs[-1].font, runs[-1].text)) + TEXT_PADDING
    return int(runs[0].x) - TEXT_PADDING, min(0, *reach), right, max(height, *reach)


def _ink_range(font: ImageFont.FreeTypeFont, text: str, height: int) -> tuple[int, int]:
    """Between which board units the ink of a line lies in a box of that height."""
    line, drawn = _baseline(font, height), [glyph for letter in text if (glyph := _glyph(font, letter)).mask]
    top = min((line + glyph.top for glyph in drawn), default=0)
    bottom = max((line + glyph.top + glyph.mask.height for glyph in drawn if glyph.mask), default=0)
    return floor(top / SPRITE_SCALE), ceil(bottom / SPRITE_SCALE)


def text_lines(theme: GameTheme, shape: Shape) -> tuple[TextLine, ...]:
    """The text and the caption as they are drawn, cut to their room; empty ones are left out."""
    down = shape.box.h
    return tuple(
        TextLine(text, role, x, _baseline(font, down) / SPRITE_SCALE, _text_width(font, text), font.size / SPRITE_SCALE)
        for text, role, font, _, x in _text_runs(theme, shape)
    )


def single_ink(theme: GameTheme, shape: Shape) -> Color | None:
    """The color of the whole text, None for a text and a caption of two colors, or for none."""
    look, (_, _, caption) = theme.looks[shape.role], shape.text.partition("\t")
    note = theme.looks[look.caption].ink if caption else None
    return look.ink if note in (None, look.ink) else None


def draw_text(pen: ImageDraw.ImageDraw, theme: GameTheme, shape: Shape, ink: int | None = None) -> None:
    """The text of the shape is drawn at `SCALE` times its place and size, cut to its room, with its caption.

    In the shade `ink` where it is given, for a pen that has no colors.
    """
    for run in _text_runs(theme, shape):
        x, y = (shape.box.x + run.x) * SPRITE_SCALE, shape.box.y * SPRITE_SCALE + _baseline(run.font, shape.box.h)
        for letter in run.text:
            glyph = _glyph(run.font, letter)
            if glyph.mask:
                spot = floor(x + 0.5) + glyph.left, ceil(y - 0.5) + glyph.top
                pen.bitmap(spot, glyph.mask, fill=run.ink if ink is None else ink)
            x += glyph.advance


def _baseline(font: ImageFont.FreeTypeFont, height: int) -> float:
    """Pixels from the top of a box to the line: the height of a capital letter is centered, not the font's ascent."""
    return height / 2 * SPRITE_SCALE - _capital_top(font) / 2


def _text_runs(theme: GameTheme, shape: Shape) -> list[_TextRun]:
    """The text, cut to its room, then its caption; empty ones left out. Their places follow the anchor of the look."""
    look, box = theme.looks[shape.role], shape.box
    if look.ink is None or not shape.text:
        return []
    text, _, caption = shape.text.partition("\t")
    runs: list[_TextRun] = []
    font, room = _font_of(look, box), float(box.w)
    if caption:
        note = theme.looks[look.caption]
        beside = room - CAPTION_GAP - _text_width(font, text) if text else room
        small = _font_of(note, box)
        fitting = _truncate(caption, small, max(beside, room * CAPTION_SHARE))
        runs.append(_TextRun(fitting, look.caption, small, note.ink or look.ink, 0))
        room -= _text_width(small, runs[0].text) + CAPTION_GAP
    if text:
        fitting = _truncate(text, font, room) if look.form == "text" else text
        runs.insert(0, _TextRun(fitting, shape.role, font, look.ink, 0))
    widths = [_text_width(run.font, run.text) for run in runs]
    spare = box.w - sum(widths) - CAPTION_GAP * (len(runs) - 1)
    x = {"left": 0.0, "center": spare / 2, "right": spare}[look.anchor]
    return [run._replace(x=x + sum(widths[:at]) + CAPTION_GAP * at) for at, run in enumerate(runs)]


def _truncate(text: str, font: ImageFont.FreeTypeFont, room: float) -> str:
    """The text, or as many whole letters of it as fit before an ellipsis; the font joins no letters."""
    if _text_width(font, text) <= room:
        return text
    while text and _text_width(font, text + ELLIPSIS) > room:
        text = text[:-1].rstrip()
    return text + ELLIPSIS


def _font_of(look: RoleLook, box: Box) -> ImageFont.FreeTypeFont:
    return _font(look.weight, round(max(look.size, look.scale * box.h) * SPRITE_SCALE))


@lru_cache(maxsize=64)
def _font(weight: str, pixels: int) -> ImageFont.FreeTypeFont:
    """Laid out without kerning and ligatures: the other engine depends on what the computer has installed."""
    return ImageFont.truetype(str(FONT_FILES[weight]), pixels, layout_engine=ImageFont.Layout.BASIC)


@lru_cache(maxsize=64)
def _capital_top(font: ImageFont.FreeTypeFont) -> float:
    """Pixels from the line to the top of a capital letter, negative."""
    return font.getbbox("H", anchor="ls")[1]


def _text_width(font: ImageFont.FreeTypeFont, text: str) -> float:
    """Board units."""
    return sum(_glyph(font, letter).advance for letter in text) / SPRITE_SCALE


@lru_cache(maxsize=MAX_CACHED_GLYPHS)
def _glyph(font: ImageFont.FreeTypeFont, letter: str) -> _Glyph:
    """Drawn once: a line of letters takes a tenth of the time that the font takes for it, and not a pixel differs."""
    left, top, right, bottom = (round(side) for side in font.getbbox(letter, anchor="ls"))
    if right <= left or bottom <= top:
        return _Glyph(None, 0, 0, font.getlength(letter))
    mask = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(mask).text((-left, -top), letter, font=font, fill=255, anchor="ls")
    return _Glyph(mask, left, top, font.getlength(letter))
