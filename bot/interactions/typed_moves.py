"""Interpretation of moves typed as notation or in words, and suggestions. Independent of games and Discord."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, fields
from os.path import commonprefix

from bot.interactions.typed_words import TypedWords, understand
from bot.model.errors import Refusal
from bot.model.move_menu import AnswerPath, Choice, MoveStep, next_step
from bot.screens.screen import MAX_SUGGESTION, MAX_SUGGESTIONS, Suggestion, cut
from bot.screens.speech import Speech
from bot.text.spelling import fold, strip_marks
from bot.text.words import first_emoji, without_emojis
from engine import Game, IllegalMove, Move, View
from engine.core import State


@dataclass(frozen=True)
class LegalMove:
    """A legal move."""

    move: Move  # the intended move
    is_guessed: bool = False  # whether it was typed with a typo


@dataclass(frozen=True)
class SeveralMoves:
    """Several moves that fit the text."""

    moves: tuple[Move, ...]  # in menu order
    guessed: tuple[str, ...] = ()  # corrected words, for "did you mean"


@dataclass(frozen=True)
class UnfinishedMove:
    """The beginning of a move."""

    path: AnswerPath  # its complete answers


@dataclass(frozen=True)
class RefusedMove:
    """No move, or an illegal one."""

    error: IllegalMove | Refusal  # the reason


def interpret(
    game: Game, view: View[State], speech: Speech, text: str
) -> LegalMove | SeveralMoves | UnfinishedMove | RefusedMove:
    """Interpret the typed text as a move of the view's seat."""
    assert view.seat is not None
    try:
        move = parse_move(game, view.moves, text)
    except IllegalMove:  # not notation, so words
        meant = understand(view, speech, text)
        if meant.refusal:
            return RefusedMove(meant.refusal)
        if len(meant.moves) > 1 or meant.unsure:
            return SeveralMoves(meant.moves, meant.guessed if meant.unsure else ())
        return LegalMove(meant.moves[0], is_guessed=bool(meant.guessed))
    if move is None:
        return UnfinishedMove(typed_path(view.moves, text))
    number = view.state.refuses(view.seat, move)
    if number is None:
        return LegalMove(move)
    noted = TypedWords(view, speech).read_notation(text)
    error: IllegalMove | Refusal = IllegalMove(number, **view.state.facts(view.seat, move))
    if noted and isinstance(noted.refusal, Refusal):  # a number in the notation does not exist at this table
        error = noted.refusal
    return RefusedMove(error)


def parse_move(game: Game, legal: Sequence[Move], text: str) -> Move | None:
    """Parse a move in notation, legal or not; return None for an unfinished one. Raises IllegalMove("notation").

    Case, spaces, commas, accents and surrounding punctuation do not matter. A legal move has priority over an illegal
    one that looks the same, and the beginning of a legal move over an illegal single word, such as "pass" where the
    tiles to keep must be added.
    """
    folded = fold(text)
    for move in legal:
        if fold(str(move)) == folded:
            return move
    begun = bool(folded) and any(fold(str(move)).startswith(folded) for move in legal)
    typed = strip_marks(text)
    for guess in (typed, typed.upper(), "".join(typed.split()).upper(), typed.lower()):
        try:
            move = game.parse(guess)
        except IllegalMove:
            continue
        return None if begun and not fields(move) else move
    if begun:
        return None
    raise IllegalMove("notation", text=text)


def typed_path(legal: Sequence[Move], text: str) -> AnswerPath:
    """Return the complete answers that an unfinished notation already contains."""
    return _shared_path(legal, [move for move in legal if fold(str(move)).startswith(fold(text))])


def _shared_path(legal: Sequence[Move], fitting: Sequence[Move]) -> AnswerPath:
    notations = {str(move) for move in fitting}
    given: AnswerPath = ()
    while True:
        around = [
            way.path for way in _choices(next_step(legal, given)) if notations <= {str(move) for move in way.moves}
        ]
        if not around or around[0] == given:
            return given
        given = around[0]


def _choices(progress: MoveStep) -> tuple[Choice, ...]:
    return (*(progress.question.choices if progress.question else ()), *progress.other_kinds)


def suggestions(view: View[State], speech: Speech, text: str) -> list[Suggestion]:
    """Return at most 25 rows for the typed notation or words: whole moves, best first, or the next answers if more fit.

    If nothing fits, one row says why.
    """
    assert view.seat is not None
    legal = view.moves
    fitting = [move for move in legal if fold(str(move)).startswith(fold(text))]
    if not fitting:
        meant = understand(view, speech, text)
        if meant.refusal and not meant.moves:
            return [
                Suggestion(cut(refusal_line(speech, meant.refusal), MAX_SUGGESTION), cut(text, MAX_SUGGESTION) or "?")
            ]
        fitting = list(meant.moves)
    return suggestion_rows(view, speech, fitting, text)


def suggestion_rows(view: View[State], speech: Speech, moves: Sequence[Move], text: str = "") -> list[Suggestion]:
    """Return at most 25 rows for these moves, an exact match and the best first, or for their next answers if more fit.

    A row has the emoji of its tile if the words of the `speech` have emojis.
    """
    assert view.seat is not None
    fitting = list(moves)
    if len(fitting) > MAX_SUGGESTIONS:
        return _partial_rows(view, speech, fitting)
    typed = fold(text)
    gains = {str(move): view.state.gain(view.seat, move) for move in fitting}
    fitting.sort(key=lambda move: (fold(str(move)) != typed, -gains[str(move)]))
    return [_move_row(view, speech, move) for move in fitting]


def refusal_line(speech: Speech, no: IllegalMove | Refusal) -> str:
    """Return the reason of the refusal in one line without markup."""
    if isinstance(no, Refusal):
        return re.sub(r"`|\*\*", "", speech.words(f"refusal.{no.key}", **no.facts))
    short = speech.reason(no.reason, no.facts)
    return short or speech.words("move.refused", number=no.reason)


def _move_row(view: View[State], speech: Speech, move: Move) -> Suggestion:
    assert view.seat is not None
    phrase = speech.move_phrase(view.state, view.seat, move)
    gain = speech.gain(view.state.gain(view.seat, move))
    name = f"{move}  {without_emojis(phrase)}{gain}"
    return Suggestion(cut(name, MAX_SUGGESTION), str(move), first_emoji(phrase) or speech.emoji(view, [move]))


def _partial_rows(view: View[State], speech: Speech, fitting: list[Move]) -> list[Suggestion]:
    wanted = {str(move) for move in fitting}
    rows = []
    progress = next_step(view.moves, _shared_path(view.moves, fitting))
    if progress.move is not None and str(progress.move) in wanted:
        rows.append(_move_row(view, speech, progress.move))
    for way in _choices(progress):
        found = [move for move in way.moves if str(move) in wanted]
        if len(found) == 1:
            rows.append(_move_row(view, speech, found[0]))
        elif found:
            asked = progress.question if way.values else None
            label = speech.answers_so_far(view, asked, way) if asked else speech.other_move(view, way).label
            stem = commonprefix([str(move) for move in found])  # noqa: RUF071 - a prefix by letters is intended
            name = speech.words("move.stub", stem=stem, label=without_emojis(label), n=len(found))
            emoji = first_emoji(label) or speech.emoji(view, found)
            rows.append(Suggestion(cut(name, MAX_SUGGESTION), stem, emoji))
    return rows[:MAX_SUGGESTIONS]
