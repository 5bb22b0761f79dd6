"""Pictures: golden scenes and files, sizes, threads, names. Knows no Discord."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from io import BytesIO

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.text.words import Words
from engine import GAMES, View
from render import PORTRAYALS, Aspect, draw, drawable_name
from render.azul.places import places
from render.azul.scene import scene
from render.looks.theme import load_theme, theme_names
from render.parts import Obstacle, clearest_place
from render.pixels.paint import TRANSPARENT_INDEX, _canvas, _ground_picture, _palette_bytes, _sprites, paint, png
from render.scene import Box, Ground, Scene, Shape
from tests.engine.games.azul.azul_tables import board, position
from tests.render.shapes import misplaced_shapes
from tests.scenes import game, people, pictures, samples
from tests.scenes.__main__ import HERE, enlarged, written
from tests.scenes.azul import full

SAY = Words()
SAMPLES = samples()
GOLDEN = {name for name, _ in pictures()}
every_game = pytest.mark.parametrize("key", PORTRAYALS)
ODD = [
    "\u0150ri \u0171 Zs\u00f3fi-Magdolna-Anastasia",
    "\u677e\u672c",
    "\U0001f600\U0001f468\u200d\U0001f469\u200d\U0001f467",
    "\u202eabc \u05e9\u05dc\u05d5\u05dd",
]


def samples_of(key):
    """The samples of a game, each with its name."""
    return [(name, *sample) for name, sample in SAMPLES.items() if sample[0].game == key]


@every_game
def test_a_scene_is_as_it_was(key):
    for name, view, changes in samples_of(key):
        assert written(view, changes) == (HERE / f"{name}.txt").read_text("utf-8"), name


@every_game
def test_a_seat_enlarged_is_as_it_was(key):
    for name, view, changes in samples_of(key):
        if name in GOLDEN:
            assert enlarged(view, changes) == (HERE / f"{name}_close.txt").read_text("utf-8"), name


@pytest.mark.parametrize(("name", "theme"), pictures())
def test_a_picture_is_as_it_was(name, theme, tmp_path):
    view, changes = SAMPLES[name]
    file = draw(view, people(view), SAY, theme, Aspect(changes))
    check(file)
    drawn = Image.open(BytesIO(file)).convert("RGB")
    golden = Image.open(HERE / f"{name}_{theme}.png").convert("RGB")
    assert drawn.size == golden.size
    if max(ImageStat.Stat(ImageChops.difference(drawn, golden)).mean) >= 0.5:
        drawn.save(tmp_path / "drawn.png")
        golden.save(tmp_path / "golden.png")
        pytest.fail(f"look at both in {tmp_path}")


@every_game
def test_a_picture_is_small_and_of_few_colors(key):
    """At the largest table; the files of golden pictures are checked beside what they look like."""
    for name, view, changes in samples_of(key):
        if name not in GOLDEN and "opening" not in name and len(people(view)) == GAMES[key].seats[-1]:
            check(draw(view, people(view), SAY, "light", Aspect(changes)))


def check(file):
    """The file of a picture is small, of few colors, and as wide as all are."""
    image = Image.open(BytesIO(file))
    assert image.mode == "P"
    assert image.width == 1200
    assert len(file) <= 90 * 1024
    assert len(image.getcolors(256)) <= 200


@every_game
def test_the_palette_holds_every_color(key):
    for palette in (load_theme(theme, key).palette for theme in theme_names()):
        assert len(palette) == len(set(palette)) <= TRANSPARENT_INDEX  # one number stays free


@every_game
def test_every_shape_lies_in_the_picture_and_has_a_look(key):
    looks = [load_theme(theme, key).looks for theme in theme_names()]
    for name, view, changes in samples_of(key):
        drawn = PORTRAYALS[key].scene(view, people(view), SAY, changes)
        assert misplaced_shapes(drawn.ground, (*drawn.ground.shapes, *drawn.shapes), looks) == [], name


def test_threads_draw_the_same_bytes_as_one():
    tables = [(table.view(None), changes) for table, changes in game("azul", 4, "threads")][:40]

    def png(sample, theme="dark"):
        return draw(sample[0], people(sample[0]), SAY, theme, Aspect(sample[1]))

    _sprites.cache_clear()
    _ground_picture.cache_clear()
    with ThreadPoolExecutor(2) as pool:
        together = list(pool.map(png, tables))
    assert together == [png(table) for table in tables]


NAMES = {
    "Gerg\u0151 \u00dcr\u00f6gdi": "Gerg\u0151 \u00dcr\u00f6gdi",
    "o\u030bz": "\u0151z",  # an o and a double accent are one letter
    "\u041c\u0430\u0440\u0438\u044f": "\u041c\u0430\u0440\u0438\u044f",
    "": "",
    "\u677e\u672c": "",
    ODD[2]: "",
    "\u202eabc \u05e9\u05dc\u05d5\u05dd": "abc",
    "a\u0328\u0301\u0302\u0303": "\u0105",  # without the accents that stand alone
    "x\u0302y": "xy",
    "a\nb c": "a b c",  # any blank is drawn as one
    "a\u0000b": "ab",
    "\u2728 Ana \u2764\ufe0f": "Ana",  # without the ornaments
    "\u2728 \u677e": "",
    "ana \u30c4": "ana",
    "\u2605\u5f61ana\u5f61\u2605": "ana",
    "\u24b6\u24dd\u24d0 \U0001d504": "Ana A",  # its own letters for ornate ones
    "\u677e-Ana": "Ana",
    "Ana (\u677e) | \u672c": "Ana",
    "Ana-\u677e-Bea": "Ana-Bea",
    "J.R. \u677e": "J.R.",
    "\u677e!": "",  # a sign alone is no name
    "!!!": "!!!",  # but here nothing was left out
    "\u0646\u06cc\u0645\u200c\u0641\u0627\u0635\u0644\u0647": "",
}


def test_what_the_font_has_of_a_name_is_drawn_and_the_rest_is_left_out_neatly():
    assert {name: drawable_name(name) for name in NAMES} == NAMES


def test_a_name_without_letters_leaves_the_number_alone():
    drawn = scene(full(), ODD, SAY)
    texts = [shape.text for shape in drawn.shapes if shape.role.startswith("name")]
    assert texts == [ODD[0], "\tto move", "abc"]


def test_the_number_that_tells_names_apart_is_drawn_once():
    names = ["(1) Alex", "(2) Alex", "(3) \u677e\u672c", "Cy"]
    drawn = scene(full(), names, SAY)
    heads = [shape.text.partition("\t")[0] for shape in drawn.shapes if shape.role.startswith("name")]
    assert heads == ["Alex", "Alex", "", "Cy"]
    assert [shape.text for shape in drawn.shapes if shape.role.startswith("plaque")] == list("1234")


def test_a_long_name_keeps_its_room():
    room = Box(0, 0, 200, 40)
    ground = Ground(400, 40, ())
    long, short = (Scene(ground, (Shape("name", room, text),)) for text in ("W" * 60, "Ida"))
    board = load_theme("light", "azul").colors["board"]
    for drawn, least in ((long, 150), (short, 20)):
        image = Image.open(BytesIO(paint(drawn, load_theme("light", "azul")))).convert("RGB")
        left, _, right, _ = ImageChops.difference(image, Image.new("RGB", image.size, board)).getbbox()
        assert left >= 0
        assert least < right <= 200


def test_a_marker_lies_beside_a_floor_that_was_full():
    state = position(board(), board(floor="RRRRRRR"), center="K", bag="B" * 20, starter=1)
    drawn = scene(View("azul", None, state), ["A", "B"], SAY).shapes
    markers = [shape.box for shape in drawn if shape.role == "marker"]
    assert markers == [places(2, "colored", over=False).seats[1].marker_beside_floor]


def test_cards_of_the_end_are_in_the_order_of_places():
    boards = board(score=20), board("|BYRKW", score=20), board(score=31)
    state = position(*boards, over=True)
    where = places(3, "colored", over=True).layout.cards
    drawn = scene(View("azul", None, state), ["Ana", "Ben", "Cleo"], SAY).shapes
    names = {shape.box.y: shape.text for shape in drawn if shape.role.startswith("name") and "\t" not in shape.text}
    assert [names[card.y] for card in where] == ["Cleo", "Ben", "Ana"]


def test_who_shares_the_first_place_is_told_so():
    state = position(board(score=20), board(score=20), board(score=3), over=True)
    drawn = scene(View("azul", None, state), ["Ana", "Ben", "Cleo"], SAY).shapes
    notes = [shape.text.partition("\t")[2] for shape in drawn if shape.role.startswith("name")]
    assert [note for note in notes if note] == [SAY("picture.shares")] * 2 + [SAY("picture.place", n=3)]


def test_one_move_is_outlined_without_a_number_and_more_are_counted():
    table, changes = list(game("azul", 3, "golden"))[8]
    one = [
        shape.text
        for shape in scene(table.view(None), ["A", "B", "C"], SAY, changes[-1:]).shapes
        if shape.role == "badge"
    ]
    both = [
        shape.text for shape in scene(table.view(None), ["A", "B", "C"], SAY, changes).shapes if shape.role == "badge"
    ]
    assert one == []
    assert both == ["1", "2"]


def test_what_must_cover_something_covers_least():
    places = [Box(0, 0, 10, 10), Box(20, 0, 10, 10), Box(40, 0, 10, 10)]
    many, little, none = Obstacle(Box(5, 5, 10, 10), 1), Obstacle(Box(28, 0, 9, 2), 1), Obstacle(Box(10, 0, 10, 10), 9)
    assert clearest_place(places[:2], [many, little, none]) == places[1]
    assert clearest_place(places[:2], [many, little._replace(weight=7)]) == places[0]
    assert clearest_place(places, [many, little]) == places[2]
    assert clearest_place(places, []) == places[0]


def test_an_unknown_theme_is_a_key_error():
    with pytest.raises(KeyError):
        draw(full(), ODD, SAY, "no such theme")


def test_a_picture_that_would_be_large_is_made_smaller(monkeypatch):
    table, changes = list(game("pavilion", 4, "large"))[-20]
    view, theme = table.view(None), load_theme("light", "pavilion")
    drawn = PORTRAYALS["pavilion"].scene(view, people(view), SAY, changes)
    canvas = _canvas(drawn, theme)
    plain, smaller = (png(canvas, _palette_bytes(theme), small=small) for small in (False, True))
    module = import_module("render.pixels.paint")  # the package has a function of that name
    monkeypatch.setattr(module, "MAX_FAST_FILE", len(plain) - 1)
    assert paint(drawn, theme) == smaller
    monkeypatch.setattr(module, "MAX_FAST_FILE", len(plain))
    assert paint(drawn, theme) == plain
    assert len(smaller) < len(plain)
