"""A round of Azul as a tree for alpha-beta: drafts by the lead that they promise to the seat that asks.

Seats are counted from that one. Knows no bag: what is dealt next is worth the same to everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf

from engine.core import Seat
from engine.games.azul.sets import COLORS, SIZE, STALL
from engine.games.azul.state import Azul
from engine.robots.azul.compact import (
    MARKED,
    PLACES,
    Boards,
    Heap,
    Position,
    center_offers,
    kinds,
    offers,
    position_of,
)
from engine.robots.azul.worth import CLOCK_STEPS, Setting, Side, Tiled, Worth, clock_of
from engine.robots.search import Tree

STARTING = 1.2  # points that it is worth to start the next round
MOVING = 2.4  # points that it is worth to be the next to draft while all displays are full, and less as they empty
OWN = 14  # drafts looked at within a search: in a duel and of the asker
OTHERS = 2  # of each of two or more others
AT_ONCE = 0  # which value of a board is that with nothing promised any more: its points if the game ended now
SPREADS = (6.0, 14.0, 18.0, 20.0, 20.0, 20.0)  # by the clock: how many points a lead may still change
NEAREST = 0.3  # with several others, before the last round: how much the best of them counts, beside the mean of all
MARGIN = 1 / 1024  # what a point more or less is worth beside winning at all

# Who has the marker after a draft, the center, the displays, the board of who has drafted.
ALL = range(2 * CLOCK_STEPS)  # values of a board
Drafted = tuple[Seat, Heap, tuple[Heap, ...], int]
Judge = Callable[[int, Seat, Heap, tuple[Heap, ...]], tuple[float, float]]


def hoped(lead: float, spread: float) -> float:
    """How much a seat wants a lead that may still change by so many points: 1 for a sure win, 0 for a tie.

    In a round that may be the last one a small lead for sure is better than a larger one that may be lost.
    """
    sure = lead / (abs(lead) + spread) if lead else 0.0
    return sure + MARGIN * lead


def lead_of(hope: float, spread: float) -> float:
    """The lead that is hoped for so much: one at the end of the game, or one that may still change.

    >>> lead_of(hoped(7, 12.0), 12.0), lead_of(hoped(7, 0.0), 12.0)
    (7.0, 7.0)
    """
    size = abs(hope)
    sign = 1 if hope > 0 else -1
    if size > 1:
        return round(sign * (size - 1) / MARGIN, 3)
    half = (1 + MARGIN * spread - size) / 2  # of lead / (lead + spread) + MARGIN * lead = size
    root: float = (half * half + MARGIN * size * spread) ** 0.5
    return round(sign * (root - half) / MARGIN, 3)


class Round(Tree[Position]):
    """The drafts of a round. `root`: the position now. `boards`, `worths`: by seat."""

    def __init__(self, state: Azul, seat: Seat) -> None:
        seats = len(state.boards)
        side = Side(state.wall, state.house, crowd=seats > 2)
        ordered = [state.boards[(seat + at) % seats] for at in range(seats)]
        clock = min(clock_of(tuple(board.wall), side.house) for board in ordered)
        offered = "".join(state.displays) + state.center
        table = Setting(side, state.tiebreak, clock, tuple(map(offered.count, COLORS)))
        self.worths = [Worth(board, table) for board in ordered]
        pairs = zip(ordered, self.worths, strict=True)
        self.boards = [Boards(board.wall, worth.clock_and_values) for board, worth in pairs]
        self.root = position_of(state, seat, self.boards)
        self._values = [one.values for one in self.boards]
        self._clocks = [one.clocks for one in self.boards]
        self._stalls = state.stall == STALL - 1
        self._dry = not state.bag + state.lid
        self._duel = seats == 2
        self._last = clock < 2 or self._stalls or self._dry
        self._nearest = 1.0 if self._duel or self._last else NEAREST
        self._each = (1.0 - self._nearest) / (seats - 1)
        # by how many displays are not empty
        self._moving = [MOVING * (at + 0.5) / len(state.displays) for at in range(len(state.displays) + 1)]
        # by who has the marker, NOBODY last
        self._tempos = [STARTING, *(-STARTING if self._duel else 0.0 for _ in range(1, seats)), 0.0]

    def is_askers_turn(self, position: Position) -> bool:
        """Whether the asker is to move."""
        return position[0] == 0

    def children(self, position: Position) -> list[tuple[float, Position]]:
        """The best drafts of who is to move; all of them at the root."""
        turn, _, center, displays, numbers = position
        if not displays and center in (0, MARKED):
            return []
        judge = self._judge(position) if self._last or not self._duel else self._judge_in_duel(position)
        found = [
            (judge(after, taker, middle, left), (taker, middle, left, after))
            for taker, middle, left, after in self._drafts(position)
        ]
        found.sort(key=lambda one: -one[0][0])
        if turn and not self._duel:
            # Of another seat the best drafts for it, and the one with the most points at once: many look no further.
            values = self._values[turn]
            dearest = max(found, key=lambda one: values[one[1][-1]][AT_ONCE])
            found = [dearest, *(one for one in found[:OTHERS] if one is not dearest)]
        elif position != self.root:
            found = found[:OWN]
        following = (turn + 1) % len(numbers)
        before = numbers[:turn]
        behind = numbers[turn + 1 :]
        children = [
            (lead, (following, taker, middle, left, (*before, after, *behind)))
            for (_, lead), (taker, middle, left, after) in found
        ]
        if turn and not self._duel:
            children.sort(key=lambda one: one[0])
        return children

    def _drafts(self, position: Position, most: int = PLACES) -> Iterable[Drafted]:
        """The drafts, those from equal displays once; of tiles of a kind so many that the board has most of."""
        turn, first, center, displays, numbers = position
        ways = self.boards[turn].ways[numbers[turn]]
        taker = turn if center >= MARKED else first
        last = 0
        for key, rest in center_offers(center):
            for after in ways[key][:most]:
                yield taker, rest, displays, after
        for at, display in enumerate(displays):
            if display != last:
                last, left = display, displays[:at] + displays[at + 1 :]
                for key, rest in offers(display):
                    for after in ways[key][:most]:
                        yield first, center + rest, left, after

    def best_child(self, position: Position) -> tuple[float, int]:
        """The value of the best draft, of those that come first for tiles of their kind."""
        turn, first, center, displays, numbers = position
        from_center = center_offers(center)
        if len(displays) + len(from_center) < 2:  # it may be the last draft of the round
            return super().best_child(position)
        ways = self.boards[turn].ways[numbers[turn]]
        taker = turn if center >= MARKED else first
        takes = [(ways[key], taker) for key, _ in from_center]
        takes += [(ways[key], first) for key in kinds(displays)]
        if self._duel and not self._last:
            gain = self._best_in_duel(position, takes) - self._moving[max(0, len(displays) - 1)]
            return (gain if turn == 0 else -gain), len(takes)
        judge = self._judge(position)
        most = SIZE if self._last else 1  # a board that ends the game may be better than those that come first
        looked_at = [(after, marker) for afters, marker in takes for after in afters[:most]]
        found = [judge(after, marker, 1, displays) for after, marker in looked_at]
        if turn == 0 or self._duel:
            return max(found)[1], len(found)
        at_once = [self._values[turn][after][AT_ONCE] for after, _ in looked_at]
        _, dearest = max(zip(at_once, found, strict=True))
        return min(max(found)[1], dearest[1]), len(found)

    def _best_in_duel(self, position: Position, takes: Sequence[tuple[tuple[int, ...], Seat]]) -> float:
        """The best lead of who is to move; by hand, because most of a search is spent here."""
        turn, _, _, _, numbers = position
        values = self._values[turn]
        clocks = self._clocks[turn]
        tempos = self._tempos
        theirs = self._values[1 - turn][numbers[1 - turn]]
        clock = self._clocks[1 - turn][numbers[1 - turn]]
        best, sign = -inf, 1 if turn == 0 else -1
        for afters, taker in takes:
            after = afters[0]
            now = clocks[after]
            if now > clock:  # noqa: PLR1730 - a call would cost more than all of this
                now = clock
            gain = values[after][now] - theirs[now]
            if now:
                gain += sign * tempos[taker]
            if gain > best:  # noqa: PLR1730
                best = gain
        return best

    def _judge(self, position: Position) -> Judge:
        """Says of a board of who is to move what it is worth to that seat, and to the asker."""
        turn, numbers = position[0], position[4]
        values = self._values[turn]
        clocks = self._clocks[turn]
        tempos = self._tempos
        last = self._last
        seats = [at for at in range(len(numbers)) if at != turn]
        clock = min(self._clocks[at][numbers[at]] for at in seats)
        best, total, rest = self._others([self._values[at][numbers[at]] for at in seats if at])
        asker = self._values[0][numbers[0]]
        duel = self._duel
        moving = self._moving
        closing = self._stalls or self._dry
        nearest = self._nearest
        each = self._each

        def judge(after: int, taker: Seat, middle: Heap, left: tuple[Heap, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            own = values[after]
            end = not left and middle in (0, MARKED)
            if end and closing and self._over(numbers, turn, after):
                now = 0
            at = now + CLOCK_STEPS if end else now
            rivals = rest[at] if turn == 0 else nearest * max(own[at], best[at]) + each * (own[at] + total[at])
            lead = asker[at] - rivals if turn else own[at] - rivals
            if now:
                lead += tempos[taker]
            if duel and not end:
                lead += moving[len(left)] if turn else -moving[len(left)]
            if last:
                lead = hoped(lead, 0.0 if end and not now else SPREADS[now])
            return (lead if turn == 0 else -lead if duel else own[at]), lead

        return judge

    def _others(self, values: Sequence[Sequence[float]]) -> tuple[list[float], list[float], list[float]]:
        """Of seats that are neither the asker nor to move: the best value, the sum, and what both count for."""
        best = [max((one[at] for one in values), default=-inf) for at in ALL]
        total = [sum(one[at] for one in values) for at in ALL]
        return best, total, [self._nearest * best[at] + self._each * total[at] for at in ALL]

    def _judge_in_duel(self, position: Position) -> Judge:
        """The same where two play and the game goes on: simpler, for its speed."""
        turn, numbers = position[0], position[4]
        values = self._values[turn]
        clocks = self._clocks[turn]
        moving = self._moving
        theirs = self._values[1 - turn][numbers[1 - turn]]
        clock = self._clocks[1 - turn][numbers[1 - turn]]
        sign = -1 if turn else 1
        tempos = [sign * tempo for tempo in self._tempos]

        def judge(after: int, taker: Seat, middle: Heap, left: tuple[Heap, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            if left or middle not in (0, MARKED):
                gain = values[after][now] - theirs[now] - moving[len(left)]
            else:
                gain = values[after][now + CLOCK_STEPS] - theirs[now + CLOCK_STEPS]
            if now:
                gain += tempos[taker]
            return gain, sign * gain

        return judge

    def _over(self, numbers: Sequence[int], turn: Seat, after: int) -> bool:
        """Whether a round that ends so ends the game, because nothing was built [7.5] or nothing is left [7.4]."""
        now = [*numbers[:turn], after, *numbers[turn + 1 :]]
        forms = [boards.forms[number] for boards, number in zip(self.boards, now, strict=True)]
        tilings = [worth.tiled(form) for worth, form in zip(self.worths, forms, strict=True)]
        if self._stalls and not any(tiled.placed for tiled in tilings):
            return True
        returned = any(
            form.floor > form.marked or tiled.fell or tiled.rests for form, tiled in zip(forms, tilings, strict=True)
        )
        return self._dry and not returned

    def planned(self, tiled: Tiled) -> float:
        """The end of the round with these tiles on the asker's wall; others choose as is best for them."""
        numbers = self.root[4]
        own = self.worths[0].values(self.boards[0].forms[numbers[0]], tiled).at_end
        others = range(1, len(numbers))
        clock = min(self.worths[0].clock(tiled), *(self._clocks[at][numbers[at]] for at in others))
        ended = [self._values[at][numbers[at]][clock + CLOCK_STEPS] for at in others]
        lead = own[clock] - self._nearest * max(ended) - self._each * sum(ended)
        return hoped(lead, SPREADS[clock] if clock else 0.0) if self._last else lead

    def points(self, value: float) -> float:
        """The lead that a value stands for."""
        return lead_of(value, SPREADS[1]) if self._last else value
