"""The menu of a move: the next question about the legal moves, the preview, or the move itself.

The menus in Discord and on the web page both use it. Knows nothing about particular games, texts or Discord.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, fields
from itertools import groupby

from bot.model.preferences import ConfirmMode, MenuSight
from bot.model.room import PlayedRoom, PreparationMode
from bot.model.timeline import needs_no_preview, wants_preview
from engine import Answer, Cell, Heap, Move, Seat

MAX_SELECT_ANSWERS = 25  # answers in one select
MAX_SELECTS = 4  # selects in one menu
KIND_PREFIX = "~"  # starts a path to a kind of move other than the first that the game lists: "~Pass"
WHOLE_MOVE = "="  # starts a path that is a whole typed move, used only to show its preview again: "=3B2"
PARTIAL_SUFFIX = "*"  # ends a partial answer: the column of a cell "B*", the counts of some tiles of a heap "R=2W=0*"
_TILE = re.compile(r"[A-Z]\d*")
_COUNT_OF_TILE = re.compile(r"([A-Z]\d*)=(\d+)")

AnswerPath = tuple[str, ...]
# For answers that are clicked on a picture: whether the moves' field at that index is asked together with the previous
# field.
JoinsField = Callable[[Sequence[Move], int], bool]


@dataclass(frozen=True)
class MenuState:
    """What a button of a private menu carries."""

    room: int  # the number of the room
    stamp: int | None = None  # the seat's stamp when the menu was made, None for a new menu
    path: AnswerPath = ()  # the answers so far
    preparation: PreparationMode = field(default="", repr=False)  # which turn is prepared, see `Room`; kept out of logs
    sight: MenuSight = field(default="auto", repr=False)  # the requested picture, "auto" for the usual one


class NoSuchPath(LookupError):
    """No legal move starts with these answers."""


@dataclass(frozen=True)
class Choice:
    """An answer to a question."""

    path: AnswerPath  # the path to the next question
    values: tuple[Answer, ...]  # the values of the question's fields
    moves: tuple[Move, ...]  # the moves that remain possible

    @property
    def move(self) -> Move | None:
        """The finished move, or None if more questions follow."""
        return self.moves[0] if len(self.moves) == 1 else None


@dataclass(frozen=True)
class TileChoice:
    """Tiles from which a person selects a heap."""

    tiles: tuple[str, ...]  # every single tile
    minimum: int  # the fewest tiles that can be selected
    maximum: int  # the most


@dataclass(frozen=True)
class Question:
    """The next question about a move."""

    kind: type[Move]  # the kind of move
    fields: tuple[str, ...]  # the names of the fields that the answer sets
    selects: tuple[tuple[Choice, ...], ...]  # the answers; at most 25 in a select, any number if clicked on a picture
    tile_choice: TileChoice | None = None  # tiles to select instead of an answer, None if no heap is asked for
    is_coarse: bool = False  # whether it asks for only a part of the field (a column, a number of tiles)
    is_last: bool = False  # whether its answer finishes the move

    @property
    def choices(self) -> tuple[Choice, ...]:
        """All answers in menu order."""
        return tuple(choice for shelf in self.selects for choice in shelf)


@dataclass(frozen=True)
class MoveStep:
    """Either the next `question` or the finished `move`, and the answers known so far."""

    question: Question | None
    move: Move | None
    known_answers: dict[str, Answer]  # the values of fields with only one value left, by field name
    other_kinds: tuple[Choice, ...]  # the other kinds of moves, each with the path that its button leads to


@dataclass(frozen=True)
class NextScreen:
    """What a menu shows next."""

    step: MoveStep  # the question or the finished move
    path: AnswerPath = ()  # the answers that led to it
    is_outdated: bool = False  # the answers no longer fit the table, so this is the first question again
    plays_at_once: bool = False  # the finished move is played without a preview
    is_trivial: bool = False  # the finished move needs no preview, see `needs_no_preview`


def next_screen(
    room: PlayedRoom,
    seat: Seat,
    state: MenuState,
    confirm: ConfirmMode,
    tiles: Sequence[str] = (),
    joins: JoinsField | None = None,
) -> NextScreen:
    """The question, preview or move that follows the answers of this menu.

    `confirm`: which moves the person wants to preview. `tiles`: the tiles of a heap that the person has just selected.
    `joins`: as in `next_step`.
    """
    moves = room.table.view(seat).moves
    if room.chairs[seat].has_passed(state.stamp):
        return NextScreen(next_step(moves, (), joins), is_outdated=True)
    try:
        path = path_after_tiles(moves, state.path, tiles, joins) if tiles else state.path
        progress = next_step(moves, path, joins)
    except NoSuchPath:
        return NextScreen(next_step(moves, (), joins), is_outdated=True)
    if not path or progress.move is None:  # without answers: the only legal move always has a preview
        return NextScreen(progress, path)
    is_trivial = needs_no_preview(room.table, seat, progress.move)
    plays = is_trivial or not wants_preview(room.table, seat, progress.move, confirm)
    return NextScreen(progress, path, plays_at_once=plays, is_trivial=is_trivial)


def next_step(moves: Sequence[Move], given: AnswerPath, joins: JoinsField | None = None) -> MoveStep:
    """The next question after the given answers, or the move that they complete. Raises NoSuchPath.

    The questions are about the kind of move listed first; each other kind has a button. Answers stay in the order of
    `moves`. Fields with one remaining value are skipped, fields are merged while their combinations fit in one select,
    and a field with more than 100 values is asked in two steps, coarsely first. `joins`, if given, decides which fields
    are merged: the answers are then clicked on a picture, so their number is not limited.
    """
    left, others = _moves_of_kind(moves, given)
    tokens = given[1:] if given and given[0].startswith(KIND_PREFIX) else given
    if tokens:
        left = [move for move in left if _starts_with(move, tokens)]
    if not left:
        raise NoSuchPath(".".join(given))
    answers = [move.answers() for move in left]
    known: dict[str, Answer] = {}
    for part, values in zip(fields(left[0]), zip(*answers, strict=True), strict=True):
        if len(set(values)) == 1:
            known[part.name] = values[0]
    if len(left) == 1:
        return MoveStep(None, left[0], known, others)
    partial = tokens[-1] if tokens and tokens[-1].endswith(PARTIAL_SUFFIX) else ""  # its field is asked again, in full
    prefix = given[:-1] if partial else given
    depth = len(tokens) - 1 if partial else len(tokens)  # the index of the field to ask
    while len({values[depth] for values in answers}) == 1:
        prefix = (*prefix, str(answers[0][depth]))
        depth += 1
        partial = ""
    return MoveStep(_question(left, prefix, depth, partial, joins), None, known, others)


def tiles_of(heap: str) -> list[str]:
    """The single tiles of a heap."""
    return _TILE.findall(heap)


def previous_path(moves: Sequence[Move], given: AnswerPath) -> AnswerPath:
    """The path without the person's last choice and the forced answers after it."""
    path: AnswerPath = ()
    while path != given:
        progress = next_step(moves, path)
        if progress.question is None:
            return path
        steps = [choice.path for choice in (*progress.question.choices, *progress.other_kinds) if choice.path != path]
        following = next((step for step in steps if _leads_to(step, given)), given)
        if following == given:
            return path
        path = following
    return ()


def _leads_to(step: AnswerPath, given: AnswerPath) -> bool:
    """Whether `given` begins with the answers of `step`; the last answer of `step` may be only the column of a cell."""
    begun = given[: len(step)]
    return step == begun or step == (*begun[:-1], _column_name(begun[-1]) + PARTIAL_SUFFIX)


def path_after_tiles(
    moves: Sequence[Move], given: AnswerPath, tiles: Iterable[str], joins: JoinsField | None = None
) -> AnswerPath:
    """The path after selecting these single tiles. Raises NoSuchPath if they form no legal heap."""
    wanted = Counter(tiles)
    question = next_step(moves, given, joins).question
    for choice in question.choices if question else ():
        if Counter(tiles_of(str(choice.values[-1]))) == wanted:
            return choice.path
    raise NoSuchPath(".".join(given))


def _moves_of_kind(moves: Sequence[Move], given: AnswerPath) -> tuple[list[Move], tuple[Choice, ...]]:
    """The moves of the kind that the answers name, otherwise of the first kind; and the choices of other kinds."""
    by_kind: dict[type[Move], list[Move]] = {}
    for move in moves:
        by_kind.setdefault(type(move), []).append(move)
    if not by_kind:
        raise NoSuchPath("no moves")
    if given and given[0].startswith(KIND_PREFIX):
        for kind, left in by_kind.items():
            if kind.__name__ == given[0][1:]:
                return left, ()
        raise NoSuchPath(given[0])
    (_, main), *rest = by_kind.items()
    others = () if given else tuple(Choice((KIND_PREFIX + kind.__name__,), (), tuple(left)) for kind, left in rest)
    return main, others


def _starts_with(move: Move, tokens: AnswerPath) -> bool:
    answers = move.answers()
    return len(tokens) <= len(answers) and all(_matches(a, t) for a, t in zip(answers, tokens, strict=False))


def _matches(answer: Answer, token: str) -> bool:
    if not token.endswith(PARTIAL_SUFFIX):
        return str(answer) == token
    if isinstance(answer, Cell):
        return _column_name(str(answer)) == token.removesuffix(PARTIAL_SUFFIX)
    counted = Counter(tiles_of(str(answer)))
    return all(counted[tile] == int(n) for tile, n in _COUNT_OF_TILE.findall(token))


def _column_name(cell: str) -> str:
    """The letter of a cell's column: "B" of "B2"."""
    return cell.rstrip("0123456789")


def _question(left: list[Move], prefix: AnswerPath, depth: int, partial: str, joins: JoinsField | None) -> Question:
    """The question about the field at index `depth`. With `joins`, all answers are in one select."""
    kind = type(left[0])
    names = tuple(part.name for part in fields(kind))
    if isinstance(left[0].answers()[depth], Heap):
        return _heap_question(left, prefix, depth, partial, is_clicked=joins is not None)
    until = depth + 1
    while not kind.ONE_BY_ONE and until < len(names):
        if joins is not None:
            fits = joins(left, until)
        elif isinstance(left[0].answers()[until], Heap):
            fits = False
        else:
            fits = len({move.answers()[depth : until + 1] for move in left}) <= MAX_SELECT_ANSWERS
        if not fits:
            break
        until += 1
    choices = _choices(left, prefix, depth, until)
    is_last = until == len(names)
    if joins is not None or len(choices) <= MAX_SELECT_ANSWERS:
        return Question(kind, names[depth:until], (choices,), is_last=is_last)
    shelves = _split_into_selects(choices)
    if len(shelves) <= MAX_SELECTS:
        return Question(kind, names[depth:until], shelves, is_last=is_last)
    columns = []
    for name, group in groupby(sorted(choices, key=_column_number), key=_column_or_answer):
        moves = [move for choice in group for move in choice.moves]
        columns.append(Choice((*prefix, name + PARTIAL_SUFFIX), (name,), tuple(moves)))
    return Question(kind, names[depth:until], (tuple(columns),), is_coarse=True)


def _choices(left: list[Move], prefix: AnswerPath, depth: int, until: int) -> tuple[Choice, ...]:
    ways: dict[tuple[Answer, ...], list[Move]] = {}
    for move in left:
        ways.setdefault(move.answers()[depth:until], []).append(move)
    return tuple(Choice((*prefix, *map(str, values)), values, tuple(moves)) for values, moves in ways.items())


def _column_or_answer(choice: Choice) -> str:
    """The grouping key of an answer: cells of a column belong together, any other answer is a group of its own."""
    value = choice.values[0]
    return _column_name(str(value)) if isinstance(value, Cell) else str(choice.path)


def _split_into_selects(choices: tuple[Choice, ...]) -> tuple[tuple[Choice, ...], ...]:
    """Split the answers into selects of 25, keeping columns whole if four selects are enough for that."""
    ordered = sorted(choices, key=_column_number) if isinstance(choices[0].values[0], Cell) else list(choices)
    shelves: list[list[Choice]] = [[]]
    for _, group in groupby(ordered, key=_column_or_answer):
        column = list(group)
        if len(shelves[-1]) + len(column) > MAX_SELECT_ANSWERS:
            shelves.append([])
        shelves[-1] += column
    if len(shelves) > MAX_SELECTS:
        shelves = [ordered[start : start + MAX_SELECT_ANSWERS] for start in range(0, len(ordered), MAX_SELECT_ANSWERS)]
    return tuple(tuple(shelf) for shelf in shelves)


def _column_number(choice: Choice) -> int:
    value = choice.values[0]
    return value.column if isinstance(value, Cell) else 0


def _heap_question(left: list[Move], prefix: AnswerPath, depth: int, partial: str, *, is_clicked: bool) -> Question:
    """The question for a heap: all tiles at once, or how many of one kind if a select cannot hold all tiles."""
    names = tuple(part.name for part in fields(left[0]))[depth:]
    counts = [Counter(tiles_of(str(move.answers()[depth]))) for move in left]
    pool: Counter[str] = Counter()
    for count in counts:
        pool |= count
    tiles = tuple(tile for tile in sorted(pool) for _ in range(pool[tile]))
    if is_clicked or len(tiles) <= MAX_SELECT_ANSWERS:
        sizes = [count.total() for count in counts]
        ticks = TileChoice(tiles, min(sizes), max(sizes))
        choices = _choices(left, prefix, depth, depth + 1)
        return Question(type(left[0]), names[:1], (choices,), ticks, is_last=len(names) == 1)
    asked = next(tile for tile in sorted(pool) if len({count[tile] for count in counts}) > 1)  # first undecided tile
    ways: dict[int, list[Move]] = {}
    for move, count in zip(left, counts, strict=True):
        ways.setdefault(count[asked], []).append(move)
    stem = partial.rstrip(PARTIAL_SUFFIX)
    parts = [
        Choice((*prefix, f"{stem}{asked}={n}{PARTIAL_SUFFIX}"), (f"{n} {asked}",), tuple(ways[n])) for n in sorted(ways)
    ]
    return Question(type(left[0]), names[:1], (tuple(parts),), is_coarse=True)
