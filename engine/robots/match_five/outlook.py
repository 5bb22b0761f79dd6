"""What a whole turn of Match Five is worth beyond its points: the answers, the next turn, how the game goes on.

Knows no views, and the game only as it is imagined.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from engine.games.match_five.sets import HAND
from engine.robots.match_five.imagined import COST, Held, Imagined, Swap, in_hand, kinds, less
from engine.robots.match_five.outset import Outset
from engine.robots.match_five.tabletop import CODE_OF, WILDS, Hands, Lone, Tabletop, WholeTurn, of_one

Plan = WholeTurn | Swap
REFRESH = 3  # points that a newly drawn tile is worth
KEPT_WILD = 8  # points that a wild in hand is worth
ANSWER = 1.0  # how much the next player's best answer counts, shared among all others
NEXT = 0.8  # weight of the seat's own next turn, as far as it can be foreseen
FIRST_WILD = WILDS & -WILDS  # the bits of wilds come after all others
_REFRESHING = of_one({bit: REFRESH - KEPT_WILD * (bit >= FIRST_WILD) for bit in CODE_OF})  # a turn has one wild at most
_RELIEVING = of_one({bit: COST[in_hand(bit)] for bit in CODE_OF})
LAST = 60  # turns at most that are played on


class Look:
    """Hands imagined for the next player and for the seat's own draw; every whole turn is compared on the same ones."""

    def __init__(self, here: Outset, top: Tabletop, number: int, rng: Random) -> None:
        self._here = here
        self._top = top
        seats, pool = len(here.sizes), here.unseen
        self._answer = ANSWER / (seats - 1)
        size = here.sizes[(here.me + 1) % seats]
        self._hands = [kinds(rng.sample(pool, size)) for _ in range(number)]
        self._asked = Hands(self._hands, sparing=here.bag > 0)
        self._offers = sorted(top.turns(self._asked), reverse=True)
        draws = (number + 1) // 2 if here.bag else 1
        self._draws = [tuple(rng.sample(pool, min(HAND, here.bag))) for _ in range(draws)]
        self.nodes = len(self._hands) + len(self._draws)

    def value(self, plan: Plan) -> float:
        """The points of a whole turn and what it promises, less what it offers to the next player."""
        left = less(self._here.hand, plan)
        after = self._top.after(plan) if isinstance(plan, WholeTurn) else self._top
        drawn = [kinds((*left, *draw[: HAND - len(left)])) for draw in self._draws]
        own = sum(most(sorted(after.turns(Hands(drawn, sparing=self._here.bag > 0)), reverse=True), len(drawn))) / len(
            drawn
        )
        return quick(plan, self._here.bag) + NEXT * own - self._answer * self._mean_answer(plan, after)

    def _mean_answer(self, plan: Plan, after: Tabletop) -> float:
        """The mean of the best scores of the imagined hands; only what the turn has changed is searched again."""
        number = len(self._hands)
        if not isinstance(plan, WholeTurn):
            return sum(most(self._offers, number)) / number
        changed = after.changed.keys()
        old = most((offer for offer in self._offers if changed.isdisjoint(offer.spots)), number)
        new = most(sorted(after.turns(self._asked, after.starts()), reverse=True), number)
        return sum(map(max, old, new)) / number


def quick(plan: Plan, bag: int) -> float:
    """What a whole turn is good for at once: its points, new tiles while there are some, and a wild that is kept."""
    if not bag or not isinstance(plan, WholeTurn):
        return at_once(plan, bag)
    return plan.points + REFRESH * len(plan.bits) - KEPT_WILD * (max(plan.bits) >= FIRST_WILD)


def at_once(plan: Plan, bag: int) -> int:
    """The points of a whole turn, at the end with those that its tiles would be charged."""
    if not isinstance(plan, WholeTurn):
        return 0
    return plan.points if bag else plan.points + sum([COST[in_hand(bit)] for bit in plan.bits])


def most(turns: Iterable[WholeTurn], hands: int) -> list[int]:
    """The points that each of so many hands can score, from turns with the best first; 0 where none is possible."""
    found, left = [0] * hands, (1 << hands) - 1
    for turn in turns:
        lucky = turn.who & left
        left ^= lucky
        while lucky:
            one = lucky & -lucky
            lucky ^= one
            found[one.bit_length() - 1] = turn.points
        if not left:
            break
    return found


def horizon(here: Outset) -> int:
    """How many turns are played after the seat's own one.

    Until the seat has had its next one, with two seats until each has had three; to the end once the bag is empty.
    """
    seats = len(here.sizes)
    if not here.bag:
        return LAST
    return 5 if seats == 2 else seats


def play_on(plan: Plan, top: Tabletop, game: Imagined, turns: int) -> tuple[float, int]:
    """What a whole turn and so many more, of what scores most, do to the lead; how many positions were looked at.

    `top`: the table after the whole turn. Up to the end of the game the lead is that over the best of the others,
    before it that over their mean.
    """
    before, looked = game, 0
    game = before.copy()
    game.play_to(top, plan)
    while not game.over and looked < turns:
        looked += 1
        turn = best(game)
        game.play_to(game.top_after(turn) if looked < turns else game.top, turn)  # nobody looks at the last table
    return _lead(game, game.over) - _lead(before, game.over), looked + 1


def _lead(game: Imagined, over: bool) -> float:
    """Of the seat `me`; as long as the game goes on, wilds in hand count too."""
    stands = game.points if over else [*map(_standing, game.points, game.hands)]
    others = [points for seat, points in enumerate(stands) if seat != game.me]
    return stands[game.me] - (max(others) if over else sum(others) / len(others))


def _standing(points: int, hand: tuple[Held, ...]) -> int:
    return points + KEPT_WILD * hand.count(WILDS)


def best(game: Imagined) -> Plan:
    """The whole turn that scores most at once, for games that are played on."""
    hand, bag = game.hands[game.turn], game.bag
    turn = game.top.best(Lone(kinds(hand), _REFRESHING if bag else _RELIEVING, sparing=bool(bag)))
    return hand[: len(bag)] if turn is None else turn


def relieving(turn: WholeTurn) -> tuple[int, WholeTurn]:
    """The points of a whole turn and what its tiles would cost at the end; then any order."""
    return turn.points + sum([COST[in_hand(bit)] for bit in turn.bits]), turn
