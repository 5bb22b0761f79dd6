"""How many positions lie some moves from fixed positions, and who is out, by the engine and by a slow second way.

The second way shares no code with the engine: it reads the rules again, square by square, on plain sets.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from random import Random
from time import thread_time

from engine import GAMES, State
from engine.games.pillars import Pillars
from tests.cases import each
from tests.engine.games.pillars.pillars_tables import board, played, position, table
from tests.engine.games.test_records import read as read_record

FORMS = {  # one form of each tile, as squares on a sheet: "ab/a" is two in the first row, one below
    "1": "a", "2": "ab", "3I": "abc", "3L": "ab/a", "4I": "abcd", "4L": "abc/c", "4O": "ab/ab", "4S": "bc/ab",
    "4T": "abc/b", "5I": "abcde", "5L": "abcd/d", "5N": "ab/bcd", "5P": "ab/ab/a", "5T": "abc/b/b", "5U": "ac/abc",
    "5V": "c/c/abc", "5Y": "abcd/c", "5Z": "a/abc/c",
}  # fmt: skip
MIDDLE = set(product("ghijk", map(str, range(7, 12))))
Square = tuple[int, int]


def turned(form: str) -> set[frozenset[Square]]:
    """All forms of a tile, as steps from one of its squares."""
    held = {("abcde".index(mark), y) for y, row in enumerate(form.split("/")) for mark in row}
    found = set()
    for flip, turns in product((1, -1), range(4)):
        shown = {(flip * x, y) for x, y in held}
        for _ in range(turns):
            shown = {(y, -x) for x, y in shown}
        found |= {frozenset((x - ax, y - ay) for x, y in shown) for ax, ay in shown}
    return found


TURNED = {tile: turned(form) for tile, form in FORMS.items()}


@cache
def spots(tile: str, square: Square) -> list[frozenset[Square]]:
    """All sets of squares that a tile covers when it lies on this square, on the board or not."""
    x, y = square
    return [frozenset((x + dx, y + dy) for dx, dy in form) for form in TURNED[tile]]


class Sheet:
    """The slow way: for each seat a set of squares, the tiles left and pillars left; squares are 0-based pairs."""

    def __init__(self, seats: int) -> None:
        self.lit, self.all = cells(board(seats, ".c")), cells(board(4, ".c"))
        self.center = cells(board(4, "c"))
        self.own: list[set[Square]] = [set() for _ in range(seats)]
        self.left = [sorted(FORMS) for _ in range(seats)]
        self.pillars = [3] * seats
        self.gone: set[int] = set()
        self.turn = 0

    def lays(self, free: set[Square], touch: set[Square]) -> set[tuple[str, frozenset[Square]]]:
        """Tiles and the squares they may cover, for the seat to move."""
        found = set()
        for tile in self.left[self.turn]:
            for square in touch:
                found.update((tile, spot) for spot in spots(tile, square) if spot <= free)
        return found

    def choices(self) -> set[tuple[str, frozenset[Square]]]:
        """Everything the seat to move may put down; "pass" on no square when nothing but a pillar is left."""
        taken = set().union(*self.own)
        stands = {("o", frozenset({each})) for each in self.all - self.center - taken}
        if self.pillars[self.turn] > 1:
            return stands
        free = self.lit - taken
        found = self.lays(free, free & beside(self.own[self.turn]))
        if not self.pillars[self.turn]:
            return found
        return found | stands if found else stands | {("pass", frozenset())}

    def plays(self) -> bool:
        """Whether the seat to move still has turns; a third pillar is tried on every square."""
        if self.turn in self.gone or not self.left[self.turn]:
            return False
        if self.pillars[self.turn] > 1 or self.choices() - {("pass", frozenset())} == set():
            return self.pillars[self.turn] > 1
        if any(name not in ("o", "pass") for name, _ in self.choices()):
            return True
        return any(self.would_fit(next(iter(spot))) for name, spot in self.choices() if name == "o")

    def would_fit(self, pillar: Square) -> bool:
        free = self.lit - set().union(*self.own) - {pillar}
        return bool(self.lays(free, free & beside({pillar})))

    def put(self, name: str, spot: frozenset[Square]) -> None:
        """Put it down and go on to the next seat that plays, if any."""
        self.own[self.turn] |= spot
        if name == "o":
            self.pillars[self.turn] -= 1
        elif name == "pass":
            self.gone.add(self.turn)
        else:
            self.left[self.turn].remove(name)
        for _ in self.own:
            self.turn = (self.turn + 1) % len(self.own)
            if self.plays():
                return
        self.gone = set(range(len(self.own)))

    def copy(self) -> Sheet:
        twin = object.__new__(Sheet)
        vars(twin).update(vars(self))
        twin.own, twin.left = [set(own) for own in self.own], [list(left) for left in self.left]
        twin.pillars, twin.gone = list(self.pillars), set(self.gone)
        return twin

    def counted(self, depth: int) -> int:
        """Ways to play so many moves, or to the end before."""
        if not depth or self.over():
            return 1
        choices = self.choices()
        if depth == 1:
            return len(choices)
        twins = [self.copy() for _ in choices]
        for twin, choice in zip(twins, choices, strict=True):
            twin.put(*choice)
        return sum(twin.counted(depth - 1) for twin in twins)

    def over(self) -> bool:
        return len(self.gone) == len(self.own)


def cells(names: list[str]) -> set[Square]:
    return {("abcdefghijklmnopq".index(name[0]), int(name[1:]) - 1) for name in names}


def beside(squares: set[Square]) -> set[Square]:
    return {(x + dx, y + dy) for x, y in squares for dx, dy in ((0, 1), (1, 0), (0, -1), (-1, 0))}


def read(state: Pillars, seat: int, move) -> tuple[str, frozenset[Square]]:
    """A move of the engine as the slow way names it, by what it says that it covers."""
    text = str(move)
    if text == "pass":
        return "pass", frozenset()
    facts = state.facts(seat, move)
    covers = facts["covers"] if text[0] != "o" else facts["cell"]
    return str(facts.get("tile", "o")), frozenset(cells(str(covers).lower().split()))


def both(state: Pillars, seat: int, sheet: Sheet) -> list[tuple[str, frozenset[Square]]]:
    """The moves of both ways, which must be the same; in the order of the engine."""
    mine = [read(state, seat, move) for move in state.moves(seat)]
    assert len(mine) == len(set(mine))
    assert set(mine) == sheet.choices()
    return mine


def test_a_whole_game_agrees_with_the_slow_way():
    state, sheet, rng = table(seats=2).state, Sheet(2), Random("slow 2")
    for number in range(1_000):
        if not state.to_act():
            break
        assert state.to_act() == (sheet.turn,)
        moves = state.moves(sheet.turn)
        if number % 7 == 0:
            both(state, sheet.turn, sheet)
        move = rng.choice([each for each in moves if str(each)[0] != "o"] or moves)
        seat, named = sheet.turn, read(state, sheet.turn, move)
        state = state.apply(seat, move)
        sheet.put(*named)
    assert sheet.over()
    dots = [sum(int(tile[0]) for tile in left) for left in sheet.left]
    assert [-score[0] for score in state.scores()] == dots


def counted(state: State, depth: int) -> int:
    """Ways to play so many moves, or to the end before, by the engine."""
    if not depth or not state.to_act():
        return 1
    seat = state.to_act()[0]
    moves = state.moves(seat)
    return len(moves) if depth == 1 else sum(counted(state.after(seat, move), depth - 1) for move in moves)


OPENINGS = {
    2: ("of5 of13", "ol5 ol13"),
    4: ("of5 of13", "ol5 ol13", "oc9 oo9", "oi2 oi16"),
}
# Both ways agree on them, so that a change of both shows. The slow way needs minutes for two moves; it counted them
# once and confirms samples here.
COUNTS = {2: 1_230, 4: 1_718}
TWO_MOVES = 1_492_978  # of two seats


def opened(seats: int) -> Sheet:
    sheet = Sheet(seats)
    for seat, laid in enumerate(OPENINGS[seats]):
        sheet.own[seat], sheet.pillars[seat] = cells([text[1:] for text in laid.split()]), 1
    return sheet


@each("seats", OPENINGS)
def test_moves_counted_from_fixed_openings(seats):
    state, sheet = position(*OPENINGS[seats]), opened(seats)
    assert len(both(state, 0, sheet)) == COUNTS[seats]
    for move in state.moves(0)[::389]:
        twin = sheet.copy()
        twin.put(*read(state, 0, move))
        both(state.after(0, move), 1, twin)
    assert seats > 2 or counted(state, 2) == TWO_MOVES


LATE = {
    "pillars_retire_points_2": (6, 2, 6_694),
    "pillars_done_points_3": (8, 2, 1_498),
    "pillars_out_first_4": (8, 3, 14_844),
}


@each("name", LATE)
def test_moves_counted_from_late_positions(name):
    """Some moves before the end of a recorded game, where being out and the third pillar matter."""
    before, depth, ways = LATE[name]
    record = read_record(Path(__file__).parent / f"{name.removeprefix('pillars_')}.game")
    state, sheet = record.opening().state, Sheet(int(record.head["seats"]))
    for entry in record.log[:-before]:
        named = read(state, entry.seat, GAMES["pillars"].parse(entry.text))
        state = played(state, entry.text)
        sheet.put(*named)
    assert counted(state, depth) == sheet.counted(depth) == ways


def test_places_of_all_tiles_on_the_empty_board():
    for seats, places in ((2, 8_433), (3, 13_645), (4, 18_337)):
        lit = cells(board(seats, ".c"))
        slow = {(tile, spot) for tile, square in product(FORMS, lit) for spot in spots(tile, square) if spot <= lit}
        assert len(slow) == places, seats


def test_the_longest_list_takes_less_than_20_ms():
    """Long arms that branch from two pillars, over an otherwise empty board: more ways than in any random game."""
    arms = "oi6 oi12 5I2i1 5Y1j3 5L1e3 5N1m2 5T1d12 4I2i13 5V1m11 5Y6q3"
    state = position(OPENINGS[4][0].replace("f5", "a1").replace("f13", "q17"), "ol5 ol13", "oc9 oo9", arms, turn=3)
    longest = None
    for _ in range(3):
        start = thread_time()
        found = len(state.moves(3))
        longest = min(longest or 1.0, thread_time() - start)
    assert found > 2_000
    assert longest < 0.020
