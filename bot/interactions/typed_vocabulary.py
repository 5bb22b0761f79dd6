"""What words can mean in a move of one kind, by its labels, its notation and the lists `typed` of each language.

Knows no rules, no order of words, and no game by name.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import cast

from bot.screens.speech import Speech
from bot.text.spelling import split
from engine import Move, View
from engine.core import Answer, Heap, State

# Meanings that are no field: so many tiles, which kind of move, a word of the move's label, nothing at all.
COUNT, KIND, LABEL, REST = "count", "kind", "label", ""
FOREIGN, TURNED, BARE, DANGLING, IGNORED = 0.1, 0.3, 1.0, 0.6, 0.05  # what a reading costs that needs this
MANY = 60  # values: of more, such as the cells of a table, only the notation is known
MOST_ALIKE = 4  # tiles of a color that somebody puts into words as a number


@dataclass(frozen=True)
class Meaning:
    """What a phrase may mean: the `field` of the move has this `value`. `cost`: how unusual it is to say so."""

    field: str
    value: str
    cost: float = 0.0


@dataclass
class Vocabulary:
    """The phrases that can be part of a move of this `kind`.

    `names`: its fields in order. `heaps`: those of them that several tiles answer. `phrases`: their meanings by words.
    `nouns`: what a number beside it is said of, by word. `values`: every value of a field, in menu order.
    `ignored`: words that say nothing. `_beginnings`: what a phrase begins with, word for word.
    """

    kind: type[Move]
    names: tuple[str, ...]
    values: dict[str, tuple[Answer, ...]]
    heaps: frozenset[str] = frozenset()
    phrases: dict[tuple[str, ...], list[Meaning]] = field(default_factory=dict)
    nouns: dict[str, str] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)
    _beginnings: set[tuple[str, ...]] = field(default_factory=set)

    def add(self, phrase: Sequence[str], meaning: Meaning) -> None:
        """The phrase may mean this too."""
        if phrase:
            self.phrases.setdefault(tuple(phrase), []).append(meaning)
            self._beginnings.update(tuple(phrase[:end]) for end in range(1, len(phrase) + 1))

    def begins(self, words: Sequence[str]) -> bool:
        """Whether a phrase begins with these words."""
        return tuple(words) in self._beginnings

    def words(self) -> set[str]:
        """Every word of a phrase."""
        return {word for phrase in self.phrases for word in phrase}


def vocabularies(view: View[State], speeches: Sequence[Speech]) -> list[Vocabulary]:
    """A vocabulary for each kind of move that a seat of this game makes; the first language is the reader's own."""
    found = []
    for kind, domain in _kinds(view):
        names = tuple(part.name for part in fields(kind))
        values = dict(zip(names, domain, strict=True))
        heaps = frozenset(name for name, known in values.items() if known and isinstance(known[0], Heap))
        one = Vocabulary(kind, names, values, heaps)
        for place, speech in enumerate(speeches):
            _learn(one, speech, FOREIGN * (place > 0))
            _learn_facts(one, view, speech)
        found.append(one)
    return found


def add_labels(vocabulary: Vocabulary, labels: Sequence[str]) -> None:
    """From now on each word of these labels is known: the move is one whose label has it."""
    known = vocabulary.words()
    for word in {word for label in labels for word in split(label)} - known:
        vocabulary.add((word,), Meaning(LABEL, word, BARE))


def _kinds(view: View[State]) -> Iterator[tuple[type[Move], tuple[tuple[Answer, ...], ...]]]:
    homes = {type(move).__module__ for move in view.moves}
    legal = {type(move) for move in view.moves}
    kinds = dict.fromkeys((*legal, *(kind for kind in Move.__subclasses__() if kind.__module__ in homes)))
    for kind in kinds:
        try:
            domain = view.state.domain(kind)
        except LookupError:
            continue  # chance makes it
        if len(domain) == len(fields(kind)):
            yield kind, domain


def _learn(vocabulary: Vocabulary, speech: Speech, foreign: float) -> None:
    for word in (*_listed(speech, "ignored"), *_listed(speech, f"ignored_{vocabulary.kind.__name__}")):
        vocabulary.add(word, Meaning(REST, "", IGNORED))
        vocabulary.ignored.update(word)
    for word in _listed(speech, vocabulary.kind.__name__):
        vocabulary.add(word, Meaning(KIND, vocabulary.kind.__name__, foreign))
    vocabulary.add(split(vocabulary.kind.PREFIX), Meaning(KIND, vocabulary.kind.__name__))
    for name, values in vocabulary.values.items():
        if name in vocabulary.heaps:
            _learn_heap(vocabulary, speech, name, foreign)
        else:
            _learn_field(vocabulary, speech, name, [(str(value), foreign) for value in values])


def _learn_facts(vocabulary: Vocabulary, view: View[State], speech: Speech) -> None:
    """Fields that another fact of the move names at this table, as `typed.<field>_fact` says: the orange star."""
    assert view.seat is not None
    for name in vocabulary.names:
        if (key := f"{speech.game}.typed.{name}_fact") not in speech.words:
            continue
        for value in vocabulary.values[name]:
            answers = [value if one == name else vocabulary.values[one][0] for one in vocabulary.names]
            facts = speech.spoken(view.state.facts(view.seat, cast(Callable[..., Move], vocabulary.kind)(*answers)))
            said = split(str(facts[speech.words(key)]))
            for phrase in (said, *([*said, *noun] for noun in _listed(speech, name))):
                vocabulary.add(phrase, Meaning(name, str(value)))


def _learn_heap(vocabulary: Vocabulary, speech: Speech, name: str, foreign: float) -> None:
    """Each tile of a heap, alone or with how often: "2 purple"."""
    kind = speech.words(f"{speech.game}.fact.{name}").removeprefix("heap of ")
    listed = f"{speech.game}.{kind}."
    tiles = [key.removeprefix(listed) for key in speech.words.keys() if key.startswith(listed)]  # noqa: SIM118
    for tile, n in product(tiles, range(1, MOST_ALIKE + 1)):
        for phrase in (split(tile), split(speech.tile(tile))):
            vocabulary.add((str(n), *phrase), Meaning(name, tile * n, foreign))
            if n == 1:
                vocabulary.add(phrase, Meaning(name, tile, foreign))


def _learn_field(vocabulary: Vocabulary, speech: Speech, name: str, values: Sequence[tuple[str, float]]) -> None:
    nouns = _listed(speech, name)
    number_first = speech.words("typed.order") == "number noun"
    for noun in nouns:
        vocabulary.add(noun, Meaning(REST, name, DANGLING))
        vocabulary.nouns[noun[-1]] = name
    for value, foreign in values:
        sure = Meaning(name, value, foreign)
        vocabulary.add(split(value), Meaning(name, value, BARE if value.isdigit() else 0.0))
        spoken = _spoken(speech, name, value) if len(values) <= MANY else []
        for phrase in spoken:
            vocabulary.add(phrase, sure)
        for phrase, noun in product(filter(None, [split(value), *spoken]), nouns):
            before, after = (TURNED, 0.0) if number_first else (0.0, TURNED)
            vocabulary.add((*noun, *phrase), Meaning(name, value, foreign + before))
            vocabulary.add((*phrase, *noun), Meaning(name, value, foreign + after))


def _spoken(speech: Speech, name: str, value: str) -> list[list[str]]:
    """The value as the game's texts say it, turned round as well if it has a number, and its other names."""
    kind = speech.words(key) if (key := f"{speech.game}.fact.{name}") in speech.words else name
    said = split(speech.words(key)) if (key := f"{speech.game}.{kind}.{value}") in speech.words else []
    turned = [said[::-1]] if len(said) == 2 and any(word.isdigit() for word in said) else []
    return [said, *turned, *_listed(speech, f"{name}_{value}")]


def _listed(speech: Speech, name: str) -> list[list[str]]:
    key = f"{speech.game}.typed.{name}"
    return [split(one) for one in speech.words(key).split(",")] if key in speech.words else []
