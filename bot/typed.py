"""Moves typed as notation or in words: what was meant, and what to suggest. Knows no game and no Discord."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from bot.menu import Ask, Choice, Path, ask
from bot.screen import cut
from bot.speech import Speech
from bot.words import DEFAULT, words_for
from engine import Game, IllegalMove, Move, View
from engine.core import State

MOST = 25  # suggestions Discord shows
MOST_NAME = 100


@dataclass(frozen=True)
class Suggestion:
    """One row of the list under what is being typed: its words and the text that is sent."""

    name: str
    value: str


def read(game: Game, legal: Sequence[Move], text: str) -> Move | None:
    """The move that was typed, legal or not; None for an unfinished one. Raises IllegalMove("notation").

    Case, spaces, commas and accents do not matter; a legal move is preferred to an equal-looking other one.
    """
    folded = fold(text)
    for move in legal:
        if fold(str(move)) == folded:
            return move
    for guess in (text.strip(), text.strip().upper(), "".join(text.split()).upper(), text.strip().lower()):
        try:
            return game.parse(guess)
        except IllegalMove:
            continue
    if folded and any(fold(str(move)).startswith(folded) for move in legal):
        return None
    raise IllegalMove("notation", text=text)


def path_to(legal: Sequence[Move], text: str) -> Path:
    """The answers that an unfinished notation already gives, as far as they are whole."""
    return _shared(legal, [move for move in legal if fold(str(move)).startswith(fold(text))])


def _shared(legal: Sequence[Move], fitting: Sequence[Move]) -> Path:
    """The answers that all fitting moves have in common."""
    meant = {str(move) for move in fitting}
    given: Path = ()
    while True:
        around = [way.path for way in _ways(ask(legal, given)) if meant <= {str(move) for move in way.moves}]
        if not around or around[0] == given:
            return given
        given = around[0]


def _ways(step: Ask) -> tuple[Choice, ...]:
    """The answers to a question and the other kinds of moves beside it."""
    return (*(step.question.choices if step.question else ()), *step.instead)


def suggestions(view: View[State], speech: Speech, text: str) -> list[Suggestion]:
    """At most 25 rows for what is typed so far: whole moves, best first, or the next answers where there are more.

    Typed are a notation, or the first letters of words in the reader's language, else in English.
    """
    assert view.seat is not None
    legal = view.moves
    fitting = [move for move in legal if fold(str(move)).startswith(fold(text))]
    for spoken in (speech, Speech(words_for(DEFAULT), speech.game)):
        fitting = fitting or [move for move in legal if _in_words(move, view, spoken, text)]
    if not fitting:
        first = " ".join(dict.fromkeys(str(move)[:1] for move in legal))
        return [Suggestion(cut(speech.words("move.none", first=first), MOST_NAME), cut(text, MOST_NAME) or "?")]
    if len(fitting) > MOST:
        return _stubs(view, speech, fitting)
    seat, state, typed = view.seat, view.state, fold(text)
    worth = {str(move): state.gain(seat, move) for move in fitting}
    fitting.sort(key=lambda move: (fold(str(move)) != typed, -worth[str(move)]))
    return [_whole(view, speech, move, worth[str(move)]) for move in fitting]


def fold(text: str) -> str:
    """The text without case, accents, spaces and commas."""
    spread = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\s,]+", "", "".join(letter for letter in spread if not unicodedata.combining(letter)))


def _in_words(move: Move, view: View[State], speech: Speech, text: str) -> bool:
    assert view.seat is not None
    label = _pieces(speech.move(view.state, view.seat, move))
    return all(any(piece.startswith(typed) for piece in label) for typed in _pieces(text))


def _pieces(text: str) -> list[str]:
    return [fold(piece) for piece in re.findall(r"\w+", text)]


def _whole(view: View[State], speech: Speech, move: Move, worth: int) -> Suggestion:
    assert view.seat is not None
    name = f"{move}  {speech.move(view.state, view.seat, move)}{speech.gain(worth)}"
    return Suggestion(cut(name, MOST_NAME), str(move))


def _stubs(view: View[State], speech: Speech, fitting: list[Move]) -> list[Suggestion]:
    wanted, rows = {str(move) for move in fitting}, []
    step = ask(view.moves, _shared(view.moves, fitting))
    if step.move is not None and str(step.move) in wanted:
        rows.append(_whole(view, speech, step.move, 0))
    for way in _ways(step):
        found = [text for text in map(str, way.moves) if text in wanted]
        if found:
            asked = step.question if way.values else None
            label = speech.so_far(view, asked, way) if asked else speech.instead(view, way)
            name = speech.words("move.stub", stem=_common(found), label=label, n=len(found))
            rows.append(Suggestion(cut(name, MOST_NAME), _common(found)))
    return rows[:MOST]


def _common(texts: Sequence[str]) -> str:
    shortest, longest = min(texts), max(texts)
    n = next((n for n, (a, b) in enumerate(zip(shortest, longest, strict=False)) if a != b), len(shortest))
    return shortest[:n]
