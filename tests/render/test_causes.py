"""What is outlined as the cause of a refusal, in every game. Knows no menu."""

from __future__ import annotations

from dataclasses import replace

from bot.text.words import Words
from engine import GAMES, View
from render import PORTRAYALS, Aspect
from render.portrayal import scene_of
from tests.cases import each
from tests.engine.games.match_five import match_five_tables
from tests.engine.games.pavilion import pavilion_tables
from tests.render.blame import GROWN, HELD

SAY = Words()


@each(
    ("game", "state", "text"),
    [
        ("pillars", GROWN, "4O1g8"),
        ("match_five", match_five_tables.position(match_five_tables.BASE1, HELD), "Y5p13"),
        ("pavilion", pavilion_tables.position(pavilion_tables.board("OO", UL="O.....")), "UL1O0"),
    ],
)
def test_nothing_is_outlined_for_somebody_who_only_looks(game, state, text):
    move = GAMES[game].parse(text)
    refused = Aspect(refused=(move, state.refuses(0, move)))
    for aspect in (refused, replace(refused, seat=0)):
        for seat, rings in ((0, True), (None, False)):
            drawn = scene_of(PORTRAYALS[game], View(game, seat, state.view(seat)), ["Ana", "Ben"], SAY, aspect)
            assert any(shape.role == "ring cause" for shape in drawn.shapes) == rings
