"""How small texts get where pictures are shown, and one seat enlarged for phones; over every game. Knows no rules."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from itertools import cycle

import pytest
from PIL import Image

from bot.text.words import Words
from engine import GAMES, View
from render import PORTRAYALS, Aspect, draw
from render.looks.theme import RoleLook, load_theme, theme_names
from render.pixels.letters import extent
from render.scene import Box, Ground, Scene, Shape, magnify
from tests.engine.games.azul.azul_tables import board, position
from tests.scenes import game, people, samples
from tests.scenes.azul import full, planned

SAY = Words()
SAMPLES = {name: sample for name, sample in samples().items() if not name.endswith("_wide")}  # that no game reaches
WHOLE, PHONE = 525 / 1200, 360 / 720  # how much smaller pictures are shown
TEXT, NUMBER = 7, 11  # pixels there: any text; points
every_game = pytest.mark.parametrize("key", PORTRAYALS)
LETTER = 9  # board units of a letter on a tile, which at 525 pixels only its motif tells
ENLARGED = 11  # pixels of any text on a phone
# Board units of what may be smaller, because place or form tell it too: stars, their spaces, the gold disc that starts.
SMALLER = {"star": 12.5, "star lit": 12.5, "space": 12, "marker": 14, "marker due": 14}


def texts(scene, game):
    """The role of every text and how high it is, in board units."""
    looks = load_theme("light", game, scene.zoom).looks
    for shape in (*scene.ground.shapes, *scene.shapes):
        look = looks[shape.role]
        text, _, caption = shape.text.partition("\t")
        if text and look.ink:
            yield shape.role, look, max(look.size, look.scale * shape.box.h)
        if caption and look.ink:
            note = looks[look.caption]
            yield look.caption, note, max(note.size, note.scale * shape.box.h)


@cache
def every_seat(key):
    """Each sample of the game with each seat enlarged, and the name of the sample."""
    return [
        (PORTRAYALS[key].close(view, people(view), SAY, changes, seat), name)
        for name, view, changes in samples_of(key)
        for seat in range(len(people(view)))
    ]


def samples_of(key):
    """The samples of a game, each with its name."""
    return [(name, *sample) for name, sample in SAMPLES.items() if sample[0].game == key]


@every_game
def test_texts_of_a_picture_can_be_read_at_525_pixels(key):
    for name, view, changes in samples_of(key):
        for role, look, high in texts(PORTRAYALS[key].scene(view, people(view), SAY, changes), key):
            least = LETTER if look.motif else (NUMBER if role.startswith("score") else TEXT) / WHOLE
            assert high >= SMALLER.get(role, least), (name, role)


@every_game
def test_texts_of_a_seat_enlarged_can_be_read_at_360_pixels(key):
    for scene, name in every_seat(key):
        for role, _, high in texts(scene, key):
            assert high * PHONE >= ENLARGED, (name, role)


@every_game
def test_a_seat_enlarged_is_narrow_and_whole(key):
    looks = [load_theme(theme, key).looks for theme in theme_names()]
    for scene, _ in every_seat(key):
        ground = scene.ground
        assert ground.width == 720
        assert 360 <= ground.height <= 1280
        for shape in (*ground.shapes, *scene.shapes):
            assert min(shape.box.x, shape.box.y) >= 0, shape
            assert shape.box.x + shape.box.w <= ground.width, shape
            assert shape.box.y + shape.box.h <= ground.height, shape
            _, top, _, bottom = extent(load_theme("light", key), shape)
            assert 0 <= shape.box.y + top <= shape.box.y + bottom <= ground.height, shape
            assert all(shape.role in known for known in looks), shape


@every_game
def test_a_seat_enlarged_is_a_small_file(key):
    themes = cycle(theme_names())
    for _, view, changes in samples_of(key)[::4]:
        file = draw(view, people(view), SAY, next(themes), Aspect(changes, seat=0))
        image = Image.open(BytesIO(file))
        assert (image.mode, image.width) == ("P", 720)
        assert len(file) <= 90 * 1024


@every_game
def test_a_seat_enlarged_tells_the_names_and_points_of_all(key):
    for scene, name in every_seat(key):
        view, told = SAMPLES[name][0], {shape.text.partition("\t")[0] for shape in scene.shapes}
        assert {*people(view)} <= told, name
        assert {str(abs(points)) for points, *_ in view.state.scores()} <= {text.strip("-−") for text in told}, name


def close(view, seat, changes=()):
    return PORTRAYALS["azul"].close(view, people(view), SAY, changes, seat)


def test_azul_draws_the_board_of_the_seat_alone():
    lines = [[shape.role for shape in close(full(), seat).shapes if shape.role.startswith("tile")] for seat in (0, 1)]
    assert lines[0] != [] != lines[1]
    for seat in range(4):
        heads = [shape.text for shape in close(full(), seat).shapes if shape.role.startswith("name")]
        assert [text.partition("\t")[0] for text in heads] == [people(full())[seat]]


def test_azul_outlines_the_seat_itself_and_what_others_emptied():
    *_, (table, changes) = zip(range(12), game("azul", 3, "golden"), strict=False)
    table, changes = changes
    movers = [event.seat for events in changes for event in events if event.kind == "draft"]
    for seat in range(3):
        roles = [shape.role for shape in close(table.view(None), seat, changes).shapes]
        assert (any(role.startswith("ring") for role in roles)) == (seat in movers)
        assert any(role in ("display last", "center last") for role in roles)


def test_azul_numbers_outlines_of_several_moves_only():
    *_, (table, changes) = zip(range(12), game("azul", 3, "golden"), strict=False)
    table, changes = changes
    assert numbers(table, changes) == ["12", "21"]  # each its own move first, then that of the other on their chip
    assert numbers(table, changes[-1:]) == [""]


def numbers(table, changes):
    """What the outlines on all boards are numbered with, seat by seat; "" for one without a number."""
    drawn = [close(table.view(None), seat, changes).shapes for seat in range(len(people(table.view(None))))]
    outlined = [shapes for shapes in drawn if any(shape.role.startswith("ring") for shape in shapes)]
    return ["".join(shape.text for shape in shapes if shape.role == "badge") for shapes in outlined]


def test_azul_shows_a_plan_to_its_owner_only():
    due = [[shape for shape in close(planned(), seat).shapes if shape.role.startswith("due")] for seat in range(4)]
    assert due[0]
    assert due[1:] == [[], [], []]


def test_azul_tells_where_the_points_came_from_in_the_end():
    view = View("azul", None, position(board("|BYRKW", score=12), board(score=3), over=True))
    shown = [shape.text for shape in close(view, 0).shapes if shape.role.startswith("value")]
    assert shown == ["10", "+2", "+0", "+0"]
    assert "chip lit" in [shape.role for shape in close(view, 1).shapes]


def test_every_game_lays_out_every_size_of_table():
    assert {len(people(view)) for view, _ in SAMPLES.values() if view.game == "azul"} == set(GAMES["azul"].seats)


def test_magnifying_keeps_equal_boxes_equal():
    ground = Ground(100, 50, tuple(Shape("slot", Box(7 * at, 3, 7, 7)) for at in range(9)))
    large = magnify(Scene(ground, ()), 1.4)
    assert (large.ground.width, large.ground.height, large.zoom) == (140, 70, 1.4)
    assert {(shape.box.w, shape.box.h) for shape in large.ground.shapes} == {(10, 10)}
    assert magnify(Scene(ground, ()), 1.4).ground is large.ground  # painters know a ground again


def test_a_look_grows_but_for_its_shares():
    look = RoleLook("plate", width=0.05, radius=10, size=20, scale=0.4).enlarge(1.5)
    assert (look.width, look.radius, look.size, look.scale) == (0.05, 15, 30, 0.4)
