"""How far a game of Azul is said to be when its decisions are judged."""

from __future__ import annotations

from engine.robots.azul.coach import COACH
from tests.cases import each
from tests.engine.games.azul.azul_tables import OPENING, azul, position, walls

FULL = "BBYR/RKKW/BYRK/WWWW/BYYK"
ALMOST = walls("BYRK.")  # one more tile in its row ends the game


@each(
    ("displays", "center", "stage"),
    [(FULL, "M", 2), ("BBYR/RKKW/BYRK", "WWM", 1), ("BBYR", "WWKKRRM", 1), ("BBYR", "WWKKRM", 0), ("", "B", 0)],
)
def test_a_round_that_may_be_the_last_has_three_stages_by_the_tiles_to_take(displays, center, stage):
    assert COACH.stage(position(ALMOST, displays=displays, center=center)) == stage


def test_before_it_the_stage_follows_from_the_rounds_that_the_game_lasts_at_least():
    found = [COACH.stage(position(walls(row), displays=FULL)) for row in (".....", "B....", "BY...", "BYR..")]
    assert found == [6, 5, 4, 3]  # whoever is ahead may end it
    assert COACH.stage(azul(OPENING, "1B2").state) == 6
    assert all(len(curves) == 7 for curves in COACH.curves.values())
