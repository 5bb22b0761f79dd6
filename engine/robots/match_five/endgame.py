"""The endgame of Match Five between two seats, with an empty bag and known hands: the lead that each turn leads to.

`mind` searches for the best turn and has only bounds for the others; this search values each turn. Knows nothing about
luck or views.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from heapq import nlargest
from typing import TypeVar

from engine.robots.match_five.imagined_game import ImaginedGame, end_cost, hand_bits
from engine.robots.match_five.turn_start import LaidTiles
from engine.robots.match_five.turn_values import TurnPlan, endgame_value
from engine.robots.match_five.whole_turns import Hands, WholeTurn
from engine.robots.search import Tree, alpha_beta, alpha_beta_values

UNLIMITED_WIDTH = 100_000  # more whole turns than any hand allows
# The numbers of whole turns that each seat considers, in successive searches.
SEARCH_WIDTHS = (2, 4, 7, 12, 20, 40, UNLIMITED_WIDTH)
# A search is skipped if the budget has more than this many positions for each turn of its width.
NODES_PER_TURN = 3_750
_SearchResult = TypeVar("_SearchResult")


class Continuation:
    """The position after a plan; equal if laid tiles, hands, current lead, `turn`, `idle` and `out` are equal.

    `plan`: the plan that was played last, None at the root of the search.
    """

    def __init__(self, before: ImaginedGame, laid: LaidTiles, plan: TurnPlan | None) -> None:
        self._before = before
        self._laid = laid
        self.plan = plan

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Continuation) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def game(self) -> ImaginedGame:
        """The position; the plan is played on first access, because a search never visits most of its plans."""
        later = self._before.copy()
        if self.plan is not None:
            later.play(self.plan)
        return later

    @cached_property
    def laid_tiles(self) -> LaidTiles:
        """The tiles laid since the root, including those of the plan."""
        plan = self.plan
        return self._laid.union(zip(plan.spots, plan.bits, strict=True)) if isinstance(plan, WholeTurn) else self._laid

    @cached_property
    def _key(self) -> tuple[LaidTiles, tuple[tuple[int, ...], ...], float, int, int, int]:
        game = self.game
        return (
            self.laid_tiles,
            tuple(map(tuple, map(sorted, game.hands))),
            current_lead(game),
            game.turn,
            game.idle,
            game.out,
        )


def current_lead(game: ImaginedGame) -> int:
    """The lead of the seat `me` if the game ended now."""
    points = (
        game.points if game.over else [own - end_cost(hand) for own, hand in zip(game.points, game.hands, strict=True)]
    )
    return points[game.me] - points[1 - game.me]


class EndgameTree(Tree[Continuation]):
    """The endgame as a tree: each seat considers a pass and the `width` turns with the best immediate result.

    At the root all turns are considered. `visits`: the number of positions visited. `is_narrowed`: whether turns were
    left out.
    """

    def __init__(self, width: int) -> None:
        self.width = width
        self.visits = 0
        self.is_narrowed = False

    def is_askers_turn(self, position: Continuation) -> bool:
        """Whether the seat `me` is on turn."""
        return position.game.turn == position.game.me

    def children(self, position: Continuation) -> list[tuple[float, Continuation]]:
        """The positions after the turns with the best immediate result, the best first, then after a pass."""
        game, sign = position.game, self._sign(position)
        if game.over:
            return []
        turns = _whole_turns(game)
        now = current_lead(game)
        width = UNLIMITED_WIDTH if position.plan is None else self.width
        self.is_narrowed = self.is_narrowed or len(turns) > width
        chosen = nlargest(width, turns, key=endgame_value)
        gains: list[tuple[int, TurnPlan]] = [*((endgame_value(turn)[0], turn) for turn in chosen), (0, ())]
        self.visits += len(gains)
        return [(now + sign * gain, Continuation(game, position.laid_tiles, plan)) for gain, plan in gains]

    def best_child(self, position: Continuation) -> tuple[float, int]:
        """The lead after the turn with the best immediate result, and the number of positions visited for it."""
        game = position.game
        if game.over:
            return 0.0, 0
        self.visits += 1
        gains = [endgame_value(turn)[0] for turn in _whole_turns(game)]
        return current_lead(game) + self._sign(position) * max(gains, default=0), 1

    def _sign(self, position: Continuation) -> int:
        return 1 if self.is_askers_turn(position) else -1


def _whole_turns(game: ImaginedGame) -> list[WholeTurn]:
    return game.table.turns(Hands([hand_bits(game.hands[game.turn])]))


def rank_endgame_plans(game: ImaginedGame, nodes: int) -> list[TurnPlan]:
    """Every whole turn of the seat on turn and a pass, the best first; after the first, the order is approximate."""
    root = Continuation(game, frozenset(), None)
    found = widen(lambda tree, left: alpha_beta(tree, root, left), nodes)
    return [child.plan for _, child in found if child.plan is not None]


def endgame_leads(plans: Sequence[TurnPlan], game: ImaginedGame, nodes: int) -> list[float]:
    """The final lead of the seat on turn after each of these plans if both seats play well, all searched equally deep.

    Exact if the budget covers every answer; otherwise each seat considers only its best immediate answers, as many as
    can be searched to the end.
    """
    children = [
        (float(current_lead(continuation.game)), continuation)
        for continuation in (Continuation(game, frozenset(), plan) for plan in plans)
    ]
    return widen(lambda tree, left: alpha_beta_values(tree, children, left), nodes)


def widen(search: Callable[[EndgameTree, int], _SearchResult], nodes: int) -> _SearchResult:
    """The result of the widest search that the budget of positions allows, at least of the narrowest one.

    With a large budget the narrow searches are skipped, because they would only use it up.
    """
    first, *wider = [width for width in SEARCH_WIDTHS if width * NODES_PER_TURN >= nodes] or [UNLIMITED_WIDTH]
    tree = EndgameTree(first)
    result, nodes_left = search(tree, nodes), nodes - tree.visits
    for width in wider:
        if nodes_left <= 0 or not tree.is_narrowed:
            break
        tree = EndgameTree(width)
        wider_result = search(tree, nodes_left)
        nodes_left -= tree.visits
        result = wider_result if nodes_left > 0 else result
    return result
