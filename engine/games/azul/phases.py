"""What positions a game of Azul comes to, phase by phase: tiles offered, columns planned, a deal due, the end.

Knows no moves. Every position that a legal move leads to from an accepted one is accepted as well.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from engine.core import Fault
from engine.games.azul.board import Board
from engine.games.azul.sets import (
    COLORS,
    COST,
    EMPTY,
    FILL,
    MARKER,
    SIZE,
    SPACES,
    STALL,
    TILES,
    column,
    final_points,
)
from engine.games.azul.state import Azul

NAMES = dict(zip(COLORS, ("blue", "yellow", "red", "black", "white"), strict=True))


def real(state: Azul) -> Iterator[Fault]:
    """What is wrong with a position of the right form, if no game comes to it."""
    yield from _pieces(state)
    if state.over:
        yield from _over(state)
    elif state.offered() or state.plans:
        yield from _offered(state)
        yield from _drafted(state)
    else:
        yield from _due(state)
    yield from _played(state)
    yield from _scored(state)
    yield from _supplied(state)


def _pieces(state: Azul) -> Iterator[Fault]:
    """No tile is lost, and none is too many [2.1]."""
    laid = [part for board in state.boards for part in (*board.lines, *board.wall, board.floor)]
    everywhere = "".join([*laid, *state.displays, state.center, state.bag, state.lid])
    for color, name in NAMES.items():
        if (there := everywhere.count(color)) != TILES:
            yield "bag", f"{TILES} {name} tiles in all places together: {there} are there"


# between the rounds and after the end


def _due(state: Azul) -> Iterator[Fault]:
    """Chance is to deal: lines are tiled, floors are clear, the marker lies ready [5.1] [5.6] [8.2]."""
    yield from _cleared(state)
    passes = state.house.marker_passes
    if not passes and state.center != MARKER:
        yield "center", f"{MARKER}, the marker alone"
    for seat, board in enumerate(state.boards):
        if board.floor != (MARKER if passes and seat == state.starter else ""):
            yield f"boards[{seat}].floor", "empty before the deal, but for a marker that is handed on to the starter"


def _over(state: Azul) -> Iterator[Fault]:
    """A rule has ended the game [7.1] [7.4] [7.5], and nobody has a marker that is handed on [8.2]."""
    yield from _cleared(state)
    if any(state.displays):
        yield "displays", "empty after the end"
    if state.center != ("" if state.house.marker_passes else MARKER):
        yield "center", "empty after the end, but for a marker that is not handed on"
    for seat, board in enumerate(state.boards):
        if board.floor:
            yield f"boards[{seat}].floor", "empty after the end"
    done = any(state.ends(board.wall) for board in state.boards)
    if done and state.stall:
        yield "stall", "0: the last round completed a row or a column"
    if not done and state.stall < STALL and state.bag + state.lid:
        yield "over", "false: nothing has ended the game"


def _cleared(state: Azul) -> Iterator[Fault]:
    """After tiling no line is full [5.1], and who starts has the turn [6.4]."""
    for seat, board in enumerate(state.boards):
        for at, line in enumerate(board.lines):
            if len(line) > at:
                yield f"boards[{seat}].lines[{at}]", "not full: full lines are tiled at the end of the round"
    if state.turn != state.starter:
        yield "turn", f"{state.starter}, as the starter"


# while tiles are offered and while columns are chosen


def _offered(state: Azul) -> Iterator[Fault]:
    """The marker waits in the center, or lies with the seat that took it [4.4] [4.10] or that started [8.2]."""
    for seat, board in enumerate(state.boards):
        if MARKER in board.floor and seat != state.starter:
            yield "starter", "the seat whose floor holds the marker"
    board, field = state.boards[state.starter], f"boards[{state.starter}].floor"
    if state.house.marker_passes:
        if not board.floor.startswith(MARKER):
            yield field, f"a floor with the marker {MARKER} on its first space"
    elif MARKER not in state.center:
        full = len(board.floor) == SPACES
        if MARKER not in board.floor and not full:
            yield "center", f"the place of the marker {MARKER}, as no floor holds it"
        if board.floor.endswith(MARKER) and not full and not any(board.lines):
            yield field, "a floor with a tile behind the marker, as none that came with it lies in a line"


class Drafted(NamedTuple):
    """What was drafted in the round under way, as far as a position tells.

    `emptied`: how many displays, the least and the most. `taken`: how many tiles, the least and the most.
    """

    emptied: tuple[int, int]
    taken: tuple[int, int]


def _drafted(state: Azul) -> Iterator[Fault]:
    """Displays are full or empty, the center holds their rests [4.3], and what is taken lies with the seats [4.8]."""
    yield from _short(state)
    drafted = _so_far(state)
    emptied, least, most = drafted.emptied[1], *drafted.taken
    if len(state.center.replace(MARKER, "")) > (FILL - 1) * emptied:
        yield "center", f"at most {(FILL - 1) * emptied} tiles, the rests of {emptied} displays"
    fell = sum(len(board.floor.replace(MARKER, "")) for board in state.boards)
    kept = sum(map(len, [line for board in state.boards for line in board.lines]))
    if fell + sum(_new_lines(state, board) for board in state.boards) > most:
        yield "boards", f"boards with at most {most} tiles on floors and full lines: no more tiles were taken"
    if fell + kept + len(state.lid) < least:
        yield "boards", f"boards with the {least} tiles that were taken in this round"
    numbers = _drafts(state, drafted)
    if not numbers:
        yield "turn", "the seat that is next after those that took tiles in this round"
    yield from _drafted_by_seats(state, numbers)


def _short(state: Azul) -> Iterator[Fault]:
    """Displays were filled [6.1], unless bag and lid ran dry: then the last are short or empty [6.3]."""
    for at, tiles in enumerate(state.displays):
        if 0 < len(tiles) < FILL and (_filled(state) or any(state.displays[at + 1 :])):
            yield f"displays[{at}]", f"empty or {FILL} tiles: there were enough to fill it"


def _filled(state: Azul) -> bool:
    """Whether it is certain that all displays were filled in this round: tiles were left, or it is an early one."""
    left = state.bag or (state.lid and not _full_floor(state))
    return bool(left) or state.round <= _rounds_of_a_bag(state)


def _rounds_of_a_bag(state: Azul) -> int:
    """How many rounds the tiles of the game last before any comes back from the lid [6.2]."""
    return TILES * len(COLORS) // (FILL * len(state.displays))


def _so_far(state: Azul) -> Drafted:
    left = [at for at, tiles in enumerate(state.displays) if tiles]
    offered = _offered_tiles(state)
    least = most = FILL * len(state.displays)
    if not _filled(state):
        least = max(offered, FILL * left[-1] + len(state.displays[left[-1]]) if left else 1)
        most = least if left and len(state.displays[left[-1]]) < FILL else most
    emptied = -(-least // FILL) - len(left), -(-most // FILL) - len(left)
    return Drafted(emptied, (least - offered, most - offered))


def _offered_tiles(state: Azul) -> int:
    return len("".join(state.displays) + state.center.replace(MARKER, ""))


def _drafts(state: Azul, drafted: Drafted) -> list[int]:
    """How many drafts there can have been in this round: one for each empty display, and some from the center."""
    (least, emptied), (_, most) = drafted
    if MARKER in state.center:
        most = min(most, emptied)  # none from the center yet [4.4]
    known = _first_known(state)
    numbers = range(least + (not known), most + 1)
    return [n for n in numbers if not known or (state.starter + n) % len(state.boards) == state.turn]


def _first_known(state: Azul) -> bool:
    """Whether the starter is the seat that began this round, and not the one that begins the next [6.4] [8.2]."""
    return MARKER in state.center or state.house.marker_passes


def _drafted_by_seats(state: Azul, numbers: list[int]) -> Iterator[Fault]:
    """For one of these numbers each seat can have had its turns in order [4.1], up to the one before this turn."""
    faults = [next(_with_drafts(state, n), None) for n in numbers]
    if faults and faults[-1] and all(faults):
        yield faults[-1]


def _with_drafts(state: Azul, drafts: int) -> Iterator[Fault]:
    """A draft brings a tile [4.2] and fills one line or the floor [4.8], so what is wrong with so many of them."""
    seats = len(state.boards)
    for seat, board in enumerate(state.boards):
        before = (state.turn - 1 - seat) % seats  # drafts of others since the last one of this seat
        turns = max(0, -((before - drafts) // seats))
        if _needed(state, board) > turns:
            yield f"boards[{seat}]", f"a board as {turns} drafts of this round can leave it"
        tiles = len(board.floor.replace(MARKER, "")) + sum(map(len, board.lines))
        if tiles < turns and len(board.floor) < SPACES:
            yield f"boards[{seat}].lines", f"lines with a tile for each of {turns} turns, those on the floor counted"


def _needed(state: Azul, board: Board) -> int:
    """How many drafts of this round were needed for what lies here: what falls beside a line has filled it [4.9]."""
    filled = Counter(line[0] for at, line in enumerate(board.lines) if len(line) > at)
    fell = Counter(color for color, _ in groupby(board.floor.replace(MARKER, "")))
    return _new_lines(state, board) + (fell - filled).total()


def _new_lines(state: Azul, board: Board) -> int:
    """How many lines were certainly filled in this round: those that are full, in the first round any."""
    return sum([len(line) > (0 if state.round == 1 else at) for at, line in enumerate(board.lines)])


# what finished rounds have left


def _finished(state: Azul) -> int:
    """The number of rounds that are over."""
    return state.round if state.over else state.round - 1


def _played(state: Azul) -> Iterator[Fault]:
    """A round lays one tile on a row at most [5.1], and one of three rounds lays one on some wall [7.5]."""
    rounds = _finished(state) - state.stall
    if rounds < 0:
        yield "stall", f"at most {_finished(state)}, the number of finished rounds"
    for seat, board in enumerate(state.boards):
        for row, cells in enumerate(board.wall):
            if SIZE - cells.count(EMPTY) > rounds:
                yield (
                    f"boards[{seat}].wall[{row}]",
                    f"a row with at most {rounds} tiles, one for each round that laid any",
                )
        if not state.over and state.ends(board.wall):
            yield f"boards[{seat}].wall", "without a complete row or column that ends the game"  # [7.1] [8.3]
    tiles = sum(board.tiles() for board in state.boards)
    if rounds > STALL * tiles:
        yield "round", f"at most {STALL * tiles + state.round - rounds}: three rounds without a tile end the game"


def _scored(state: Azul) -> Iterator[Fault]:
    """Points are those of tiles on the wall [5.3], less what floors cost [5.5], and of the end [7.2]."""
    rounds = _finished(state)
    for seat, board in enumerate(state.boards):
        least, most = _points(board, rounds)
        bonus = final_points(board.wall) if state.over else 0
        if not least + bonus <= board.score <= most + bonus:
            yield f"boards[{seat}].score", f"{least + bonus} to {most + bonus} with this wall"
        if board.spilled and not rounds:
            yield f"boards[{seat}].spilled", "0 before the first round is finished"


def _points(board: Board, rounds: int) -> tuple[int, int]:
    """The least and the most points after these rounds, the last of which cost what was spilled."""
    runs = [*board.wall, *(column(board.wall, at) for at in range(SIZE))]
    most = sum(sum(range(SIZE - cells.count(EMPTY) + 1)) for cells in runs)
    least = board.tiles() - COST[SPACES] * max(0, rounds - 1)
    return max(0, least - COST[board.spilled]), max(0, most - COST[board.spilled])


def _supplied(state: Azul) -> Iterator[Fault]:
    """The bag lasts some rounds; until then the lid keeps the rests of lines [5.1] and what lay on floors [5.6]."""
    tiles, size, deals = TILES * len(COLORS), FILL * len(state.displays), _deals(state)
    rests, spilled = _rests(state), sum(board.spilled for board in state.boards)
    if deals <= _rounds_of_a_bag(state):
        if len(state.bag) != tiles - size * deals:
            yield "bag", f"{tiles - size * deals} tiles after {deals} deals"
        for color, name in NAMES.items():
            if state.lid.count(color) < rests.count(color):
                yield "lid", f"{rests.count(color)} {name} tiles or more, the rests of tiled lines"
        if len(state.lid) < len(rests) + spilled - 1:
            yield "lid", f"{len(rests) + spilled - 1} tiles or more, the rests of tiled lines and those from floors"
    elif deals == _finished(state) and len(state.lid) < spilled - 1:
        yield "lid", f"{spilled - 1} tiles or more, those from floors of the last round"
    elif state.bag and not any(_refilled(state, since) for since in range(deals - _rounds_of_a_bag(state))):
        yield "bag", "what deals left of it since the lid went back into it"
    yield from _without_overflow(state, len(rests) + spilled)
    lying = sum(len("".join(board.lines) + board.floor.replace(MARKER, "")) + board.tiles() for board in state.boards)
    spent, most = lying + len(rests) + spilled - 1, size * deals - _offered_tiles(state)
    if spent > most:
        yield "boards", f"boards for which {most} tiles were enough, so many as were taken since the start"


def _refilled(state: Azul, since: int) -> bool:
    """Whether the lid can have gone into the bag so many deals before the last, while all else lay with the seats."""
    deals, seats = _deals(state), len(state.boards)
    held = TILES * len(COLORS) - len(state.bag) - FILL * len(state.displays) * (since + 1)
    least = -(-(deals - since - STALL) // STALL)  # on walls then, or the game had ended [7.5]
    most = sum(board.tiles() for board in state.boards) + seats * sum(range(SIZE))  # and in lines that are not full
    if not since and deals > _finished(state) and state.lid and not _full_floor(state):
        return False
    fallen = sum(board.spilled for board in state.boards) - 1 if since else 0
    return max(0, least) <= held <= most and len(state.lid) >= fallen


def _without_overflow(state: Azul, gone: int) -> Iterator[Fault]:
    """Where no floor was full in the rounds that fed the lid, it holds nothing more than they left there [4.10]."""
    deals, rounds, full = _deals(state), _finished(state), _full_floor(state)
    refilled = deals == _rounds_of_a_bag(state) + 1  # before the tiles of this round
    if deals > rounds and (not rounds or refilled or _ran_dry(state)):
        if state.lid and not full:
            yield "lid", "empty: no floor is full, and nothing else goes there in this round"
    elif rounds == 1 and len(state.lid) > gone and not full and all(board.spilled < SPACES for board in state.boards):
        yield "lid", f"at most {gone} tiles, the rests of tiled lines and those from floors"


def _deals(state: Azul) -> int:
    """The number of deals that there were."""
    return state.round if state.over or state.offered() or state.plans else state.round - 1


def _rests(state: Azul) -> str:
    """The tiles of tiled lines that did not go to the wall."""
    rows = [(row, cells) for board in state.boards for row, cells in enumerate(board.wall)]
    return "".join([color * row for row, cells in rows for color in cells.replace(EMPTY, "")])


def _full_floor(state: Azul) -> bool:
    return any(len(board.floor) == SPACES for board in state.boards)


def _ran_dry(state: Azul) -> bool:
    """Whether a display is short, so that bag and lid were empty after the deal [6.3]."""
    return any(0 < len(tiles) < FILL for tiles in state.displays)
