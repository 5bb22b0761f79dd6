"""The menu of a move on the page of a table: what can be clicked, what is refused, what a move would lead to.

Knows no browser and no game; where an answer stands in the picture, the game's portrayal says.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields

from bot.model.move_menu import AnswerPath, JoinsField, MoveStep, Question, next_step, tiles_of
from bot.model.room import PlayedRoom
from bot.model.timeline import moves_again
from bot.screens.move_menu import ends_turn, move_outcome, tile_options
from bot.screens.page import page_drawing, strip_markdown
from bot.screens.seat_names import short_names
from bot.screens.speech import Speech
from bot.text.words import Words, capitalize
from engine import Move, Seat, View
from engine.core import State
from render import Box, Drawing, spots

BoxesOf = Callable[[Move], tuple[Box, ...]]  # where the answer of a move stands


@dataclass(frozen=True)
class PageAnswer:
    """An answer that can be given. `path` leads on with it. `label` and `detail` say it."""

    path: str
    label: str
    detail: str = ""
    boxes: tuple[Box, ...] = ()
    """Where it can be clicked: x, y, width and height in board units; none where it stands nowhere in the picture."""
    ends: bool = False  # it ends the turn


@dataclass(frozen=True)
class PageRefusal:
    """An answer that the rules forbid here."""

    label: str  # its words
    why: str  # in a few words
    rule: str  # its number
    boxes: tuple[Box, ...]  # as those of answers


@dataclass(frozen=True)
class PageTicks:
    """`tiles` to choose together, from `least` to `most` of them, as `hint` says; the `path` of each is its code."""

    hint: str
    tiles: tuple[PageAnswer, ...]
    least: int
    most: int


@dataclass(frozen=True)
class PageQuestion:
    """What is asked next."""

    asked: str  # in words
    path: str  # the answers so far
    answers: tuple[PageAnswer, ...]  # to choose one of, unless there are `ticks`
    ticks: PageTicks | None  # what can be ticked instead
    refused: tuple[PageRefusal, ...]  # what cannot be chosen
    instead: tuple[PageAnswer, ...]  # other kinds of moves
    begun: bool  # the turn has begun and can be gone back in
    given: tuple[Box, ...]  # where the answer before stands
    drawing: Drawing | None  # a picture of what is asked, where no answer stands on the board


@dataclass(frozen=True)
class PagePreview:
    """What a finished `move` would lead to, in its notation.

    `head` and `lines` say it, `alt` describes the position, which `drawing` shows.
    """

    move: str
    head: str
    lines: tuple[str, ...]
    alt: str
    drawing: Drawing
    instead: tuple[PageAnswer, ...]  # other kinds of moves
    begun: bool  # as of a question


def page_question(
    room: PlayedRoom, seat: Seat, words: Words, progress: MoveStep, given: AnswerPath, *, contrast: bool
) -> PageQuestion:
    """The next question with where its answers stand."""
    assert progress.question is not None
    question = progress.question
    view = room.table.view(seat)
    speech = Speech(words, room.game.key)
    refused = speech.refused_answers(view, question)

    def boxes_of(move: Move) -> tuple[Box, ...]:
        """Where the answer of the move stands: the last of the fields that are asked tells all answers apart."""
        return tuple(spots(view, move, enlarged=room.enlarges_own_seat).get(question.fields[-1], ()))

    has_boxes = any(boxes_of(choice.moves[0]) for choice in question.choices)
    answers: list[PageAnswer] = []
    for choice in () if question.tile_choice else question.choices:
        shown = speech.answer(view, question, choice)
        answers.append(PageAnswer(".".join(choice.path), shown.label, shown.detail, boxes_of(choice.moves[0])))
    drawing = None
    if given and not has_boxes:  # the table with the moves that are left, such as the ways to turn a tile
        marks = [move for choice in question.choices for move in choice.moves]
        drawing = page_drawing(room, view, short_names(room), words, (), contrast=contrast, marks=marks)
    given_boxes: tuple[Box, ...] = ()
    if given and has_boxes:  # where the answer before stands, the last one that stands anywhere
        move = question.choices[0].moves[0]
        names = [field.name for field in fields(move)]
        places = spots(view, move, enlarged=room.enlarges_own_seat)
        before = names[: names.index(question.fields[0])]
        given_boxes = next((tuple(places[name]) for name in reversed(before) if places.get(name)), ())
    return PageQuestion(
        strip_markdown(capitalize(speech.question(view, progress, question)), {}),
        ".".join(given),
        tuple(answers),
        _page_ticks(speech, question, boxes_of),
        tuple(PageRefusal(refusal.label, refusal.short, refusal.reason, boxes_of(refusal.move)) for refusal in refused),
        _other_moves(room, seat, speech, progress),
        _has_begun(room, seat),
        given_boxes,
        drawing,
    )


def page_preview(room: PlayedRoom, seat: Seat, words: Words, move: Move, *, contrast: bool) -> PagePreview:
    """The position after the move as the seat can know it."""
    view = room.table.view(seat)
    outcome = move_outcome(room, seat, words, move)
    first = next_step(view.moves, (), joins_by_place(view))
    others = _other_moves(room, seat, Speech(words, room.game.key), first) if first.move == move else ()
    drawing = page_drawing(room, outcome.view, short_names(room), words, [outcome.events], contrast=contrast)
    lines = tuple(strip_markdown(line, {}) for line in outcome.lines if line)
    return PagePreview(
        str(move), strip_markdown(outcome.head, {}), lines, outcome.alt, drawing, others, _has_begun(room, seat)
    )


def _has_begun(room: PlayedRoom, seat: Seat) -> bool:
    return moves_again(room.table, seat) and len(room.to_act) == 1


def joins_by_place(view: View[State]) -> JoinsField:
    """A field is asked together with the one before it where each of its places stands for one answer to both.

    The places of the whole table tell, whatever is shown: answers that were given stay so when somebody looks closer.
    """

    def joins(moves: Sequence[Move], at: int) -> bool:
        name = fields(moves[0])[at].name
        meant = dict[Box, tuple[object, ...]]()
        for move in moves:
            boxes = spots(view, move).get(name, ())
            answers = move.answers()[: at + 1]
            if not boxes or any(meant.setdefault(box, answers) != answers for box in boxes):
                return False
        return True

    return joins


def _page_ticks(speech: Speech, question: Question, boxes_of: BoxesOf) -> PageTicks | None:
    if question.tile_choice is None:
        return None
    heaps = [(str(choice.values[-1]), set(boxes_of(choice.moves[0]))) for choice in question.choices]
    boxes_by_tile = {}  # tiles of a kind lie at the places of every heap that has one and of no heap without one
    for tile in dict.fromkeys(question.tile_choice.tiles):
        having = [boxes for heap, boxes in heaps if tile in tiles_of(heap)]
        others = [boxes for heap, boxes in heaps if tile not in tiles_of(heap)]
        boxes_by_tile[tile] = tuple(sorted(set.intersection(*having).difference(*others)))
    rows = zip(tile_options(question.tile_choice.tiles, speech), question.tile_choice.tiles, strict=True)
    tiles = tuple(PageAnswer(tile, row.label, "", boxes_by_tile[tile]) for row, tile in rows)
    least = question.tile_choice.minimum
    most = question.tile_choice.maximum
    hint = speech.words("menu.tick_hint", least=least, most=most, same=least == most)
    return PageTicks(hint, tiles, least, most)


def _other_moves(room: PlayedRoom, seat: Seat, speech: Speech, progress: MoveStep) -> tuple[PageAnswer, ...]:
    view = room.table.view(seat)
    return tuple(
        PageAnswer(".".join(choice.path), speech.other_move(view, choice).label, ends=ends_turn(room, seat, choice))
        for choice in progress.other_kinds
    )
