"""What a person has prepared, outlined in the picture of the table as it stands."""

from __future__ import annotations

from itertools import combinations
from random import Random

from bot.text.words import Words
from engine import GAMES, Table
from engine.prepared_moves import preparation_table
from render import PORTRAYALS, Aspect, draw
from render.parts import CLOSE_BADGE_SIZE, turn_badges
from render.scene import magnify_shapes
from tests.cases import each
from tests.engine.test_promises import played

SEATS, NAMES, SAY = 2, ["Ana", "Ben"], Words()


def waiting(key: str):
    """Seats of a game by lot that wait for others, each with its view and what it may prepare."""
    for table in played(GAMES[key], GAMES[key].chosen({}), SEATS, f"prepared {key}"):
        for seat in range(SEATS):
            own = preparation_table(table, seat)
            if own is not None:
                yield table.view(seat), own.state.moves(seat)


@each("key", GAMES)
def test_every_move_that_takes_or_lays_something_is_outlined_within_the_picture(key):
    lot, outlined = Random(1), 0
    for view, moves in waiting(key):
        ground = PORTRAYALS[key].scene(view, NAMES, SAY, ()).ground
        for move in lot.sample(moves, min(3, len(moves))):
            shapes = list(PORTRAYALS[key].prepared_outlines(view, move, False))
            outlined += bool(shapes)
            for box in (shape.box for shape in shapes):
                assert 0 <= box.x <= box.x + box.w <= ground.width + 6
                assert 0 <= box.y <= box.y + box.h <= ground.height + 6
    assert outlined > 10


@each("key", GAMES)
def test_ones_own_view_outlines_the_same_within_its_picture(key):
    lot, shown, outlined = Random(1), PORTRAYALS[key], 0
    for view, moves in list(waiting(key))[::2]:
        ground = shown.close(view, NAMES, SAY, (), view.seat).ground
        picked = lot.sample(moves, min(3, len(moves)))
        every = [magnify_shapes(shown.prepared_outlines(view, move, True), shown.zoom) for move in picked]
        for move, shapes in zip(picked, every, strict=True):
            assert bool(shapes) == bool(list(shown.prepared_outlines(view, move, False))), move
            outlined += bool(shapes)
        for shape in (*(shape for shapes in every for shape in shapes), *turn_badges(every, CLOSE_BADGE_SIZE)):
            box = shape.box
            assert 0 <= box.x <= box.x + box.w <= ground.width + 1, shape
            assert 0 <= box.y <= box.y + box.h <= ground.height + 1, shape
    assert outlined > 5


@each("key", GAMES)
def test_numbers_of_several_turns_never_hide_one_another(key):
    lot = Random(2)
    for view, moves in list(waiting(key))[::9]:
        turns = [[move] for move in lot.choices(moves, k=3)]
        badges = turn_badges([list(PORTRAYALS[key].prepared_outlines(view, move, False)) for (move,) in turns])
        assert not any(one.box.overlap_area(other.box) for one, other in combinations(badges, 2))


def test_the_picture_is_another_one_with_what_is_prepared_and_the_same_without():
    view, moves = next(waiting("azul"))

    for seat in (None, view.seat):
        aspects = (Aspect(seat=seat, prepared=turns) for turns in ([], [[moves[0]]], [[moves[0]], [moves[-1]]]))
        bare, one, two = (draw(view, NAMES, SAY, "light", aspect) for aspect in aspects)
        assert bare.startswith(b"\x89PNG")
        assert len({bare, one, two}) == 3


def test_every_tile_of_a_turn_of_match_five_is_outlined_however_far_it_reaches():
    key, table = "match_five", Table.new(GAMES["match_five"], 2, {}, "far")
    view = table.view(1 - table.state.to_act()[0])
    turn = [GAMES[key].parse(f"R5{column}13") for column in "mnopqrstuvwx"]
    for enlarged in (False, True):
        scene, (outlines,) = PORTRAYALS[key].scene_with_prepared(view, NAMES, SAY, [turn], enlarged)
        boxes = [shape.box for shape in outlines if shape.role == "ring tight"]
        assert len(boxes) == len(turn)
        assert len({box.x for box in boxes}) == len(turn)
        assert all(0 <= box.x <= box.x + box.w <= scene.ground.width for box in boxes)
