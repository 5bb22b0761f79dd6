"""A round of Azul as a tree of drafts for alpha-beta, valued by the asker's expected lead.

Seats are counted from the asker. Knows nothing about the bag: the next deal is assumed to be worth the same to all
seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import inf

from engine.core import Seat
from engine.games.azul.sets import BOARD_SIZE, COLORS, STALL_ROUNDS
from engine.games.azul.state import Azul
from engine.robots.azul.board_values import CLOCK_STEPS, BoardEvaluator, RoundSetting, TiledWall, WallRules, clock_of
from engine.robots.azul.position import (
    BOARD_PLACES,
    MARKER_BIT,
    HeapCode,
    KnownBoards,
    RoundPosition,
    center_offers,
    display_offers,
    offered_kinds,
    position_of,
)
from engine.robots.search import Tree

START_VALUE = 1.2  # points; what starting the next round is worth
TEMPO_VALUE = 2.4  # points; the worth of being next to draft if all displays are full; less if some are empty
MAX_DRAFTS = 14  # per position: drafts searched for both seats in a duel, else for the asker
MAX_RIVAL_DRAFTS = 2  # per position: drafts searched for an opponent, if there are several
VALUE_IF_GAME_ENDED = 0  # the index of a board's value without promises: its points if the game ended now
LEAD_SPREADS = (6.0, 14.0, 18.0, 20.0, 20.0, 20.0)  # by the clock: points by which a lead may still change
# The weight of the best of several opponents before the last round; the rest of the weight goes to the mean of all.
BEST_RIVAL_WEIGHT = 0.3
POINT_VALUE = 1 / 1024  # the worth of one more point, compared with 1 for winning

VALUE_INDICES = range(2 * CLOCK_STEPS)  # where the clock-dependent values of a board are stored
# After a draft: the seat that has the marker, the center, the displays, the number of the drafter's board.
DraftResult = tuple[Seat, HeapCode, tuple[HeapCode, ...], int]
JudgeDraft = Callable[[int, Seat, HeapCode, tuple[HeapCode, ...]], tuple[float, float]]


def hope_for_lead(lead: float, spread: float) -> float:
    """Return how good a lead is if it may still change by `spread` points: about 1 for a sure win, 0 for a tie.

    By this measure, a small lead that is safe is better than a larger one that may still be lost.
    """
    sure = lead / (abs(lead) + spread) if lead else 0.0
    return sure + POINT_VALUE * lead


def lead_for_hope(hope: float, spread: float) -> float:
    """Return the lead that has this hope: the inverse of `hope_for_lead`, also if that used a spread of 0.

    >>> lead_for_hope(hope_for_lead(7, 12.0), 12.0), lead_for_hope(hope_for_lead(7, 0.0), 12.0)
    (7.0, 7.0)
    """
    size = abs(hope)
    sign = 1 if hope > 0 else -1
    if size > 1:
        return round(sign * (size - 1) / POINT_VALUE, 3)
    half = (1 + POINT_VALUE * spread - size) / 2  # solves lead / (lead + spread) + POINT_VALUE * lead = size
    root: float = (half * half + POINT_VALUE * size * spread) ** 0.5
    return round(sign * (root - half) / POINT_VALUE, 3)


class RoundTree(Tree[RoundPosition]):
    """The drafts of a round. `root`: the current position. `boards`, `evaluators`: by seat."""

    def __init__(self, state: Azul, seat: Seat) -> None:
        seats = len(state.boards)
        side = WallRules(state.wall, state.house_rules, many_players=seats > 2)
        ordered = [state.boards[(seat + index) % seats] for index in range(seats)]
        clock = min(clock_of(tuple(board.wall), side.house) for board in ordered)
        offered = "".join(state.displays) + state.center
        table = RoundSetting(side, state.tiebreak, clock, tuple(map(offered.count, COLORS)))
        self.evaluators = [BoardEvaluator(board, table) for board in ordered]
        pairs = zip(ordered, self.evaluators, strict=True)
        self.boards = [KnownBoards(board.wall, evaluator.clock_and_values) for board, evaluator in pairs]
        self.root = position_of(state, seat, self.boards)
        self._values = [known.values for known in self.boards]
        self._clocks = [known.clocks for known in self.boards]
        self._may_stall = state.stall == STALL_ROUNDS - 1
        self._is_exhausted = not state.bag + state.lid
        self._is_duel = seats == 2
        self._is_last = clock < 2 or self._may_stall or self._is_exhausted
        self._best_rival_weight = 1.0 if self._is_duel or self._is_last else BEST_RIVAL_WEIGHT
        self._rival_weight = (1.0 - self._best_rival_weight) / (seats - 1)
        # by the number of displays that are not empty
        self._tempo_values = [
            TEMPO_VALUE * (index + 0.5) / len(state.displays) for index in range(len(state.displays) + 1)
        ]
        # by the seat that has the marker, NO_MARKER_TAKER last
        self._marker_values = [START_VALUE, *(-START_VALUE if self._is_duel else 0.0 for _ in range(1, seats)), 0.0]

    def is_askers_turn(self, position: RoundPosition) -> bool:
        """Whether it is the asker's turn."""
        return position[0] == 0

    def children(self, position: RoundPosition) -> list[tuple[float, RoundPosition]]:
        """Return the best drafts of the seat to move; all drafts at the root."""
        turn, _, center, displays, numbers = position
        if not displays and center in (0, MARKER_BIT):
            return []
        judge = self._make_judge(position) if self._is_last or not self._is_duel else self._make_duel_judge(position)
        found = [
            (judge(after, taker, middle, left), (taker, middle, left, after))
            for taker, middle, left, after in self._drafts(position)
        ]
        found.sort(key=lambda draft: -draft[0][0])
        if turn and not self._is_duel:
            # The best drafts of the opponent, and the draft that scores most now, because many players look no further.
            values = self._values[turn]
            most_points = max(found, key=lambda draft: values[draft[1][-1]][VALUE_IF_GAME_ENDED])
            found = [most_points, *(draft for draft in found[:MAX_RIVAL_DRAFTS] if draft is not most_points)]
        elif position != self.root:
            found = found[:MAX_DRAFTS]
        next_turn = (turn + 1) % len(numbers)
        earlier_numbers = numbers[:turn]
        later_numbers = numbers[turn + 1 :]
        children = [
            (lead, (next_turn, taker, middle, left, (*earlier_numbers, after, *later_numbers)))
            for (_, lead), (taker, middle, left, after) in found
        ]
        if turn and not self._is_duel:
            children.sort(key=lambda draft: draft[0])
        return children

    def _drafts(self, position: RoundPosition, most: int = BOARD_PLACES) -> Iterable[DraftResult]:
        """Yield the drafts: for each kind of tiles the `most` best boards. Drafts from equal displays appear once."""
        turn, first, center, displays, numbers = position
        ways = self.boards[turn].successors[numbers[turn]]
        taker = turn if center >= MARKER_BIT else first
        last = 0
        for key, rest in center_offers(center):
            for after in ways[key][:most]:
                yield taker, rest, displays, after
        for index, display in enumerate(displays):
            if display != last:
                last, left = display, displays[:index] + displays[index + 1 :]
                for key, rest in display_offers(display):
                    for after in ways[key][:most]:
                        yield first, center + rest, left, after

    def best_child(self, position: RoundPosition) -> tuple[float, int]:
        """Return the value of the best draft, considering only the best board for each kind of tiles."""
        turn, first, center, displays, numbers = position
        from_center = center_offers(center)
        if len(displays) + len(from_center) < 2:  # this may be the last draft of the round
            return super().best_child(position)
        ways = self.boards[turn].successors[numbers[turn]]
        taker = turn if center >= MARKER_BIT else first
        takes = [(ways[key], taker) for key, _ in from_center]
        takes += [(ways[key], first) for key in offered_kinds(displays)]
        if self._is_duel and not self._is_last:
            gain = self._best_in_duel(position, takes) - self._tempo_values[max(0, len(displays) - 1)]
            return (gain if turn == 0 else -gain), len(takes)
        judge = self._make_judge(position)
        most = BOARD_SIZE if self._is_last else 1  # a board that ends the game may be better than the first one
        looked_at = [(after, marker) for afters, marker in takes for after in afters[:most]]
        found = [judge(after, marker, 1, displays) for after, marker in looked_at]
        if turn == 0 or self._is_duel:
            return max(found)[1], len(found)
        at_once = [self._values[turn][after][VALUE_IF_GAME_ENDED] for after, _ in looked_at]
        _, most_points = max(zip(at_once, found, strict=True))
        return min(max(found)[1], most_points[1]), len(found)

    def _best_in_duel(self, position: RoundPosition, takes: Sequence[tuple[tuple[int, ...], Seat]]) -> float:
        """Return the best lead of the seat to move. Inlined, because a search spends most of its time here."""
        turn, _, _, _, numbers = position
        values = self._values[turn]
        clocks = self._clocks[turn]
        tempos = self._marker_values
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

    def _make_judge(self, position: RoundPosition) -> JudgeDraft:
        """Make a function that values a board of the seat to move, for that seat and for the asker."""
        turn, numbers = position[0], position[4]
        values = self._values[turn]
        clocks = self._clocks[turn]
        tempos = self._marker_values
        last = self._is_last
        seats = [rival for rival in range(len(numbers)) if rival != turn]
        clock = min(self._clocks[rival][numbers[rival]] for rival in seats)
        best, total, rest = self._rival_values([self._values[rival][numbers[rival]] for rival in seats if rival])
        asker = self._values[0][numbers[0]]
        duel = self._is_duel
        moving = self._tempo_values
        closing = self._may_stall or self._is_exhausted
        nearest = self._best_rival_weight
        each = self._rival_weight

        def judge(after: int, taker: Seat, middle: HeapCode, left: tuple[HeapCode, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            own = values[after]
            end = not left and middle in (0, MARKER_BIT)
            if end and closing and self._ends_game(numbers, turn, after):
                now = 0
            index = now + CLOCK_STEPS if end else now
            rivals = (
                rest[index]
                if turn == 0
                else nearest * max(own[index], best[index]) + each * (own[index] + total[index])
            )
            lead = asker[index] - rivals if turn else own[index] - rivals
            if now:
                lead += tempos[taker]
            if duel and not end:
                lead += moving[len(left)] if turn else -moving[len(left)]
            if last:
                lead = hope_for_lead(lead, 0.0 if end and not now else LEAD_SPREADS[now])
            return (lead if turn == 0 else -lead if duel else own[index]), lead

        return judge

    def _rival_values(self, values: Sequence[Sequence[float]]) -> tuple[list[float], list[float], list[float]]:
        """Return the best values, sums and weighted sums of all seats except the asker and the seat to move."""
        best = [max((rival[index] for rival in values), default=-inf) for index in VALUE_INDICES]
        total = [sum(rival[index] for rival in values) for index in VALUE_INDICES]
        return (
            best,
            total,
            [self._best_rival_weight * best[index] + self._rival_weight * total[index] for index in VALUE_INDICES],
        )

    def _make_duel_judge(self, position: RoundPosition) -> JudgeDraft:
        """Make such a function for two players before the last round, when it can be simpler and faster."""
        turn, numbers = position[0], position[4]
        values = self._values[turn]
        clocks = self._clocks[turn]
        moving = self._tempo_values
        theirs = self._values[1 - turn][numbers[1 - turn]]
        clock = self._clocks[1 - turn][numbers[1 - turn]]
        sign = -1 if turn else 1
        tempos = [sign * tempo for tempo in self._marker_values]

        def judge(after: int, taker: Seat, middle: HeapCode, left: tuple[HeapCode, ...]) -> tuple[float, float]:
            now = min(clock, clocks[after])
            if left or middle not in (0, MARKER_BIT):
                gain = values[after][now] - theirs[now] - moving[len(left)]
            else:
                gain = values[after][now + CLOCK_STEPS] - theirs[now + CLOCK_STEPS]
            if now:
                gain += tempos[taker]
            return gain, sign * gain

        return judge

    def _ends_game(self, numbers: Sequence[int], turn: Seat, after: int) -> bool:
        """Whether the game ends with this round because no tile was placed [7.5] or none is left [7.4]."""
        numbers_after = [*numbers[:turn], after, *numbers[turn + 1 :]]
        forms = [boards.forms[number] for boards, number in zip(self.boards, numbers_after, strict=True)]
        tilings = [
            evaluator.tile_with_best_columns(form) for evaluator, form in zip(self.evaluators, forms, strict=True)
        ]
        if self._may_stall and not any(tiled.placed for tiled in tilings):
            return True
        returned = any(
            form.floor > form.marked or tiled.fell or tiled.leftover for form, tiled in zip(forms, tilings, strict=True)
        )
        return self._is_exhausted and not returned

    def value_of_plan(self, tiled: TiledWall) -> float:
        """Return the value at the end of the round with this wall of the asker, if others choose their best columns."""
        numbers = self.root[4]
        own = self.evaluators[0].values(self.boards[0].forms[numbers[0]], tiled).at_end
        others = range(1, len(numbers))
        clock = min(self.evaluators[0].clock(tiled), *(self._clocks[rival][numbers[rival]] for rival in others))
        ended = [self._values[rival][numbers[rival]][clock + CLOCK_STEPS] for rival in others]
        lead = own[clock] - self._best_rival_weight * max(ended) - self._rival_weight * sum(ended)
        return hope_for_lead(lead, LEAD_SPREADS[clock] if clock else 0.0) if self._is_last else lead

    def points(self, value: float) -> float:
        """Return the lead, in points, that a value stands for."""
        return lead_for_hope(value, LEAD_SPREADS[1]) if self._is_last else value
