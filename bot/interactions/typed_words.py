"""Moves typed in words: which moves are meant, or why there is none. Independent of particular games.

Words of every language are understood, the reader's own first. An illegal move is refused with its rule; it is never
replaced by a similar legal one.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cache, cached_property
from itertools import product
from typing import cast

from bot.interactions.typed_readings import (
    BARE_COST,
    COUNT_FIELD,
    LABEL_FIELD,
    Meaning,
    Reading,
    Vocabulary,
    readings,
    vocabularies,
)
from bot.model.errors import Refusal
from bot.screens.speech import Speech
from bot.text.names import quotable_text
from bot.text.spelling import fold, split_words
from bot.text.words import languages, words_for
from engine import IllegalMove, Move, View
from engine.core import Answer, Heap, State

MAX_WORDS = 60  # no move is longer, and reading takes time
MAX_FITTING_MOVES = 25  # a whole label never fits more moves
NOT_LEGAL_COST = 1.0  # added to a reading if no move of its type is legal
UNNAMED_COST = 0.5  # added if none of the move's own words was typed, unless only this reading is whole
EQUAL_COST_MARGIN = 0.15  # readings within this cost of the best one count as equal, if they fit a legal move

# Entries of More that people type like moves: the key of their list of words, and the names of the entries.
TYPED_MORE_ENTRIES = {
    "undo": ("undo", "ask"),
    "pause": ("pause",),
    "goon": ("goon",),
    "resign": ("resign",),
    "finish": ("finish", "end"),
    "give": ("give", "replace"),
    "kick": ("kick",),
    "history": ("history", "replay"),
    "read": ("read",),
    "prepare": ("prepare",),
    "follow": ("follow", "unfollow"),
    "page": ("open_page", "close_page"),
    "report": ("report",),
}


@dataclass(frozen=True)
class TypedMeaning:
    """The meaning of typed words."""

    moves: tuple[Move, ...] = ()  # the legal moves that fit, in menu order
    guessed: tuple[str, ...] = ()  # the words assumed for typos
    unsure: bool = False  # whether to ask if these were meant
    refusal: IllegalMove | Refusal | None = None  # why nothing fits, or that the text is incomplete


def understand(view: View[State], speech: Speech, text: str) -> TypedMeaning:
    """Interpret these words for the view's seat, in the reader's language or any other."""
    typed = [_number_words().get(word, word) for word in split_words(text)]
    words = TypedWords(view, speech)
    if not 0 < len(typed) <= MAX_WORDS:
        return TypedMeaning(refusal=words.unreadable_refusal(text))
    if noted := words.read_notation(
        " ".join(word for word in text.split() if not {*split_words(word)} <= words.courtesy_words)
    ):
        return noted
    if entry := words.entry_refusal(text):
        return TypedMeaning(refusal=entry)
    found = words.read_words(typed, text)
    if not found.guessed and (len(found.moves) == 1 or len(found.moves) > MAX_FITTING_MOVES):
        return found
    whole = words.moves_by_label(typed)
    return TypedMeaning(whole) if whole else found


class TypedWords:
    """Interprets words at a position, as the view's seat sees it."""

    def __init__(self, view: View[State], speech: Speech) -> None:
        assert view.seat is not None
        self._view = view
        self._seat = view.seat
        self._speech = speech
        others = (words_for(language) for language in languages() if language != speech.words.language)
        self._speeches = [speech, *(Speech(words, speech.game) for words in others)]
        self._labels: dict[Speech, dict[Move, list[str]]] = {}

    @cached_property
    def courtesy_words(self) -> set[str]:
        """Words of every language without a meaning for any move, such as "please"."""
        return {word for speech in self._speeches for word in split_words(speech.words("typed.courtesy"))}

    @cached_property
    def _vocabularies(self) -> list[Vocabulary]:
        return vocabularies(self._view, self._speeches)

    def _labels_in(self, speech: Speech) -> dict[Move, list[str]]:
        """Return the words of each move's label; computed on demand, because there may be hundreds."""
        if speech not in self._labels:
            state = self._view.state
            seat = self._seat
            self._labels[speech] = {
                move: split_words(speech.move_phrase(state, seat, move)) for move in self._view.moves
            }
        return self._labels[speech]

    def moves_by_label(self, typed: list[str]) -> tuple[Move, ...]:
        """Return the moves with exactly this label, in the first language that has it."""
        for speech in self._speeches:
            if found := tuple(move for move, label in self._labels_in(speech).items() if label == typed):
                return found
        return ()

    def entry_refusal(self, text: str) -> Refusal | None:
        """Return a refusal that names the entry of More for these words, None for other words and for moves."""
        for speech, (name, entries) in product(self._speeches, TYPED_MORE_ENTRIES.items()):
            silent = self.courtesy_words | {*split_words(speech.words(f"{speech.game}.typed.ignored"))}
            words = tuple(split_words(text))
            said = tuple(word for word in words if word not in silent)
            if {words, said} & {tuple(split_words(phrase)) for phrase in speech.words(f"typed.more.{name}").split(",")}:
                if any(said in vocabulary.phrases for vocabulary in self._vocabularies):
                    return None
                labels = ", ".join(f"**{self._speech.words(f'more.{entry}')}**" for entry in entries)
                return Refusal("typed_action", text=quotable_text(text), entries=labels, example=self._example())
        return None

    def read_words(self, typed: Sequence[str], text: str) -> TypedMeaning:
        """Return the moves that fit the cheapest reading, or why there are none.

        Unknown words are split before and after a number if the parts are known: "b2", "line2".
        """
        known = set().union(*(vocabulary.words() for vocabulary in self._vocabularies))
        parts = ((word, re.findall(r"\d+|\D+", word)) for word in typed)
        typed = [part for word, split_ in parts for part in (split_ if word not in known >= set(split_) else [word])]
        every = self._readings(typed)
        if every[0].unknown:
            for vocabulary in self._vocabularies:  # add each word of a label as a meaning
                every_label = (label for speech in self._speeches for label in self._labels_in(speech).items())
                of_kind = [words for move, words in every_label if isinstance(move, vocabulary.kind)]
                for word in {word for words in of_kind for word in words} - vocabulary.words():
                    vocabulary.add([word], Meaning(LABEL_FIELD, word, BARE_COST))
            every = self._readings(typed)
        best = every[0]
        if best.unknown or best.out_of_range:
            return TypedMeaning(refusal=self._unknown_word_refusal(best, text))
        if not best.bound:  # only courtesy, or a noun without a value
            began = any(word not in best.vocabulary.ignored for word in typed)
            return TypedMeaning(tuple(self._view.moves) if began else (), refusal=self.unreadable_refusal(text))
        spare = 0.0 if best.is_whole else EQUAL_COST_MARGIN
        alike = [
            reading
            for reading in every
            if reading.cost <= best.cost + spare and not reading.unknown and not reading.out_of_range
        ]
        if found := tuple(move for move in self._view.moves if any(self._fits(reading, move) for reading in alike)):
            fitting = [reading for reading in alike if any(self._fits(reading, move) for move in found)]
            guessed = dict.fromkeys(word for reading in fitting for word in reading.guessed)
            return TypedMeaning(found, tuple(guessed), any(reading.unsure for reading in fitting))
        return TypedMeaning(
            guessed=best.guessed, unsure=best.unsure, refusal=self._broken_rule(best) or self.unreadable_refusal(text)
        )

    def unreadable_refusal(self, text: str) -> Refusal:
        """Return a refusal that the text cannot be read, with an example."""
        return Refusal("notation", text=quotable_text(text), example=self._example())

    def _example(self) -> str:
        """Return a legal move in its notation and in words; if there is none, an example of the game."""
        moves = sorted(self._view.moves, key=lambda move: not fields(move))
        if not moves:
            return self._speech.words(f"{self._speech.game}.example")
        label = self._speech.move_phrase(self._view.state, self._seat, moves[0])
        return self._speech.words("typed.example", move=moves[0], label=label)

    def _readings(self, typed: Sequence[str]) -> list[Reading]:
        legal = {type(move) for move in self._view.moves}
        every = []
        for vocabulary in self._vocabularies:
            for reading in readings(vocabulary, typed):
                not_now = NOT_LEGAL_COST * (vocabulary.kind not in legal)
                every.append(replace(reading, cost=reading.cost + not_now))
        rivals = any(reading.is_whole and not reading.unknown and not reading.lacks_name for reading in every)
        for at, reading in enumerate(every):
            if reading.lacks_name and (rivals or not reading.is_whole):
                every[at] = replace(reading, cost=reading.cost + UNNAMED_COST)
        return sorted(every, key=lambda reading: (reading.cost, not reading.is_whole))

    def _fits(self, reading: Reading, move: Move) -> bool:
        if not isinstance(move, reading.vocabulary.kind) or not _answers(move, reading.values, reading.vocabulary):
            return False
        for name, value in reading.bound:
            if name == COUNT_FIELD and str(self._view.state.facts(self._seat, move).get(COUNT_FIELD)) != value:
                return False
            if name == LABEL_FIELD and not any(value in self._labels_in(speech)[move] for speech in self._speeches):
                return False
        return True

    def _unknown_word_refusal(self, reading: Reading, text: str) -> Refusal:
        """Return a refusal with the valid numbers if only a number is wrong, else the unknown word or an example."""
        vocabulary = reading.vocabulary
        left = (name for name in vocabulary.names if name not in reading.values)
        open_to = [name for name in left if all(_has_form(vocabulary, name, word) for word in reading.unknown)]
        for names in (reading.out_of_range, open_to):
            if ranges := self._ranges(vocabulary, names):
                return Refusal("typed_range", text=quotable_text(text), ranges=ranges)
        if not reading.bound or vocabulary.words() & set(reading.unknown):  # repeated, or of another move
            return self.unreadable_refusal(text)
        unknown = [word for word in reading.unknown if not word.isdigit()] or list(reading.unknown)
        words = [word for word in re.findall(r"[^\W_]+", text) if split_words(word) == unknown[:1]] or unknown
        return Refusal("typed_word", word=quotable_text(words[0]), example=self._example())

    def _ranges(self, vocabulary: Vocabulary, names: Sequence[str]) -> str:
        sentences = []
        for name in names:
            if (key := f"{self._speech.game}.range.{name}") in self._speech.words:
                numbers = [int(str(value)) for value in vocabulary.values[name] if str(value).isdigit()]
                sentences.append(self._speech.words(key, last=max(numbers, default=0)))
        return " ".join(sentences)

    def read_notation(self, text: str) -> TypedMeaning | None:
        """Interpret notation ("7W9") as a move, a broken rule or wrong numbers; None for a text of another form."""
        for vocabulary in self._vocabularies:
            given = _values_in_form(vocabulary, fold(text))
            wrong = [name for name, value in given.items() if value is None]
            if given and not wrong:
                move = _build_move(vocabulary, {}, cast(dict[str, Answer], given))
                no = self._refusal(move)
                return TypedMeaning(refusal=no) if no else TypedMeaning((move,))
            if len(wrong) < len(given) and (ranges := self._ranges(vocabulary, wrong)):
                return TypedMeaning(refusal=Refusal("typed_range", text=quotable_text(text), ranges=ranges))
        return None

    def _broken_rule(self, reading: Reading) -> IllegalMove | None:
        """Return the rule that forbids the intended move.

        Legal moves are changed to the typed values, the last field first, which shows the rules that the results break.
        The last of these rules in the rulebook is returned, because its move broke no earlier rule.
        """
        meant = reading.values
        vocabulary = reading.vocabulary
        of_kind = [move for move in self._view.moves if isinstance(move, vocabulary.kind)]
        for loose in (*([name] for name in reversed(meant)), list(meant)):
            kept = {name: value for name, value in meant.items() if name not in loose}
            near = [vars(move) for move in of_kind if _answers(move, kept, vocabulary)]
            errors = [self._refusal(_build_move(vocabulary, meant, own)) for own in near]
            refused = [error for error in errors if error is not None]
            if refused:
                return max(refused, key=lambda error: [int(part) for part in error.reason.split(".")])
        if not all(vocabulary.values.values()):
            return None
        return self._refusal(
            _build_move(vocabulary, meant, {name: found[0] for name, found in vocabulary.values.items()})
        )

    def _refusal(self, move: Move) -> IllegalMove | None:
        state = self._view.state
        number = state.refuses(self._seat, move)
        return None if number is None else IllegalMove(number, **state.facts(self._seat, move))


@cache
def _number_words() -> dict[str, str]:
    """Return the digits for each number word of any language: "two" is "2"."""
    lists = [words_for(language)("typed.numbers").split(",") for language in languages()]
    return {word: f"{n}" for numbers in lists for n, names in enumerate(numbers, 1) for word in split_words(names)}


def _answers(move: Move, values: Mapping[str, str], vocabulary: Vocabulary) -> bool:
    """Whether the move has these values; a heap must contain all of these tiles."""
    for name, value in values.items():
        given = str(getattr(move, name))
        if _tiles(value) - _tiles(given) if name in vocabulary.heaps else value != given:
            return False
    return True


def _tiles(heap: str) -> Counter[str]:
    return Counter(re.findall(r"[A-Z]\d*", heap))


def _build_move(vocabulary: Vocabulary, meant: Mapping[str, str], own: Mapping[str, Answer]) -> Move:
    answers = {name: own[name] for name in vocabulary.names}
    for name, text in meant.items():
        if name in vocabulary.heaps:
            answers[name] = Heap("".join(sorted(_tiles(text).elements())))
        else:
            answers[name] = next((value for value in vocabulary.values[name] if str(value) == text), own[name])
    return cast(Callable[..., Move], vocabulary.kind)(**answers)


def _values_in_form(vocabulary: Vocabulary, text: str) -> dict[str, Answer | None]:
    """Return the value of each field in a text in the form of this notation ("7w9"), None for an impossible value.

    Empty for any other text.
    """
    forms = {name: {_form(str(value)) for value in values} for name, values in vocabulary.values.items()}
    if vocabulary.heaps or not all(forms.values()) or not any(map(str.isdigit, text)):
        return {}
    groups = "".join(f"({'|'.join(sorted(found))})" for found in forms.values())
    typed = re.fullmatch(re.escape(fold(vocabulary.kind.PREFIX)) + groups, text)
    given = dict(zip(forms, typed.groups(), strict=True)) if typed else {}
    return {
        name: next((value for value in vocabulary.values[name] if fold(str(value)) == part), None)
        for name, part in given.items()
    }


def _has_form(vocabulary: Vocabulary, name: str, word: str) -> bool:
    """Whether the word has a number and the form of a value of this field: "9", or "z99" for a cell."""
    forms = {_form(str(value)) for value in vocabulary.values[name] if name not in vocabulary.heaps}
    return not word.isalpha() and any(re.fullmatch(form, word) for form in forms)


def _form(value: str) -> str:
    """Return a pattern for the value's form: any letters in place of its letters, any number in place of its number."""
    parts = re.findall(r"\d+|[a-z]+", fold(value))
    return "".join(r"\d+" if part.isdigit() else f"[a-z]{{{len(part)}}}" for part in parts)
