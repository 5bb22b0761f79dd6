"""Films and replays: which positions, how long, how points grow; over every game with pictures. Knows no rules."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO
from itertools import islice, pairwise

import pytest
from PIL import Image

from bot.text.words import Words
from engine import CHANCE, GAMES, View
from render import PORTRAYALS, Aspect, draw, film, frames
from render.film import (
    END_MILLISECONDS,
    LANE_CELLS,
    MAX_FILM_FRAMES,
    MOVE_MILLISECONDS,
    PAUSE_MILLISECONDS,
    Frame,
    film_scenes,
    point_scale,
    thin_frames,
)
from render.looks.theme import theme_names
from render.scene import Ground, Scene
from tests.cases import each
from tests.engine.games.azul.azul_tables import board, position
from tests.scenes import PEOPLE, game

SAY = Words()
MOVES = 70  # more than a film has frames


def played(key, seats, moves=MOVES):
    *_, (table, _) = islice(game(key, seats, "film"), moves + 1)
    return table


def row(rounds, *, over=False):
    """Frames of positions in these rounds."""
    states = [position(board(score=at), over=over, round=number) for at, number in enumerate(rounds)]
    return [Frame(at, 0, View("azul", None, state)) for at, state in enumerate(states)]


@each("key", ["azul", "match_five"])
def test_a_film_is_small_and_shows_what_pictures_show(key):
    seats = GAMES[key].seats[-1]
    every = list(frames(played(key, seats, MOVES if key == "azul" else MOVES // 5)))
    file = film(every, PEOPLE[:seats], SAY)
    image = Image.open(BytesIO(file))
    assert image.n_frames == min(MAX_FILM_FRAMES, len(every))
    assert image.width == 600
    assert image.info["loop"] == 0
    assert len(file) <= (500 if key == "azul" else 300) * 1024
    last = every[-1]
    image.seek(image.n_frames - 1)
    unmarked = replace(last.view, stopped=True)
    large = Image.open(BytesIO(draw(unmarked, PEOPLE[:seats], SAY, "light", Aspect(last.changes)))).convert("RGB")
    half, shown = large.reduce(2), image.convert("RGB").crop((0, 0, 600, large.height // 2))
    apart = [abs(a - b) for a, b in zip(half.tobytes(), shown.tobytes(), strict=False)]
    assert sum(apart) / len(apart) < 2, "pixels that a frame leaves out are those of the frames before"


@each("theme", theme_names())
def test_a_film_knows_every_theme(theme):
    image = Image.open(BytesIO(film(frames(played("azul", 2, 3)), PEOPLE[:2], SAY, theme)))
    assert image.n_frames == 4


def test_a_frame_that_changes_nothing_stays_a_frame():
    one = row([1])[0]
    image = Image.open(BytesIO(film([one, one, one], PEOPLE[:2], SAY)))
    stays = []
    for at in range(image.n_frames):
        image.seek(at)
        stays.append(image.info["duration"])
    assert sum(stays) >= PAUSE_MILLISECONDS + END_MILLISECONDS


def test_a_film_without_frames_is_an_error():
    with pytest.raises(ValueError, match="frame"):
        film([], (), SAY)


def test_a_short_game_loses_no_frame():
    every = row([1] * MAX_FILM_FRAMES)
    assert thin_frames(every) == every


@each("length", [61, 75, 119, 120, 121, 500])
def test_a_long_game_is_thinned_evenly(length):
    numbers = [one.number for one in thin_frames(row([1] * length))]
    assert len(numbers) == MAX_FILM_FRAMES
    assert numbers[0] == 0
    assert numbers[-1] == length - 1
    assert numbers == sorted(set(numbers))
    steps = [later - earlier for earlier, later in pairwise(numbers)]
    assert max(steps) <= 2 * (length - 1) / (MAX_FILM_FRAMES - 1) + 1


def test_ends_of_rounds_are_kept():
    rounds = [1 + at // 23 for at in range(200)]
    numbers = {one.number for one in thin_frames(row(rounds))}
    assert {at for at in range(1, 200) if rounds[at] != rounds[at - 1]} <= numbers


def test_the_opening_the_ends_of_rounds_and_the_end_stay_longer():
    every = row([1, 1, 2, 2, 2])
    scenes = [Scene(Ground(1200, 100, ()), ())] * 5
    assert [stays for _, stays in film_scenes(every, scenes)] == [
        PAUSE_MILLISECONDS,
        MOVE_MILLISECONDS,
        PAUSE_MILLISECONDS,
        MOVE_MILLISECONDS,
        END_MILLISECONDS,
    ]


def test_all_scenes_of_a_reel_are_equally_high():
    every = row([1, 1])
    scenes = [Scene(Ground(1200, high, ()), ()) for high in (100, 140)]
    assert len({scene.ground.height for scene, _ in film_scenes(every, scenes)}) == 1


@each(("scores", "gold"), [((4, 4, 4), 0), ((4, 4, 2), 2), ((1, 4, 2), 1)])
def test_gold_is_ahead_of_somebody(scores, gold):
    state = position(*(board(score=score) for score in scores))
    ((scene, _),) = film_scenes([Frame(0, 0, View("azul", None, state))], [Scene(Ground(1200, 100, ()), ())])
    lanes = {shape.box.y for shape in scene.shapes if shape.role == "frieze first"}
    assert len(lanes) == gold
    assert len([shape for shape in scene.shapes if shape.role.startswith("frieze f")]) == sum(scores)


@each("scores", [[[0, 0], [3, 1]], [[0], [40]], [[5, 0], [199, 41]], [[-30, -30], [-2, 0]], [[0, 0]]])
def test_a_lane_holds_all_points(scores):
    race = point_scale(scores)
    for points in (points for row in scores for points in row):
        assert 0 <= race.cells(points) <= LANE_CELLS


def test_what_is_left_to_lose_has_no_sign_and_fills_the_lane_when_it_is_gone():
    race = point_scale([[-30, -30], [-2, 0]])
    assert race.cells(-30) == 0
    assert race.cells(0) == max(map(race.cells, range(-30, 1)))
    assert race.label(-2) == "2"
    assert point_scale([[-3, 5]]).label(-3) == "-3"


@each("key", PORTRAYALS)
def test_a_replay_steps_through_the_log(key):
    table = played(key, GAMES[key].seats[0], 12)
    every = list(frames(table))
    assert every[-1].number == len(table.log)
    for one in every:
        assert one.view.state == table.back_to(one.number).view(None).state


def test_a_frame_outlines_the_move_that_led_to_it():
    table = played("azul", 2, 3)
    *_, one = frames(table)
    assert one.mover == table.log[-1].seat
    assert next(event.kind for event in one.changes[0]) == "draft"


def test_frames_begin_where_a_seat_may_act():
    first, *_ = frames(played("azul", 2, 3))
    assert (first.number, first.changes) == (1, ())
    assert first.view.state.to_act() != (CHANCE,)


@each("key", PORTRAYALS)
def test_frames_tell_the_public_no_secret(key):
    for one in frames(played(key, GAMES[key].seats[0], 20)):
        assert one.view.seat is None
        assert all(event.seen_by(None) for event in one.events)
