"""Readings of typed words: which phrases they are made of, and so what each says about a move. Knows no rules."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from bot.interactions.typed_vocabulary import BARE, COUNT, KIND, LABEL, REST, Meaning, Vocabulary
from bot.text.spelling import is_inflected, wrong_letters

ENDING, SHORTENED, WRONG, DOUBTFUL, UNKNOWN = 0.2, 0.4, 3.0, 6.0, 20.0  # what words cost that are not as they stand
ONE_LETTER = 1.2  # more than a letter of the notation
OUT_OF_ORDER = 0.1
LONGEST = 6  # words of a phrase, with ignored ones between
MOST_READINGS = 30  # begun ones that are followed at each word
LONG = 5  # letters: in so long a word two may be wrong
UNSURE = 3  # letters: a word of so few with one wrong is asked back


class Guess(NamedTuple):
    """A `word` of the vocabulary that a typed one may be.

    `cost`: how unlikely that is. `unsure`: the person is asked whether it was meant.
    """

    word: str
    cost: float = 0.0
    unsure: bool = False


@dataclass(frozen=True)
class Reading:
    """What a text says about a move of the `vocabulary`.

    `cost`: how unusual the text would be for it. `bound`: fields and values in the order of the text. `guessed`: the
    words that were taken for what was typed with a letter wrong; `unsure`: whether to ask if they were meant.
    `unknown`: typed words that mean nothing here. `beyond`: fields with a number that they never have.
    """

    vocabulary: Vocabulary
    cost: float = 0.0
    bound: tuple[tuple[str, str], ...] = ()
    guessed: tuple[str, ...] = ()
    unsure: bool = False
    unknown: tuple[str, ...] = ()
    beyond: tuple[str, ...] = ()

    @property
    def values(self) -> dict[str, str]:
        """The value of each field that the text names; a heap in the order of the text."""
        known: dict[str, str] = {}
        for name, value in self.bound:
            known[name] = known.get(name, "") + value if name in self.vocabulary.heaps else value
        return {name: known[name] for name in self.vocabulary.names if name in known}

    @property
    def is_whole(self) -> bool:
        """Whether the text names every field, so that nothing about the move is open."""
        return len(self.values) == len(self.vocabulary.names) > 0

    @property
    def lacks_name(self) -> bool:
        """Whether the move has words of its own, and the text has none of them."""
        return self.vocabulary.is_named and KIND not in dict(self.bound)

    def meaning(self, meaning: Meaning) -> "Reading | None":
        """This reading with that said as well; None where it says something else of the same field already."""
        name, value, cost = meaning
        if name == REST:
            return replace(self, cost=self.cost + cost)
        several = name in self.vocabulary.heaps or name == LABEL
        given = [] if several else [known for one, known in self.bound if one == name]
        if name in self.beyond or given not in ([], [value]):
            return None
        if given:
            return replace(self, cost=self.cost + cost)
        names = self.vocabulary.names
        if name in names and any(one in names and names.index(one) > names.index(name) for one, _ in self.bound):
            cost += OUT_OF_ORDER
        return replace(self, cost=self.cost + cost, bound=(*self.bound, (name, value)))


def readings(vocabulary: Vocabulary, typed: Sequence[str]) -> list[Reading]:
    """The readings of these words, cheapest first."""
    words = vocabulary.words()
    said = [word for word in typed if word in words or word not in vocabulary.ignored]
    guesses = [_guesses(word, words, vocabulary.ignored) for word in said]
    begun: list[list[Reading]] = [[Reading(vocabulary)], *([] for _ in said)]
    for at in range(len(said)):
        for reading in begun[at]:
            for length, later in _next(reading, said[at:], guesses[at:]):
                begun[at + length].append(later)
        for place in range(at + 1, min(at + 1 + LONGEST, len(begun))):
            begun[place] = sorted(begun[place], key=lambda one: one.cost)[:MOST_READINGS]
    return begun[-1]


def _next(reading: Reading, typed: Sequence[str], guesses: Sequence[list[Guess]]) -> Iterator[tuple[int, Reading]]:
    """Each way to go on, with how many words that takes."""
    yield 1, replace(reading, cost=reading.cost + UNKNOWN, unknown=(*reading.unknown, typed[0]))
    if typed[0].isdigit() and not "".join(typed[1:2]).isdigit() and len(typed) > 1:
        counted = reading.meaning(Meaning(COUNT, typed[0], BARE))
        yield from [(1, counted)] if counted else []
    phrases = reading.vocabulary.phrases
    begun: list[tuple[Guess, ...]] = [()]
    for length, guessed in enumerate(guesses[:LONGEST], 1):
        longer = [(*phrase, guess) for phrase in begun for guess in guessed]
        longer = [phrase for phrase in longer if tuple(guess.word for guess in phrase) in phrases]
        begun = [*longer, *(begun if length > 1 and typed[length - 1] in reading.vocabulary.ignored else ())]
        for phrase in longer:
            wrong = [guess.word for guess in phrase if guess.cost >= WRONG]
            said = replace(
                reading,
                cost=reading.cost + sum(guess.cost for guess in phrase),
                guessed=(*reading.guessed, *wrong),
                unsure=reading.unsure or any(guess.unsure for guess in phrase),
            )
            for meaning in phrases[tuple(guess.word for guess in phrase)]:
                later = said.meaning(meaning)
                yield from [(length, later)] if later else []
    yield from _beyond(reading, typed, guesses)


def _beyond(reading: Reading, typed: Sequence[str], guesses: Sequence[list[Guess]]) -> Iterator[tuple[int, Reading]]:
    """A field named in words with a number that it never has: "line 9"."""
    if len(typed) < 2:
        return
    for number, others in ((typed[1], guesses[0]), (typed[0], guesses[1])):
        for guess in others if number.isdigit() else ():
            name = reading.vocabulary.nouns.get(guess.word, "")
            known = {str(value) for value in reading.vocabulary.values.get(name, ())}
            if any(map(str.isdigit, known)) and number not in known and name not in dict(reading.bound):
                cost = reading.cost + guess.cost + BARE / 2
                yield 2, replace(reading, cost=cost, beyond=(*reading.beyond, name))


def _guesses(typed: str, words: set[str], ignored: set[str]) -> list[Guess]:
    """The words that the typed one may be: itself, one that it inflects or begins, one with a letter wrong.

    An ignored word is known as it stands only, because "withe" is more likely white than "with".
    """
    found = [Guess(typed)] if typed in words else []
    if not typed.isalpha():
        return found
    others = sorted(word for word in words - ignored - {typed} if word.isalpha())
    found += [Guess(word, ENDING) for word in others if is_inflected(typed, word)]
    shortened = SHORTENED if len(typed) > 1 else ONE_LETTER
    found += [Guess(word, shortened) for word in others if word.startswith(typed)]
    if found:
        return found
    wrong = {word: wrong_letters(typed, word) for word in others}
    if near := [word for word in others if wrong[word] == 1]:
        return [Guess(word, WRONG, unsure=len(near) > 1 or len(word) <= UNSURE) for word in near]
    far = [word for word in others if wrong[word] == 2 and min(len(word), len(typed) + 1) >= LONG]
    far = [word for word in far if word[0] == typed[0]]  # nobody gets two letters wrong, the first among them
    return [Guess(word, DOUBTFUL, unsure=True) for word in far]
