"""Words as people type them: without accents, with endings, with a letter wrong. Knows no language by name."""

import re
import string
import unicodedata

MIN_GUESSED_LENGTH = 3  # letters: of a shorter word nothing is guessed
MAX_ENDING = 6  # letters that a language puts behind a word
SURROUNDING_MARKS = (
    ".,;:!?…`*_~|\"'“”„‟‘’‚‛«»‹›<>()[]"  # that stand around what is quoted, and at the end of a sentence
)


def strip_marks(text: str) -> str:
    """The text without marks around it, and with plain digits in place of those of another script.

    >>> unmarked("`1Y1`."), unmarked("“١Y١”"), unmarked("#12!")
    ('1Y1', '1Y1', '#12')
    """
    plain = text if text.isascii() else _plain_digits(unicodedata.normalize("NFKC", text))
    return plain.strip(f"{SURROUNDING_MARKS}{string.whitespace}")


def plain_letters(text: str) -> str:
    """The text in lower case without accents, with ASCII digits.

    >>> bare("Öt ŐRÜLT ٣")
    'ot orult 3'
    """
    if text.isascii():
        return text.casefold()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return _plain_digits("".join(letter for letter in spread if not unicodedata.combining(letter)))


def _plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def fold(text: str) -> str:
    """The text without case, accents, spaces and commas, and without marks around it."""
    return re.sub(r"[\s,]+", "", plain_letters(strip_marks(text)))


def split_words(text: str) -> list[str]:
    """The bare words and numbers of a text, in order.

    >>> split("Kék: a 2. sorba")
    ['kek', 'a', '2', 'sorba']
    """
    return re.findall(r"[^\W_]+", plain_letters(text))


def edit_distance(first: str, other: str) -> int:
    """How many letters must be changed, added, dropped, or swapped with their neighbor to turn one word into the other.

    >>> distance("blakc", "black"), distance("bleu", "blue"), distance("rd", "red"), distance("bakc", "black")
    (1, 1, 1, 2)
    """
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(first, 1):
        before, last, row = row, before, [at]
        for to, wanted in enumerate(other, 1):
            cost = min(before[to] + 1, row[to - 1] + 1, before[to - 1] + (letter != wanted))
            if at > 1 and to > 1 and letter == other[to - 2] and first[at - 2] == wanted:
                cost = min(cost, last[to - 2] + 1)
            row.append(cost)
    return row[-1]


def is_inflected(typed: str, word: str) -> bool:
    """Whether the typed word is that word with an ending, such as "displays" or "sorba"."""
    return len(word) >= MIN_GUESSED_LENGTH and typed.startswith(word) and len(typed) - len(word) <= MAX_ENDING


def count_wrong_letters(typed: str, word: str) -> int:
    """How many letters of the typed word are wrong, not counting an ending; 9 if it is surely another word."""
    if min(len(typed), len(word)) < MIN_GUESSED_LENGTH or typed.isdigit() or word.isdigit():
        return 9
    cuts = {len(typed), *(range(len(word) - 1, len(word) + 2) if len(word) > MIN_GUESSED_LENGTH else ())}
    return min(edit_distance(typed[:end], word) for end in cuts if 0 < end <= len(typed))
