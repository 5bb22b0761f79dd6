"""What words can mean in a move of one kind, by its labels, its notation and the lists `typed` of each language.

Knows no rules, no order of words, and no game by name.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields
from itertools import product
from typing import NamedTuple, cast

from bot.screens.speech import Speech
from bot.text.spelling import split
from engine import Move, View
from engine.core import Answer, Heap, State

# Meanings that are no field: so many tiles, which kind of move, a word of the move's label, nothing at all.
COUNT, KIND, LABEL, REST = "count", "kind", "label", ""
FOREIGN, TURNED, BARE, DANGLING, IGNORED = 0.1, 0.3, 1.0, 0.6, 0.05  # what a reading costs that needs this
MANY = 60  # values: of more, such as the cells of a table, only the notation is known
MOST_ALIKE = 4  # tiles of a color that somebody puts into words as a number


class Meaning(NamedTuple):
    """What a phrase may mean: the `field` of the move has this `value`. `cost`: how unusual it is to say so."""

    field: str
    value: str
    cost: float = 0.0


@dataclass
class Vocabulary:
    """The phrases that can be part of a move of this `kind`.

    `names`: its fields in order. `values`: every value of a field, in menu order. `heaps`: the fields that several
    tiles answer. `phrases`: their meanings by words; what a longer phrase begins with stands there too, with none.
    `nouns`: what a number beside it is said of, by word. `ignored`: words that say nothing. `is_named`: there are words
    for this kind of move, so that one is hardly meant without them.
    """

    kind: type[Move]
    names: tuple[str, ...]
    values: dict[str, tuple[Answer, ...]]
    heaps: frozenset[str] = frozenset()
    phrases: dict[tuple[str, ...], list[Meaning]] = field(default_factory=dict)
    nouns: dict[str, str] = field(default_factory=dict)
    ignored: set[str] = field(default_factory=set)
    is_named: bool = False

    def add(self, phrase: Sequence[str], meaning: Meaning) -> None:
        """The phrase may mean this too."""
        for end in range(1, len(phrase) + 1):
            self.phrases.setdefault(tuple(phrase[:end]), [])
        if phrase:
            self.phrases[tuple(phrase)].append(meaning)

    def words(self) -> set[str]:
        """Every word of a phrase."""
        return {word for phrase in self.phrases for word in phrase}


def vocabularies(view: View[State], speeches: Sequence[Speech]) -> list[Vocabulary]:
    """A vocabulary for each kind of move that a seat of this game makes; the first language is the reader's own."""
    homes = {type(move).__module__ for move in view.moves}
    kinds = dict.fromkeys((*map(type, view.moves), *(one for one in Move.__subclasses__() if one.__module__ in homes)))
    found = []
    for kind in kinds:
        try:
            domain = view.state.domain(kind)
        except LookupError:
            continue  # chance makes it
        names = tuple(part.name for part in fields(kind))
        if len(domain) != len(names):
            continue
        values = dict(zip(names, domain, strict=True))
        heaps = frozenset(name for name, known in values.items() if known and isinstance(known[0], Heap))
        one = Vocabulary(kind, names, values, heaps)
        for place, speech in enumerate(speeches):
            _learn(one, speech, FOREIGN * (place > 0))
            _learn_facts(one, view, speech)
        for word in one.ignored & one.words():
            one.add([word], Meaning(REST, "", IGNORED))
        found.append(one)
    return found


def _learn(vocabulary: Vocabulary, speech: Speech, foreign: float) -> None:
    kind = vocabulary.kind.__name__
    for word in (*listed(speech, "ignored"), *listed(speech, f"ignored_{kind}")):
        vocabulary.ignored.update(word)
    vocabulary.ignored.update(split(speech.words("typed.courtesy")))
    for phrase in listed(speech, kind):
        vocabulary.is_named = True
        vocabulary.add(phrase, Meaning(KIND, kind, foreign))
    vocabulary.add(split(vocabulary.kind.PREFIX), Meaning(KIND, kind))
    for name, values in vocabulary.values.items():
        if name in vocabulary.heaps:
            _learn_heap(vocabulary, speech, name, foreign)
        else:
            _learn_field(vocabulary, speech, name, [str(value) for value in values], foreign)


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
            for phrase in (said, *([*said, *noun] for noun in listed(speech, name))):
                vocabulary.add(phrase, Meaning(name, str(value)))


def _learn_heap(vocabulary: Vocabulary, speech: Speech, name: str, foreign: float) -> None:
    """Each tile of a heap, alone or with how often: "2 purple"."""
    kind = speech.words(f"{speech.game}.fact.{name}").removeprefix("heap of ")
    stem = f"{speech.game}.{kind}."
    tiles = [key.removeprefix(stem) for key in speech.words.keys() if key.startswith(stem)]  # noqa: SIM118
    for tile, n in product(tiles, range(1, MOST_ALIKE + 1)):
        for phrase in (split(tile), split(speech.tile(tile))):
            vocabulary.add((str(n), *phrase), Meaning(name, tile * n, foreign))
            if n == 1:
                vocabulary.add(phrase, Meaning(name, tile, foreign))


def _learn_field(vocabulary: Vocabulary, speech: Speech, name: str, values: Sequence[str], foreign: float) -> None:
    nouns = listed(speech, name)
    for noun in nouns:
        vocabulary.add(noun, Meaning(REST, name, DANGLING))
        vocabulary.nouns[noun[-1]] = name
    number_first = speech.words("typed.order") == "number noun"
    before = TURNED if number_first else 0.0
    after = 0.0 if number_first else TURNED
    for value in values:
        vocabulary.add(split(value), Meaning(name, value, BARE if value.isdigit() else 0.0))
        spoken = list(_spoken(speech, name, value)) if len(values) <= MANY else []
        for phrase in spoken:
            vocabulary.add(phrase, Meaning(name, value, foreign))
        for phrase, noun in product((split(value), *spoken), nouns):
            if phrase:
                vocabulary.add((*noun, *phrase), Meaning(name, value, foreign + before))
                vocabulary.add((*phrase, *noun), Meaning(name, value, foreign + after))


def _spoken(speech: Speech, name: str, value: str) -> Iterator[list[str]]:
    """The value as the game's texts say it, turned round as well if it has a number, and its other names."""
    kind = speech.words(key) if (key := f"{speech.game}.fact.{name}") in speech.words else name
    if (key := f"{speech.game}.{kind}.{value}") in speech.words:
        said = split(speech.words(key))
        yield said
        if len(said) == 2 and any(word.isdigit() for word in said):
            yield said[::-1]
    yield from listed(speech, f"{name}_{value}")


def listed(speech: Speech, name: str) -> list[list[str]]:
    """The phrases of a list `typed` of the game, each as its words."""
    key = f"{speech.game}.typed.{name}"
    return [split(one) for one in speech.words(key).split(",")] if key in speech.words else []
