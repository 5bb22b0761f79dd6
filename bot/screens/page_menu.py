"""The move menu on the page of a table: what can be clicked, what is refused, and the preview of a move.

Independent of browsers and games; the portrayal of the game says where an answer is in the picture.
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

BoxesOf = Callable[[Move], tuple[Box, ...]]  # where the answer of a move is in the picture


@dataclass(frozen=True)
class PageAnswer:
    """An answer that can be given. `path`: the answers so far and this one. `label` and `detail`: its text."""

    path: str
    label: str
    detail: str = ""
    boxes: tuple[Box, ...] = ()
    """Where it can be clicked: x, y, width and height in board units; empty if it is not in the picture."""
    ends: bool = False  # it ends the turn


@dataclass(frozen=True)
class PageRefusal:
    """An answer that the rules forbid here."""

    label: str  # the answer in words
    why: str  # the reason in a few words
    rule: str  # number of the rule
    boxes: tuple[Box, ...]  # as in PageAnswer


@dataclass(frozen=True)
class PageTicks:
    """`tiles` of which the person ticks `least` to `most`, and a `hint`. The `path` of each tile is its code."""

    hint: str
    tiles: tuple[PageAnswer, ...]
    least: int
    most: int


@dataclass(frozen=True)
class PageQuestion:
    """The next question of the menu."""

    asked: str  # the question in words
    path: str  # the answers so far
    answers: tuple[PageAnswer, ...]  # one of these is chosen, unless there are `ticks`
    ticks: PageTicks | None  # tiles to tick instead
    refused: tuple[PageRefusal, ...]  # answers that cannot be chosen
    instead: tuple[PageAnswer, ...]  # other kinds of moves
    begun: bool  # whether the turn has begun, so that its steps can be undone
    given: tuple[Box, ...]  # where the previous answer is in the picture
    drawing: Drawing | None  # a picture of the answers if none of them can be clicked on the board


@dataclass(frozen=True)
class PagePreview:
    """The preview of a complete `move` (in notation).

    `head` and `lines` describe the move, `alt` and `drawing` the position after it.
    """

    move: str
    head: str
    lines: tuple[str, ...]
    alt: str
    drawing: Drawing
    instead: tuple[PageAnswer, ...]  # other kinds of moves
    begun: bool  # as in PageQuestion


def page_question(
    room: PlayedRoom, seat: Seat, words: Words, progress: MoveStep, given: AnswerPath, *, contrast: bool
) -> PageQuestion:
    """Return the next question and where its answers are in the picture."""
    assert progress.question is not None
    question = progress.question
    view = room.table.view(seat)
    speech = Speech(words, room.game.key)
    refused = speech.refused_answers(view, question)

    def boxes_of(move: Move) -> tuple[Box, ...]:
        """Return where the answer of the move is, by the last field that is asked, which differs in all answers."""
        return tuple(spots(view, move, enlarged=room.enlarges_own_seat).get(question.fields[-1], ()))

    has_boxes = any(boxes_of(choice.moves[0]) for choice in question.choices)
    answers: list[PageAnswer] = []
    for choice in () if question.tile_choice else question.choices:
        shown = speech.answer(view, question, choice)
        answers.append(PageAnswer(".".join(choice.path), shown.label, shown.detail, boxes_of(choice.moves[0])))
    drawing = None
    if given and not has_boxes:  # draw the moves that are left, such as the rotations of a tile
        marks = [move for choice in question.choices for move in choice.moves]
        drawing = page_drawing(room, view, short_names(room), words, (), contrast=contrast, marks=marks)
    given_boxes: tuple[Box, ...] = ()
    if given and has_boxes:  # the latest answer that has a place in the picture
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
    """Return the preview of the move, as far as the seat can see its result."""
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
    """Return the rule that asks a field together with the previous one if each place clicked then answers both.

    It always looks at the picture of the whole table, even if a board is enlarged, so that enlarging a board does not
    change the answers already given.
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
    boxes_by_tile = {}  # boxes that belong to every heap with this tile and to no heap without it
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
