"""Letters of pictures: drawn one by one they are what the font draws, and captions give way. Knows no scenes."""

from __future__ import annotations

from dataclasses import replace

from PIL import Image, ImageChops, ImageDraw, ImageFont

from render.looks.font import FONT_FILES
from render.looks.theme import load_theme
from render.pixels.letters import SPRITE_SCALE, draw_text, extent, text_lines
from render.pixels.paint import paint
from render.scene import Box, Ground, Scene, Shape
from tests.cases import each

THEME = load_theme("light", "azul")
WHITE = replace(THEME, looks={role: replace(look, ink=255) for role, look in THEME.looks.items()})
LOW, HIGH = Box(0, 22, 200, 16), Box(0, 0, 200, 60)  # around the same line
EMPTY = Ground(200, 60, ())
TEXTS = ("Gergő Ürögdi", "AVATAR To. Łódź", "1742.3 −0.6 / 4", "Ярослава", "Nguyễn Thị Ánh", "l", " ", "WA fi ffl")


def drawn(shape):
    large = Image.new("L", (shape.box.w * SPRITE_SCALE, shape.box.h * SPRITE_SCALE))
    draw_text(ImageDraw.Draw(large), WHITE, shape)
    return large


@each("role", ["name", "score", "note", "label"])
@each("text", TEXTS)
def test_letters_one_by_one_are_what_the_font_draws(role, text):
    look, box = THEME.looks[role], Box(0, 0, 301, 41)
    pixels = round(look.size * SPRITE_SCALE)
    font = ImageFont.truetype(str(FONT_FILES[look.weight]), pixels, layout_engine=ImageFont.Layout.BASIC)
    spare = box.w - font.getlength(text) / SPRITE_SCALE
    x = {"left": 0, "center": spare / 2, "right": spare}[look.anchor] * SPRITE_SCALE
    y = box.h / 2 * SPRITE_SCALE - font.getbbox("H", anchor="ls")[1] / 2
    whole = Image.new("L", (box.w * SPRITE_SCALE, box.h * SPRITE_SCALE))
    ImageDraw.Draw(whole).text((x, y), text, font=font, fill=255, anchor="ls")
    assert ImageChops.difference(drawn(Shape(role, box, text)), whole).getbbox() is None


@each("text", ["Ana", "W" * 40])
@each("caption", ["to move", "x" * 100])
def test_a_text_and_its_caption_keep_their_room(text, caption):
    left, top, right, bottom = extent(THEME, Shape("name", Box(0, 0, 300, 40), f"{text}\t{caption}"))
    assert left >= -2
    assert right <= 303
    assert (top, bottom) == (0, 40)


@each("role", ["name", "note"])
def test_accents_and_descenders_are_whole_in_a_low_line(role):
    low, high = (paint(Scene(EMPTY, (Shape(role, box, "ŰgÁj"),)), THEME) for box in (LOW, HIGH))
    assert low == high != paint(Scene(EMPTY, ()), THEME)


def test_a_long_name_leaves_half_of_the_room_to_its_caption():
    name, caption = text_lines(THEME, Shape("name", Box(0, 0, 300, 40), "W" * 40 + "\tto move"))
    assert name.text.endswith("…")
    assert caption.text == "to move"
    _, cut = text_lines(THEME, Shape("name", Box(0, 0, 300, 40), "W" * 40 + "\t" + "x" * 100))
    assert cut.text.endswith("…")
    assert 130 < cut.width <= 150


def test_a_long_caption_is_cut_before_its_text():
    room = Box(0, 0, 400, 40)
    short, long = (drawn(Shape("title", room, f"Summer\t{caption}")) for caption in ("x", "x" * 200))
    ink = short.crop((0, 0, 100 * SPRITE_SCALE, 40 * SPRITE_SCALE))
    assert ink.getbbox() is not None
    assert ImageChops.difference(ink, long.crop((0, 0, 100 * SPRITE_SCALE, 40 * SPRITE_SCALE))).getbbox() is None
