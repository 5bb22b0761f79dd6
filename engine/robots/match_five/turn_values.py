"""The value of a whole turn of Match Five: its points, answers to it, the seat's next turn, and games played on.

Knows nothing about views; games are imagined.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.games.match_five.sets import HAND_SIZE
from engine.robots.match_five.imagined_game import (
    END_COSTS,
    ExchangedTiles,
    HandTile,
    ImaginedGame,
    hand_after,
    hand_bits,
    hand_tile,
)
from engine.robots.match_five.turn_start import TurnStart
from engine.robots.match_five.whole_turns import (
    CODE_BY_BIT,
    WILD_BITS,
    CompactTable,
    Hands,
    SingleHand,
    WholeTurn,
    single_holdings,
)

TurnPlan = WholeTurn | ExchangedTiles
NEW_TILE_VALUE = 3  # points for a tile drawn after the turn
KEPT_WILD_VALUE = 8  # points for a wild in hand
ANSWER_WEIGHT = 1.0  # weight of the next seat's best answer; it is divided by the number of other seats
NEXT_TURN_WEIGHT = 0.8  # weight of the seat's own next turn
LOWEST_WILD_BIT = WILD_BITS & -WILD_BITS  # the bits of wilds are above all others
# The gains of a turn are added up; a turn has at most one wild, so KEPT_WILD_VALUE is subtracted at most once.
_MIDGAME_HOLDINGS = single_holdings(
    {bit: NEW_TILE_VALUE - KEPT_WILD_VALUE * (bit >= LOWEST_WILD_BIT) for bit in CODE_BY_BIT}
)
_ENDGAME_HOLDINGS = single_holdings({bit: END_COSTS[hand_tile(bit)] for bit in CODE_BY_BIT})
MAX_TURNS_AHEAD = 60  # limit for a game that is played on to its end


class TurnEvaluator:
    """Estimates whole turns of a seat, all with the same random hands of the next seat and the same random draws."""

    def __init__(self, start: TurnStart, table: CompactTable, number: int, rng: Random) -> None:
        self._start = start
        self._table = table
        seats, pool = len(start.sizes), start.unseen
        self._answer_weight = ANSWER_WEIGHT / (seats - 1)
        size = start.sizes[(start.me + 1) % seats]
        self._hands = [hand_bits(rng.sample(pool, size)) for _ in range(number)]
        self._next_hands = Hands(self._hands, saves_wilds=start.bag > 0)
        self._answers = sorted(table.turns(self._next_hands), reverse=True)
        draws = (number + 1) // 2 if start.bag else 1
        self._draws = [tuple(rng.sample(pool, min(HAND_SIZE, start.bag))) for _ in range(draws)]
        self.nodes = len(self._hands) + len(self._draws)

    def value(self, plan: TurnPlan) -> float:
        """The points of a whole turn and of the seat's next turn, less the next seat's best answer, all weighted."""
        kept = hand_after(self._start.hand, plan)
        after = self._table.table_after(plan) if isinstance(plan, WholeTurn) else self._table
        next_hands = [hand_bits((*kept, *draw[: HAND_SIZE - len(kept)])) for draw in self._draws]
        next_points = sum(
            best_points_by_hand(
                sorted(after.turns(Hands(next_hands, saves_wilds=self._start.bag > 0)), reverse=True), len(next_hands)
            )
        ) / len(next_hands)
        return (
            quick_value(plan, self._start.bag)
            + NEXT_TURN_WEIGHT * next_points
            - self._answer_weight * self._mean_answer(plan, after)
        )

    def _mean_answer(self, plan: TurnPlan, after: CompactTable) -> float:
        """The mean of the best scores of the random hands; only starts that the turn changed are searched again."""
        number = len(self._hands)
        if not isinstance(plan, WholeTurn):
            return sum(best_points_by_hand(self._answers, number)) / number
        changed = after.changed_spots.keys()
        old = best_points_by_hand((answer for answer in self._answers if changed.isdisjoint(answer.spots)), number)
        new = best_points_by_hand(sorted(after.turns(self._next_hands, after.changed_starts()), reverse=True), number)
        return sum(map(max, old, new)) / number


def quick_value(plan: TurnPlan, bag: int) -> float:
    """The value of a turn without looking ahead: its points and new tiles, less the value of a wild that it uses."""
    if not bag or not isinstance(plan, WholeTurn):
        return immediate_points(plan, bag)
    return plan.points + NEW_TILE_VALUE * len(plan.bits) - KEPT_WILD_VALUE * (max(plan.bits) >= LOWEST_WILD_BIT)


def immediate_points(plan: TurnPlan, bag: int) -> int:
    """The points of a whole turn; once the bag is empty, plus what its tiles would cost at the end."""
    if not isinstance(plan, WholeTurn):
        return 0
    return plan.points if bag else plan.points + sum([END_COSTS[hand_tile(bit)] for bit in plan.bits])


def best_points_by_hand(turns: Iterable[WholeTurn], hands: int) -> list[int]:
    """The most points that each hand can score, from turns sorted best first; 0 for a hand without a turn."""
    points, open_hands = [0] * hands, (1 << hands) - 1
    for turn in turns:
        hand_mask = turn.hand_mask & open_hands
        open_hands ^= hand_mask
        while hand_mask:
            lowest = hand_mask & -hand_mask
            hand_mask ^= lowest
            points[lowest.bit_length() - 1] = turn.points
        if not open_hands:
            break
    return points


def turns_ahead(start: TurnStart) -> int:
    """The number of turns to play after the seat's own turn.

    They end with the seat's next turn, or, with two seats, when each seat has had three. With an empty bag they go on
    to the end of the game.
    """
    seats = len(start.sizes)
    if not start.bag:
        return MAX_TURNS_AHEAD
    return 5 if seats == 2 else seats


def play_on(plan: TurnPlan, table: CompactTable, game: ImaginedGame, turns: int) -> tuple[float, int]:
    """The change of the lead after a whole turn and some greedy turns, and the number of positions examined.

    `table`: the table after the whole turn. The lead is over the best other seat if the game has ended, else over the
    mean of the other seats.
    """
    before, examined = game, 0
    game = before.copy()
    game.play_with_table(table, plan)
    while not game.over and examined < turns:
        examined += 1
        turn = best_turn(game)
        # The table after the last turn is not needed.
        game.play_with_table(game.table_after(turn) if examined < turns else game.table, turn)
    return _lead(game, game.over) - _lead(before, game.over), examined + 1


def _lead(game: ImaginedGame, over: bool) -> float:
    """The lead of the seat `me`; while the game goes on, wilds in hand count too."""
    points_by_seat = game.points if over else [*map(_points_with_wilds, game.points, game.hands)]
    others = [points for seat, points in enumerate(points_by_seat) if seat != game.me]
    return points_by_seat[game.me] - (max(others) if over else sum(others) / len(others))


def _points_with_wilds(points: int, hand: tuple[HandTile, ...]) -> int:
    return points + KEPT_WILD_VALUE * hand.count(WILD_BITS)


def best_turn(game: ImaginedGame) -> TurnPlan:
    """The best immediate turn, for games that are played on; an exchange or a pass if no tile fits."""
    hand, bag = game.hands[game.turn], game.bag
    turn = game.table.best_turn(
        SingleHand(hand_bits(hand), _MIDGAME_HOLDINGS if bag else _ENDGAME_HOLDINGS, saves_wilds=bool(bag))
    )
    return hand[: len(bag)] if turn is None else turn


def endgame_value(turn: WholeTurn) -> tuple[int, WholeTurn]:
    """A sort key: the points of a whole turn plus what its tiles would cost at the end; then any fixed order."""
    return turn.points + sum([END_COSTS[hand_tile(bit)] for bit in turn.bits]), turn
