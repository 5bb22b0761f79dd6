"""What makes a rule forbid a move is outlined. Knows no menu."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from itertools import product

from bot.text.words import Words
from engine import GAMES, View
from engine.games.match_five import MatchFive
from render import PORTRAYALS, Aspect, draw
from render.azul.places import places
from tests.cases import each
from tests.engine.games.azul.azul_tables import board, position, tiled
from tests.render import blame
from tests.scenes import people, samples

SAY = Words()
SAMPLES = samples()
FAR_OFF = {("match_five", "5.5"), ("pillars", "4.6"), ("pillars", "4.7")}  # an own view leaves out empty borders
MOST = 50  # moves that are tried in a position
told = partial(blame.told, "azul")


def spot(seat=0, wall="colored"):
    return places(2, wall, over=False).seats[seat]


HELD = position(board("B", "R|....W", "|..R..", score=3), center="BRM", displays="BBYR")


def test_4_2_the_place_without_the_color():
    layout = places(2, "colored", over=False).layout
    assert told(HELD, "1K1") == ("4.2", [layout.displays[0]])
    assert told(HELD, "CK1") == ("4.2", [layout.center])


def test_4_5_the_tiles_of_the_other_color():
    assert told(HELD, "1B2") == ("4.5", [spot().lines[1][0]])


def test_4_6_the_full_line():
    assert told(HELD, "1B1") == ("4.6", [spot().lines[0][0]])


def test_4_7_the_tile_in_the_row():
    state = position(board("", "", "|...B."), displays="BBYR")
    assert told(state, "1B3") == ("4.7", [spot().wall[2][3]])


def test_5_8_and_5_9_the_tile_on_the_wall():
    state = tiled(board("", "", "BBB|...R.", "", "|.B..."), board("K"))
    assert told(state, "w--d--") == ("5.8", [spot(wall="gray").wall[2][3]])
    assert told(state, "w--b--") == ("5.9", [spot(wall="gray").wall[4][1]])


def test_nothing_is_to_blame_for_what_a_board_does_not_show():
    assert told(HELD, "1B3", seat=1) == ("4.1", [])


def test_the_cause_is_drawn():
    view, move = View("azul", 0, HELD), GAMES["azul"].parse("1B1")
    plain = draw(view, people(view), SAY)
    assert draw(view, people(view), SAY, "light", Aspect(refused=(move, "4.6"))) != plain
    assert draw(view, people(view), SAY, "light", Aspect(refused=(move, "4.1"))) == plain


def test_the_cause_is_drawn_in_ones_own_view_too():
    view, move = View("azul", 0, HELD), GAMES["azul"].parse("1B1")
    plain = draw(view, people(view), SAY, "light", Aspect(seat=0))
    assert draw(view, people(view), SAY, "light", Aspect(seat=0, refused=(move, "4.6"))) != plain
    assert draw(view, people(view), SAY, "light", Aspect(seat=0, refused=(move, "4.1"))) == plain


BLAMED = [name for name, (view, _) in SAMPLES.items() if view.state.to_act() and PORTRAYALS[view.game].cause]


def held(state):
    """The position with a hand for everybody where the public sees none."""
    if isinstance(state, MatchFive):
        return replace(state, hands=["R1B2G3O4W"] * len(state.hands))
    return state


@each("name", BLAMED)
def test_every_cause_lies_in_the_picture_and_in_ones_own_view(name):
    view = SAMPLES[name][0]
    shown, seat = PORTRAYALS[view.game], max(0, view.state.to_act()[0])
    state = held(view.state)
    seen = View(view.game, seat, state)
    ground, own = (
        drawn.ground
        for drawn in (shown.scene(view, people(view), SAY, ()), shown.close(seen, people(view), SAY, (), seat))
    )
    for kind in {type(move) for move in state.moves(seat)}:
        every = list(product(*state.domain(kind)))
        moves = (kind(*answers) for answers in every[:: 1 + len(every) // MOST])
        judged = [(move, no) for move in moves if (no := state.refuses(seat, move))]
        for move, no in judged:
            whole = list(shown.cause(seen, move, no, False))
            enlarged = [box.scale(shown.zoom) for box in shown.cause(seen, move, no, True)]
            assert enlarged or not whole or (view.game, no) in FAR_OFF, (no, move)
            for box in whole:
                assert 7 <= box.x <= ground.width - box.w - 7
                assert 7 <= box.y <= ground.height - box.h - 7
            for box in enlarged:
                assert 5 <= box.x <= own.width - box.w - 5, (no, move, box)
                assert 5 <= box.y <= own.height - box.h - 5
