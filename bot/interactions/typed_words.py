"""Moves typed in words: those that are meant, whether they are legal, or why there is none. Knows no game by name.

The words of every language are understood, the reader's own first. What is meant and forbidden is refused with its
rule; nothing that is typed is taken for another legal move because the meant one is not.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from typing import cast

from bot.interactions.typed_readings import MOST_WORDS, Reading, readings
from bot.interactions.typed_vocabulary import COUNT, LABEL, Vocabulary, add_labels, vocabularies
from bot.model.errors import Refusal
from bot.screens.speech import Speech
from bot.text.names import quoted
from bot.text.spelling import fold, split
from bot.text.words import languages, words_for
from engine import IllegalMove, Move, View
from engine.core import Answer, Heap, State

FEW = 25  # moves: a whole label never fits more
NOT_NOW = 1.0  # what a reading costs more if no such move is legal
ALIKE = 0.15  # readings that cost so little more are as good, if only they fit a legal move


@dataclass(frozen=True)
class Understood:
    """What typed words mean.

    `moves`: the legal moves that fit, in menu order. `guessed`: words that were taken for others with a letter wrong;
    `unsure`: the person should be asked whether these were meant. `no`: why nothing fits.
    """

    moves: tuple[Move, ...] = ()
    guessed: tuple[str, ...] = ()
    unsure: bool = False
    no: IllegalMove | Refusal | None = None


def understood(view: View[State], speech: Speech, text: str) -> Understood:
    """What these words mean to the seat that looks, in the reader's language or any other."""
    typed = [_number(word) for word in split(text)]
    seen = _Seen(view, speech)
    if not 0 < len(typed) <= MOST_WORDS:
        return Understood(no=seen.unread(text))
    if beyond := seen.out_of_range(text):
        return Understood(no=beyond)
    found = seen.notation(text) or seen.read(seen.apart(typed), text)
    if not found.guessed and (len(found.moves) == 1 or len(found.moves) > FEW):
        return found
    whole = seen.labeled(typed)
    return Understood(whole) if whole else found


def out_of_range(view: View[State], speech: Speech, text: str) -> Refusal | None:
    """Which numbers there are, for a notation in which a field has a value that it never has: "7W9"; else None."""
    return _Seen(view, speech).out_of_range(text)


class _Seen:
    """A position as a person sees it who types words."""

    def __init__(self, view: View[State], speech: Speech) -> None:
        assert view.seat is not None
        self._view, self._seat, self._speech = view, view.seat, speech
        others = (words_for(one) for one in languages() if one != speech.words.language)
        self._speeches = [speech, *(Speech(words, speech.game) for words in others)]

    @cached_property
    def _vocabularies(self) -> list[Vocabulary]:
        return vocabularies(self._view, self._speeches)

    @cached_property
    def _labels(self) -> Mapping[Move, list[list[str]]]:
        """The words of each legal move's label, in each language."""
        state, seat = self._view.state, self._seat
        return {move: [split(one.move(state, seat, move)) for one in self._speeches] for move in self._view.moves}

    def labeled(self, typed: list[str]) -> tuple[Move, ...]:
        """The moves with exactly this label, in the first language that has it."""
        for place in range(len(self._speeches)):
            if found := tuple(move for move, labels in self._labels.items() if labels[place] == typed):
                return found
        return ()

    def apart(self, typed: Sequence[str]) -> list[str]:
        """The words, those that mean nothing split before and after a number if the parts do: "b2", "line2"."""
        known = set().union(*(one.words() for one in self._vocabularies))
        parts = ((word, re.findall(r"\d+|\D+", word)) for word in typed)
        return [one for word, split_ in parts for one in (split_ if word not in known >= set(split_) else [word])]

    def read(self, typed: Sequence[str], text: str) -> Understood:
        """The moves that the cheapest reading fits, or why there are none."""
        every = self._readings(typed)
        if not every or every[0].unknown:
            for vocabulary in self._vocabularies:
                add_labels(vocabulary, self._label_words(vocabulary))
            every = self._readings(typed)
        if not every:
            return Understood(no=self.unread(text))
        best = every[0]
        if best.unknown or best.beyond:
            return Understood(no=self._not_understood(best, text))
        spare = 0.0 if best.is_whole else ALIKE
        alike = [one for one in every if one.cost <= best.cost + spare and not one.unknown and not one.beyond]
        if found := tuple(move for move in self._view.moves if any(self._fits(one, move) for one in alike)):
            fitting = [one for one in alike if any(self._fits(one, move) for move in found)]
            return Understood(found, _once(fitting), any(one.unsure for one in fitting))
        return Understood(guessed=best.guessed, unsure=best.unsure, no=self._forbidden(best) or self.unread(text))

    def unread(self, text: str) -> Refusal:
        """That the text cannot be read, with an example."""
        return Refusal("notation", text=quoted(text), example=self._speech.words(f"{self._speech.game}.example"))

    def _readings(self, typed: Sequence[str]) -> list[Reading]:
        legal = {type(move) for move in self._view.moves}
        found = [reading for one in self._vocabularies for reading in readings(one, typed)]
        every = [one if one.vocabulary.kind in legal else replace(one, cost=one.cost + NOT_NOW) for one in found]
        return sorted(every, key=lambda one: (one.cost, not one.is_whole))

    def _label_words(self, vocabulary: Vocabulary) -> list[str]:
        of_kind = (labels for move, labels in self._labels.items() if isinstance(move, vocabulary.kind))
        return [" ".join(words) for labels in of_kind for words in labels]

    def _fits(self, reading: Reading, move: Move) -> bool:
        if not isinstance(move, reading.vocabulary.kind) or not _answers(move, reading.values, reading.vocabulary):
            return False
        return all(self._has(move, name, value) for name, value in reading.bound)

    def _has(self, move: Move, name: str, value: str) -> bool:
        if name == COUNT:
            return str(self._view.state.facts(self._seat, move).get(COUNT)) == value
        return name != LABEL or any(value in words for words in self._labels[move])

    def _not_understood(self, reading: Reading, text: str) -> Refusal:
        """Which numbers there are if only a number is wrong, which word means nothing here, or that nothing is read."""
        vocabulary = reading.vocabulary
        for names in (reading.beyond, _open_to(reading)):
            if any(self._ranges(vocabulary, names)):
                return self._range(vocabulary, names, text)
        if not reading.bound or vocabulary.words() & set(reading.unknown):  # said twice, or of another move
            return self.unread(text)
        unknown = [word for word in reading.unknown if not word.isdigit()] or list(reading.unknown)
        words = [word for word in re.findall(r"[^\W_]+", text) if split(word) == unknown[:1]] or unknown
        example = self._speech.words(f"{self._speech.game}.example")
        return Refusal("typed_word", word=quoted(words[0]), example=example)

    def _range(self, vocabulary: Vocabulary, names: Sequence[str], text: str) -> Refusal:
        return Refusal("typed_range", text=quoted(text), ranges=" ".join(self._ranges(vocabulary, names)))

    def _ranges(self, vocabulary: Vocabulary, names: Sequence[str]) -> Iterator[str]:
        """A sentence for each of these fields that says which values it has."""
        for name in names:
            key, last = f"{self._speech.game}.range.{name}", max(_numbers(vocabulary, name), default=0)
            if key in self._speech.words:
                yield self._speech.words(key, last=last)

    def out_of_range(self, text: str) -> Refusal | None:
        """As the function of that name."""
        for vocabulary in self._vocabularies:
            given = _in_form(vocabulary, fold(text))
            wrong = [name for name, typed in given.items() if _folded(vocabulary, name, typed) is None]
            if len(wrong) < len(given) and any(self._ranges(vocabulary, wrong)):
                return self._range(vocabulary, wrong, text)
        return None

    def notation(self, text: str) -> Understood | None:
        """The legal move with that notation, or its rule; None for a text of another form."""
        for vocabulary in self._vocabularies:
            given = _in_form(vocabulary, fold(text)).items()
            bound = [(name, str(_folded(vocabulary, name, typed) or "")) for name, typed in given]
            if bound and all(value for _, value in bound):
                move = _first(vocabulary, dict(bound))
                no = self._refused(move)
                return Understood(no=no) if no else Understood((move,))
        return None

    def _forbidden(self, reading: Reading) -> IllegalMove | None:
        """The rule that forbids what was meant.

        It is taken from legal moves with what was named instead, the last field first. Of several rules that is told
        which comes last in the book, because such a move failed at nothing before it.
        """
        meant = reading.values
        for loose in (*([name] for name in reversed(meant)), list(meant)):
            kept = {name: value for name, value in meant.items() if name not in loose}
            near = (_changed(move, meant, reading.vocabulary) for move in self._near(reading.vocabulary, kept))
            if refused := [no for no in map(self._refused, near) if no]:
                return max(refused, key=lambda no: [int(part) for part in no.reason.split(".")])
        return self._refused(_first(reading.vocabulary, meant))

    def _near(self, vocabulary: Vocabulary, kept: Mapping[str, str]) -> Iterator[Move]:
        of_kind = (move for move in self._view.moves if isinstance(move, vocabulary.kind))
        return (move for move in of_kind if _answers(move, kept, vocabulary))

    def _refused(self, move: Move) -> IllegalMove | None:
        state = self._view.state
        number = state.refuses(self._seat, move)
        return None if number is None else IllegalMove(number, **state.facts(self._seat, move))


def _number(word: str) -> str:
    """The word as a figure if any language has it as a number: "two" is "2"."""
    return _figures().get(word, word)


@cache
def _figures() -> dict[str, str]:
    lists = [words_for(one)("typed.numbers").split(",") for one in languages()]
    return {word: f"{n}" for numbers in lists for n, names in enumerate(numbers, 1) for word in split(names)}


def _once(equal: Sequence[Reading]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(word for one in equal for word in one.guessed))


def _answers(move: Move, values: Mapping[str, str], vocabulary: Vocabulary) -> bool:
    """Whether the move has these values; a heap all of these tiles."""
    given = {name: str(answer) for name, answer in vars(move).items()}
    for name, value in values.items():
        if name in vocabulary.heaps:
            if _tiles(value) - _tiles(given[name]):
                return False
        elif name in given and given[name] != value:
            return False
    return True


def _tiles(heap: str) -> Counter[str]:
    return Counter(re.findall(r"[A-Z]\d*", heap))


def _changed(move: Move, meant: Mapping[str, str], vocabulary: Vocabulary) -> Move:
    """The move with what was meant instead of its own answers."""
    own = dict(zip(vocabulary.names, move.answers(), strict=True))
    return _made(vocabulary, {name: _value(vocabulary, name, meant.get(name)) or own[name] for name in own})


def _first(vocabulary: Vocabulary, meant: Mapping[str, str]) -> Move:
    """Some move that was meant, whether or not any like it is legal."""
    return _made(
        vocabulary, {n: _value(vocabulary, n, meant.get(n)) or vocabulary.values[n][0] for n in vocabulary.names}
    )


def _made(vocabulary: Vocabulary, answers: Mapping[str, Answer]) -> Move:
    return cast(Callable[..., Move], vocabulary.kind)(**answers)


def _value(vocabulary: Vocabulary, name: str, text: str | None) -> Answer | None:
    if name in vocabulary.heaps and text:
        return Heap("".join(sorted(_tiles(text).elements())))
    return next((value for value in vocabulary.values[name] if str(value) == text), None)


def _folded(vocabulary: Vocabulary, name: str, typed: str) -> Answer | None:
    return next((value for value in vocabulary.values[name] if fold(str(value)) == typed), None)


def _numbers(vocabulary: Vocabulary, name: str) -> list[int]:
    return [int(str(value)) for value in vocabulary.values[name] if str(value).isdigit()]


def _in_form(vocabulary: Vocabulary, text: str) -> dict[str, str]:
    """The bare value of each field in a text that has the form of this notation, "7w9"; {} for any other text."""
    forms = {name: {_form(str(value)) for value in values} for name, values in vocabulary.values.items()}
    if not forms or any(not found or name in vocabulary.heaps for name, found in forms.items()):
        return {}
    fields = "".join(f"({'|'.join(sorted(found))})" for found in forms.values())
    given = re.fullmatch(re.escape(fold(vocabulary.kind.PREFIX)) + fields, text)
    return dict(zip(forms, given.groups(), strict=True)) if given and any(map(str.isdigit, text)) else {}


def _open_to(reading: Reading) -> tuple[str, ...]:
    """The fields that the text leaves open and whose values look like all its unknown words: numbers, or "z99"."""
    vocabulary, unknown = reading.vocabulary, reading.unknown
    left = (name for name in vocabulary.names if name not in reading.values)
    return tuple(name for name in left if all(_has_form(vocabulary, name, word) for word in unknown))


def _has_form(vocabulary: Vocabulary, name: str, word: str) -> bool:
    """Whether the word looks like a value of this field with a number: "9", or "z99" like a cell."""
    forms = {_form(str(value)) for value in vocabulary.values[name] if name not in vocabulary.heaps}
    return not word.isalpha() and any(re.fullmatch(form, word) for form in forms)


def _form(value: str) -> str:
    """The form of a value as a pattern: letters for its letters, a number for its number."""
    parts = re.findall(r"\d+|[a-z]+", fold(value))
    return "".join(r"\d+" if part.isdigit() else f"[a-z]{{{len(part)}}}" for part in parts)
