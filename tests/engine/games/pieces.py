"""Every piece of a position, wherever it lies, so that a test can say that none is lost or made. Knows no rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from engine import State
from engine.games.azul import Azul
from engine.games.match_five import MatchFive
from engine.games.match_five.sets import split, without_face
from engine.games.pavilion import Pavilion
from engine.games.pillars import Pillars
from engine.games.pillars.moves import Lay


def _azul(state: Azul) -> Counter[str]:
    boards = [part for board in state.boards for part in (*board.lines, *board.wall, board.floor)]
    tiles = "".join([*boards, *state.displays, state.center, state.bag, state.lid])
    return Counter(tiles.replace(".", "").replace("M", ""))


def _pavilion(state: Pavilion) -> Counter[str]:
    boards = [part for board in state.boards for part in (*board.stars, board.hand, board.corners)]
    tiles = "".join([*boards, *state.factories, state.center, state.supply, state.bag, state.tower])
    return Counter(tiles.replace(".", ""))


def _match_five(state: MatchFive) -> Counter[str]:
    ground, heaps = state.grid(), "".join([*state.hands, state.bag, state.aside])
    return Counter([*(without_face(ground.tile(spot)) for spot in ground.tiles), *split(heaps)])


def _pillars(state: Pillars) -> Counter[str]:
    found: Counter[str] = Counter()
    for seat, player in enumerate(state.players):
        laid = [piece.tile if isinstance(piece, Lay) else "pillar" for piece in player.pieces()]
        found.update(f"{seat} {piece}" for piece in (*player.stock, *laid, *["pillar"] * player.pillars))
    return found


_COUNTS: Mapping[str, Callable[[Any], Counter[str]]] = {
    "azul": _azul, "match_five": _match_five, "pavilion": _pavilion, "pillars": _pillars,
}  # fmt: skip


def pieces(game: str, state: State) -> Counter[str]:
    """All pieces of that position; none of a game that has only signs to write."""
    return _COUNTS[game](state) if game in _COUNTS else Counter()
