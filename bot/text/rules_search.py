"""Search the rules by word, paragraph number or question. Independent of particular games and screens."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from bot.text.spelling import split_words, strip_marks
from bot.text.words import languages, rulebook, words_for
from engine.rulebook import Paragraph

TITLE_WEIGHT = 4.0  # weight of a question's word found in a title
TEXT_WEIGHT = 1.0  # weight of a word found in a paragraph's text
SYNONYM_FACTOR = 0.5  # share of the weight for a synonym
PART_FACTOR = 0.3  # share of the weight for a part of a longer word
MIN_STEM = 3  # minimum letters of a stem
MIN_INNER_PART = 4  # minimum letters to search for inside a word, such as the second half of a compound


@dataclass(frozen=True)
class Hit:
    """A `paragraph` of a `game`'s rules that matches the question."""

    game: str
    paragraph: Paragraph
    score: float  # higher is better


def search(game: str, language: str, text: str) -> list[Hit]:
    """The matching paragraphs, best first: by number or title, else by chapter, else by words.

    Only significant words of a question count, with any ending; so do their synonyms. The paragraphs that contain the
    most of them match, and titles count more than text. The question is taken to be in the language whose rules
    contain most of its words.
    """
    book = rulebook(game, language)
    numbered = [Hit(game, paragraph, math.inf) for paragraph in _paragraphs_by_number(book.values(), text)]
    if numbered or not text.strip():
        return numbered
    others = (each for each in languages() if each != language)
    spoken = max((language, *others), key=lambda each: _share_of_known_words(game, each, text))
    found = [Hit(game, book[number], score) for number, score in _scores(game, spoken, text).items() if number in book]
    return sorted(found, key=lambda hit: -hit.score)


def search_all(games: Iterable[str], language: str, text: str) -> list[Hit]:
    """The matching paragraphs of several games, best first; none for a bare number."""
    if re.fullmatch(r"[\d. ]+", strip_marks(text)):
        return []
    return sorted((hit for game in games for hit in search(game, language, text)), key=lambda hit: -hit.score)


def _paragraphs_by_number(book: Iterable[Paragraph], text: str) -> list[Paragraph]:
    typed = split_words(text)
    number = strip_marks(text)
    every = list(book)
    exact = [p for p in every if p.number == number or split_words(f"{p.number} {p.title}") == typed]
    return exact or [p for p in every if number.isdigit() and p.number.startswith(f"{number}.")]


def _share_of_known_words(game: str, language: str, text: str) -> float:
    """The share (0 to 1) of the question's words that the rules in this language contain; parts of words count less."""
    book = _paragraph_index(game, language)
    words = _significant_words(text, language)
    found = [_word_weights(book, word, language) for word in words]
    return sum((1.0 if whole else PART_FACTOR) for whole, weights in found if weights) / len(words) if words else 0.0


def _scores(game: str, language: str, text: str) -> dict[str, float]:
    """Scores by paragraph number, for the paragraphs that contain the most of the words."""
    book = _paragraph_index(game, language)
    matches = []
    for word in _significant_words(text, language):
        _, weights = _word_weights(book, word, language)
        as_typed = sum(weight in (TITLE_WEIGHT, TEXT_WEIGHT) for weight in weights.values()) or len(weights) or 1
        rare = math.log(1 + len(book) / as_typed)  # rare words count more
        matches += [{number: weight * rare for number, weight in weights.items()}] if weights else []
    if not matches:
        return {}
    most = max(sum(number in found for found in matches) for number in book)
    return {
        number: sum(found.get(number, 0.0) for found in matches)
        for number in book
        if sum(number in found for found in matches) == most
    }


def _word_weights(book: "Index", word: str, language: str) -> tuple[bool, dict[str, float]]:
    """Whether the rules contain the word or a synonym, and its weight by paragraph; if not, as part of a word."""
    stems = _stems(word, language)
    others = {other for key in stems for other in _synonyms(language).get(key, ())}
    alike = {stem for other in others for stem in _stems(other, language)}
    found = {number: _weight(known, stems, alike) for number, known in book.items()}
    if whole := any(found.values()):
        return whole, {number: weight for number, weight in found.items() if weight}
    parts = {number: PART_FACTOR * _part_weight(known, word) for number, known in book.items() if len(word) >= MIN_STEM}
    return False, {number: weight for number, weight in parts.items() if weight}


@dataclass(frozen=True)
class IndexedParagraph:
    """The words in a paragraph's `title` and `text`, each as the set of its stems."""

    title: tuple[frozenset[str], ...]
    text: tuple[frozenset[str], ...]


Index = dict[str, IndexedParagraph]


@cache
def _paragraph_index(game: str, language: str) -> "Index":
    return {p.number: IndexedParagraph(_stemmed_words(p.title, language), _stemmed_words(p.text, language))
            for p in rulebook(game, language).values()}  # fmt: skip


def _stemmed_words(text: str, language: str) -> tuple[frozenset[str], ...]:
    return tuple(frozenset(_stems(word, language)) for word in dict.fromkeys(split_words(text)))


def _weight(known: IndexedParagraph, stems: set[str], alike: set[str]) -> float:
    weights = [0.0]
    for words, weight in ((known.title, TITLE_WEIGHT), (known.text, TEXT_WEIGHT)):
        weights += [weight for word in words if word & stems]
        weights += [weight * SYNONYM_FACTOR for word in words if word & alike]
    return max(weights)


def _part_weight(known: IndexedParagraph, word: str) -> float:
    """The weight of a word that is the start of a longer word, or inside it if long enough."""
    weights = [0.0]
    for words, weight in ((known.title, TITLE_WEIGHT), (known.text, TEXT_WEIGHT)):
        whole = (max(stems, key=len) for stems in words)
        weights += [
            weight for longest in whole if longest.startswith(word) or (len(word) >= MIN_INNER_PART and word in longest)
        ]
    return max(weights)


def _significant_words(text: str, language: str) -> list[str]:
    """The significant words of a question, or all words if none is significant."""
    typed = list(dict.fromkeys(split_words(text)))
    return [word for word in typed if word not in _word_list("search.silent", language)] or typed


def _stems(word: str, language: str) -> set[str]:
    """The word and its forms without one or two endings."""
    found = {word}
    for _ in range(2):
        found |= {stem[: -len(end)] for stem in found for end in _word_list("search.endings", language)
                  if stem.endswith(end) and len(stem) - len(end) >= MIN_STEM}  # fmt: skip
    return found | {stem[:-1] for stem in found - {word} if stem[-1] == stem[-2]}  # "swapping" gives "swap"


@cache
def _word_list(key: str, language: str) -> frozenset[str]:
    return frozenset(split_words(words_for(language)(key)))


@cache
def _synonyms(language: str) -> dict[str, list[str]]:
    """The synonyms of each word, from all groups that contain it."""
    found: dict[str, list[str]] = {}
    for group in words_for(language)("search.synonyms").split(","):
        words = split_words(group)
        for word in words:
            found.setdefault(word, []).extend(other for other in words if other != word)
    return found
