"""The vocabulary of each type of move, and the possible readings of a typed text. Independent of rules.

The words of a type of move come from its labels, its notation and the lists `typed` of each language.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, replace
from itertools import product
from typing import NamedTuple, cast

from bot.screens.speech import Speech
from bot.text.spelling import count_wrong_letters, is_inflected, split_words
from engine import Move, View
from engine.core import Answer, Heap, State

# Used in place of a field of the move: for a number of tiles, the type of move, a word of the label, or nothing.
COUNT_FIELD = "count"
KIND_FIELD = "kind"
LABEL_FIELD = "label"
NO_FIELD = ""
# Added to the cost of a reading, by what the reading has to assume.
FOREIGN_COST = 0.1
REVERSED_COST = 0.3
BARE_COST = 1.0
DANGLING_COST = 0.6
IGNORED_COST = 0.05
MAX_SPOKEN_VALUES = 60  # values of a field; with more, such as the cells of a grid, only notation is understood
MAX_COUNTED_TILES = 4  # tiles of a color that people write as a number
# Additional costs for a word that is not spelled exactly.
INFLECTED_COST = 0.2
ABBREVIATED_COST = 0.4
ONE_LETTER_COST = 1.2  # one letter for a whole word; costs more than a letter of the notation
WRONG_LETTER_COST = 3.0
TWO_WRONG_LETTERS_COST = 6.0
UNKNOWN_WORD_COST = 20.0
OUT_OF_ORDER_COST = 0.1
MAX_PHRASE_WORDS = 6  # words of a phrase, including ignored ones in between
MAX_READINGS = 30  # partial readings kept at each word
MIN_TWO_ERROR_WORD = 5  # letters; a word of at least this length may have two wrong letters
MAX_UNSURE_WORD = 3  # letters; after a typo in a word of at most this length the person is asked


class Meaning(NamedTuple):
    """A possible meaning of a phrase: the `field` of the move has this `value`."""

    field: str
    value: str
    cost: float = 0.0  # higher for an unusual phrase


@dataclass
class Vocabulary:
    """The phrases that can describe a move of this `kind`."""

    kind: type[Move]
    names: tuple[str, ...]  # the fields of the move in order
    values: dict[str, tuple[Answer, ...]]  # every value of a field, in menu order
    heaps: frozenset[str] = frozenset()  # fields whose value is several tiles
    phrases: dict[tuple[str, ...], list[Meaning]] = field(default_factory=dict)
    """The meanings of each phrase; beginnings of longer phrases are included without meanings."""
    nouns: dict[str, str] = field(default_factory=dict)  # by word: the field to which a number beside the word belongs
    ignored: set[str] = field(default_factory=set)  # words without a meaning
    is_named: bool = False  # whether this type of move has its own words, which people nearly always use

    def add(self, phrase: Sequence[str], meaning: Meaning) -> None:
        """Add a possible meaning of the phrase."""
        for end in range(1, len(phrase) + 1):
            self.phrases.setdefault(tuple(phrase[:end]), [])
        if phrase:
            self.phrases[tuple(phrase)].append(meaning)

    def words(self) -> set[str]:
        """Return all words of all phrases."""
        return {word for phrase in self.phrases for word in phrase}


def vocabularies(view: View[State], speeches: Sequence[Speech]) -> list[Vocabulary]:
    """Return a vocabulary for each type of move of a seat in this game; the first language is the reader's own."""
    homes = {type(move).__module__ for move in view.moves}
    kinds = dict.fromkeys(
        (
            *map(type, view.moves),
            *(kind for kind in Move.__subclasses__() if kind.__module__ in homes),
        )
    )
    found = []
    for kind in kinds:
        try:
            domain = view.state.domain(kind)
        except LookupError:
            continue  # a chance event
        names = tuple(part.name for part in fields(kind))
        if len(domain) != len(names):
            continue
        values = dict(zip(names, domain, strict=True))
        heaps = frozenset(name for name, known in values.items() if known and isinstance(known[0], Heap))
        vocabulary = Vocabulary(kind, names, values, heaps)
        for place, speech in enumerate(speeches):
            _learn(vocabulary, speech, FOREIGN_COST * (place > 0))
            _learn_facts(vocabulary, view, speech)
        for word in vocabulary.ignored & vocabulary.words():
            vocabulary.add([word], Meaning(NO_FIELD, "", IGNORED_COST))
        found.append(vocabulary)
    return found


def _learn(vocabulary: Vocabulary, speech: Speech, foreign: float) -> None:
    kind = vocabulary.kind.__name__
    for word in (*typed_phrases(speech, "ignored"), *typed_phrases(speech, f"ignored_{kind}")):
        vocabulary.ignored.update(word)
    vocabulary.ignored.update(split_words(speech.words("typed.courtesy")))
    for phrase in typed_phrases(speech, kind):
        vocabulary.is_named = True
        vocabulary.add(phrase, Meaning(KIND_FIELD, kind, foreign))
    vocabulary.add(split_words(vocabulary.kind.PREFIX), Meaning(KIND_FIELD, kind))
    for name, values in vocabulary.values.items():
        if name in vocabulary.heaps:
            _learn_heap(vocabulary, speech, name, foreign)
        else:
            _learn_field(vocabulary, speech, name, [str(value) for value in values], foreign)


def _learn_facts(vocabulary: Vocabulary, view: View[State], speech: Speech) -> None:
    """Learn phrases for values from the fact of the move that `typed.<field>_fact` names, such as "orange star"."""
    assert view.seat is not None
    for name in vocabulary.names:
        key = f"{speech.game}.typed.{name}_fact"
        if key not in speech.words:
            continue
        for value in vocabulary.values[name]:
            answers = [value if other == name else vocabulary.values[other][0] for other in vocabulary.names]
            facts = speech.translate(view.state.facts(view.seat, cast(Callable[..., Move], vocabulary.kind)(*answers)))
            said = split_words(str(facts[speech.words(key)]))
            for phrase in (said, *([*said, *noun] for noun in typed_phrases(speech, name))):
                vocabulary.add(phrase, Meaning(name, str(value)))


def _learn_heap(vocabulary: Vocabulary, speech: Speech, name: str, foreign: float) -> None:
    """Learn each tile of a heap, alone or with a number: "2 purple"."""
    kind = speech.words(f"{speech.game}.fact.{name}").removeprefix("heap of ")
    stem = f"{speech.game}.{kind}."
    tiles = [key.removeprefix(stem) for key in speech.words.keys() if key.startswith(stem)]  # noqa: SIM118
    for tile, n in product(tiles, range(1, MAX_COUNTED_TILES + 1)):
        for phrase in (split_words(tile), split_words(speech.tile(tile))):
            vocabulary.add((str(n), *phrase), Meaning(name, tile * n, foreign))
            if n == 1:
                vocabulary.add(phrase, Meaning(name, tile, foreign))


def _learn_field(vocabulary: Vocabulary, speech: Speech, name: str, values: Sequence[str], foreign: float) -> None:
    nouns = typed_phrases(speech, name)
    for noun in nouns:
        vocabulary.add(noun, Meaning(NO_FIELD, name, DANGLING_COST))
        vocabulary.nouns[noun[-1]] = name
    number_first = speech.words("typed.order") == "number noun"
    before = REVERSED_COST if number_first else 0.0
    after = 0.0 if number_first else REVERSED_COST
    for value in values:
        vocabulary.add(split_words(value), Meaning(name, value, BARE_COST if value.isdigit() else 0.0))
        spoken = list(_spoken_phrases(speech, name, value)) if len(values) <= MAX_SPOKEN_VALUES else []
        for phrase in spoken:
            vocabulary.add(phrase, Meaning(name, value, foreign))
        for phrase, noun in product((split_words(value), *spoken), nouns):
            if phrase:
                vocabulary.add((*noun, *phrase), Meaning(name, value, foreign + before))
                vocabulary.add((*phrase, *noun), Meaning(name, value, foreign + after))


def _spoken_phrases(speech: Speech, name: str, value: str) -> Iterator[list[str]]:
    """Yield the value's label in the game's texts, also reversed if it has a number, and its other names."""
    fact = f"{speech.game}.fact.{name}"
    kind = speech.words(fact) if fact in speech.words else name
    label = f"{speech.game}.{kind}.{value}"
    if label in speech.words:
        said = split_words(speech.words(label))
        yield said
        if len(said) == 2 and any(word.isdigit() for word in said):
            yield said[::-1]
    yield from typed_phrases(speech, f"{name}_{value}")


def typed_phrases(speech: Speech, name: str) -> list[list[str]]:
    """Return the phrases of a list `typed` of the game, each as a list of words."""
    key = f"{speech.game}.typed.{name}"
    return [split_words(phrase) for phrase in speech.words(key).split(",")] if key in speech.words else []


class WordGuess(NamedTuple):
    """A `word` of the vocabulary that a typed word may stand for."""

    word: str
    cost: float = 0.0  # higher for an unlikely match
    unsure: bool = False  # whether to ask if it was meant


@dataclass(frozen=True)
class Reading:
    """An interpretation of a text as a move of the `vocabulary`."""

    vocabulary: Vocabulary
    cost: float = 0.0  # higher for an unlikely interpretation
    bound: tuple[tuple[str, str], ...] = ()  # fields and values in the order of the text
    guessed: tuple[str, ...] = ()  # the words assumed for typos
    unsure: bool = False  # whether to ask if these were meant
    unknown: tuple[str, ...] = ()  # typed words without a meaning here
    out_of_range: tuple[str, ...] = ()  # fields with a number that they never have

    @property
    def values(self) -> dict[str, str]:
        """The value of each field in the text; the tiles of a heap are in the order of the text."""
        known: dict[str, str] = {}
        for name, value in self.bound:
            known[name] = known.get(name, "") + value if name in self.vocabulary.heaps else value
        return {name: known[name] for name in self.vocabulary.names if name in known}

    @property
    def is_whole(self) -> bool:
        """Whether the text determines every field."""
        return len(self.values) == len(self.vocabulary.names) > 0

    @property
    def lacks_name(self) -> bool:
        """Whether the type of move has its own words, but the text has none of them."""
        return self.vocabulary.is_named and KIND_FIELD not in dict(self.bound)

    def add_meaning(self, meaning: Meaning) -> "Reading | None":
        """Return this reading with the meaning added, None if it contradicts another value of the same field."""
        name, value, cost = meaning
        if name == NO_FIELD:
            return replace(self, cost=self.cost + cost)
        several = name in self.vocabulary.heaps or name == LABEL_FIELD
        given = [] if several else [known for other, known in self.bound if other == name]
        if name in self.out_of_range or given not in ([], [value]):
            return None
        if given:
            return replace(self, cost=self.cost + cost)
        names = self.vocabulary.names
        if name in names and any(other in names and names.index(other) > names.index(name) for other, _ in self.bound):
            cost += OUT_OF_ORDER_COST
        return replace(self, cost=self.cost + cost, bound=(*self.bound, (name, value)))


def readings(vocabulary: Vocabulary, typed: Sequence[str]) -> list[Reading]:
    """Return the readings of these words, cheapest first."""
    words = vocabulary.words()
    said = [word for word in typed if word in words or word not in vocabulary.ignored]
    guesses = [_guesses(word, words, vocabulary.ignored) for word in said]
    begun: list[list[Reading]] = [[Reading(vocabulary)], *([] for _ in said)]
    for at in range(len(said)):
        for reading in begun[at]:
            for length, later in _continuations(reading, said[at:], guesses[at:]):
                begun[at + length].append(later)
        for place in range(at + 1, min(at + 1 + MAX_PHRASE_WORDS, len(begun))):
            begun[place] = sorted(begun[place], key=lambda partial: partial.cost)[:MAX_READINGS]
    return begun[-1]


def _continuations(
    reading: Reading, typed: Sequence[str], guesses: Sequence[list[WordGuess]]
) -> Iterator[tuple[int, Reading]]:
    """Yield each continuation of the reading, with the number of words that it consumes."""
    yield 1, replace(reading, cost=reading.cost + UNKNOWN_WORD_COST, unknown=(*reading.unknown, typed[0]))
    if typed[0].isdigit() and not "".join(typed[1:2]).isdigit() and len(typed) > 1:
        counted = reading.add_meaning(Meaning(COUNT_FIELD, typed[0], BARE_COST))
        yield from [(1, counted)] if counted else []
    phrases = reading.vocabulary.phrases
    begun: list[tuple[WordGuess, ...]] = [()]
    for length, guessed in enumerate(guesses[:MAX_PHRASE_WORDS], 1):
        longer = [(*phrase, guess) for phrase in begun for guess in guessed]
        longer = [phrase for phrase in longer if tuple(guess.word for guess in phrase) in phrases]
        begun = [*longer, *(begun if length > 1 and typed[length - 1] in reading.vocabulary.ignored else ())]
        for phrase in longer:
            wrong = [guess.word for guess in phrase if guess.cost >= WRONG_LETTER_COST]
            said = replace(
                reading,
                cost=reading.cost + sum(guess.cost for guess in phrase),
                guessed=(*reading.guessed, *wrong),
                unsure=reading.unsure or any(guess.unsure for guess in phrase),
            )
            for meaning in phrases[tuple(guess.word for guess in phrase)]:
                later = said.add_meaning(meaning)
                yield from [(length, later)] if later else []
    yield from _out_of_range_readings(reading, typed, guesses)


def _out_of_range_readings(
    reading: Reading, typed: Sequence[str], guesses: Sequence[list[WordGuess]]
) -> Iterator[tuple[int, Reading]]:
    """Yield readings with a number that a field never has: "line 9"."""
    if len(typed) < 2:
        return
    for number, others in ((typed[1], guesses[0]), (typed[0], guesses[1])):
        for guess in others if number.isdigit() else ():
            name = reading.vocabulary.nouns.get(guess.word, "")
            known = {str(value) for value in reading.vocabulary.values.get(name, ())}
            if any(map(str.isdigit, known)) and number not in known and name not in dict(reading.bound):
                cost = reading.cost + guess.cost + BARE_COST / 2
                yield 2, replace(reading, cost=cost, out_of_range=(*reading.out_of_range, name))


def _guesses(typed: str, words: set[str], ignored: set[str]) -> list[WordGuess]:
    """Return the words that the typed one may stand for: itself, its stem, its completion, or a correction.

    Ignored words match only exactly, because "withe" is more likely "white" than "with".
    """
    found = [WordGuess(typed)] if typed in words else []
    if not typed.isalpha():
        return found
    others = sorted(word for word in words - ignored - {typed} if word.isalpha())
    found += [WordGuess(word, INFLECTED_COST) for word in others if is_inflected(typed, word)]
    shortened = ABBREVIATED_COST if len(typed) > 1 else ONE_LETTER_COST
    found += [WordGuess(word, shortened) for word in others if word.startswith(typed)]
    if found:
        return found
    wrong = {word: count_wrong_letters(typed, word) for word in others}
    if near := [word for word in others if wrong[word] == 1]:
        return [
            WordGuess(word, WRONG_LETTER_COST, unsure=len(near) > 1 or len(word) <= MAX_UNSURE_WORD) for word in near
        ]
    far = [word for word in others if wrong[word] == 2 and min(len(word), len(typed) + 1) >= MIN_TWO_ERROR_WORD]
    far = [word for word in far if word[0] == typed[0]]  # people rarely mistype two letters including the first
    return [WordGuess(word, TWO_WRONG_LETTERS_COST, unsure=True) for word in far]
