"""Where the answers of moves stand in pictures: on what they name, inside of the picture. Knows no page."""

from __future__ import annotations

from dataclasses import fields
from functools import cache
from itertools import chain, islice
from random import Random

from bot.text.words import Words
from engine.core import Cell
from engine.games import GAMES
from engine.games.azul import Draft as AzulDraft
from engine.games.match_five import Place, Wild
from engine.games.pillars import Lay
from engine.robots.ai import choose
from engine.table import Table
from render import PORTRAYALS, Aspect, spots
from render.portrayal import scene_of
from tests.cases import each
from tests.scenes import game, people

SAY = Words()
OPTIONS = {"azul": {"wall": "gray"}, "pavilion": {}, "match_five": {}, "pillars": {}}
NOWHERE = {("Place", "wilds"), ("Wild", "face"), ("Lay", "turn")}  # kind of move and field: buttons ask for them
LEFT_OUT = {("Pillar", "cell")}  # a dark square, where an enlarged seat leaves out dark columns and rows
UNCHOSEN = "-"  # the answer for a row of a plan that has no choice
KINDS = {  # the moves that ask something; others have no field
    "azul": {"Draft", "Plan"},
    "pavilion": {"Draft", "Place", "Take", "Keep"},
    "match_five": {"Place", "Wild", "Exchange"},
    "pillars": {"Lay", "Pillar"},
}
TILES = ("color", "tile", "kept", "tiles")  # fields whose boxes are those of tiles


@cache
def positions(key, seats):
    """What the seat to move sees, every few turns of a random game, and of a good one, in which more can happen."""
    random = islice(tables(key, seats, "spots 0"), None, None, 19)
    good = islice(
        (table for table, _ in game(key, seats, "film" if key == "pavilion" else "golden") if table.state.to_act()),
        None,
        None,
        12,
    )
    return [table.view(table.state.to_act()[0]) for table in chain(random, good)]


def tables(key, seats, seed):
    """Every position of a random game."""
    rng, table = Random(seed), Table.new(GAMES[key], seats, OPTIONS[key], seed)
    while table.state.to_act():
        yield table
        seat = table.state.to_act()[0]
        table = table.play(seat, str(choose("random", table.view(seat), rng)))


def boxes_of(view, move, scene, *, enlarged):
    """The boxes of each answer that has any, once it is sure that it has to."""
    found = spots(view, move, enlarged=enlarged)
    for field in fields(move):
        kind = type(move).__name__, field.name
        if kind in NOWHERE or (enlarged and kind in LEFT_OUT and not found) or getattr(move, field.name) == UNCHOSEN:
            assert field.name not in found
            continue
        assert found[field.name], (move, field.name)
        for box in found[field.name]:
            assert box.x >= 0 <= box.y, (move, field.name)
            assert box.w > 0 < box.h, (move, field.name)
            assert box.x + box.w <= scene.ground.width, (move, field.name)
            assert box.y + box.h <= scene.ground.height, (move, field.name)
        yield field.name, found[field.name]


@each("enlarged", [False, True])
@each(("key", "seats"), [(key, GAMES[key].seats[at]) for key in GAMES for at in (0, -1)])
def test_every_answer_of_every_legal_move_stands_in_the_picture(key, seats, enlarged):
    kinds = set()
    for view in positions(key, seats):
        aspect = Aspect(seat=view.seat if enlarged else None)
        scene = scene_of(PORTRAYALS[key], view, people(view), SAY, aspect)
        drawn = {shape.box for shape in scene.shapes}
        for move in some(view.state.moves(view.seat)):
            kinds.add(type(move).__name__)
            for name, boxes in boxes_of(view, move, scene, enlarged=enlarged):
                if name in TILES and key != "pillars":
                    assert drawn.issuperset(boxes), (move, name)
    assert kinds >= KINDS[key]


def some(moves):
    """A dozen of the moves, so that a test takes no second."""
    return Random(len(moves)).sample(moves, min(12, len(moves)))


def test_an_answer_stands_where_it_is_written():
    table = Table.new(GAMES["azul"], 2, {}, "spots")
    view = table.view(table.state.to_act()[0])
    scene = scene_of(PORTRAYALS["azul"], view, people(view), SAY, Aspect())
    for move in view.state.moves(view.seat):
        assert isinstance(move, AzulDraft)
        tiles = spots(view, move)["color"]
        drawn = [shape.role for shape in scene.shapes if shape.box in tiles]
        assert drawn == [f"tile {move.color}"] * view.state.displays[int(move.source) - 1].count(move.color)


@each("enlarged", [False, True])
def test_a_wild_goes_where_a_tile_with_its_face_would(enlarged):
    views = positions("match_five", GAMES["match_five"].seats[-1])
    wilds = [(view, move) for view in views for move in some(view.moves) if isinstance(move, Wild)]
    assert wilds
    for view, move in wilds:
        tile = spots(view, Place(move.face, move.cell), enlarged=enlarged)
        assert spots(view, move, enlarged=enlarged)["cell"] == tile["cell"]


def test_nobody_who_watches_has_places_to_point_at():
    for key in GAMES:
        view = Table.new(GAMES[key], 2, {}, "spots").view(None)
        assert spots(view, Lay("1", "1", Cell(0, 0))) == {}
        assert spots(view, Lay("1", "1", Cell(0, 0)), enlarged=True) == {}
