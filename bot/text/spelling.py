"""Match words as people type them: without accents, with endings, with typos. Independent of particular languages."""

import re
import string
import unicodedata

MIN_GUESSED_LENGTH = 3  # letters; typos in shorter words are not guessed
MAX_ENDING = 6  # maximum letters of an ending
SURROUNDING_MARKS = ".,;:!?…`*_~|\"'“”„‟‘’‚‛«»‹›<>()[]"  # quotation marks, brackets and punctuation


def strip_marks(text: str) -> str:
    """The text without surrounding marks, with digits of other scripts as ASCII digits.

    >>> strip_marks("`1Y1`."), strip_marks("“١Y١”"), strip_marks("#12!")
    ('1Y1', '1Y1', '#12')
    """
    plain = text if text.isascii() else _plain_digits(unicodedata.normalize("NFKC", text))
    return plain.strip(f"{SURROUNDING_MARKS}{string.whitespace}")


def plain_letters(text: str) -> str:
    """The text in lower case, without accents, with ASCII digits.

    >>> plain_letters("Öt ŐRÜLT ٣")
    'ot orult 3'
    """
    if text.isascii():
        return text.casefold()
    spread = unicodedata.normalize("NFKD", text.casefold())
    return _plain_digits("".join(letter for letter in spread if not unicodedata.combining(letter)))


def _plain_digits(text: str) -> str:
    return "".join(str(unicodedata.decimal(letter, letter)) for letter in text)


def fold(text: str) -> str:
    """The text in lower case, without accents, spaces, commas and surrounding marks."""
    return re.sub(r"[\s,]+", "", plain_letters(strip_marks(text)))


def split_words(text: str) -> list[str]:
    """The words and numbers of a text in order, in lower case and without accents.

    >>> split_words("Kék: a 2. sorba")
    ['kek', 'a', '2', 'sorba']
    """
    return re.findall(r"[^\W_]+", plain_letters(text))


def edit_distance(first: str, other: str) -> int:
    """The number of letter changes, insertions, deletions and swaps of neighbors that turn one word into the other.

    >>> pairs = ("blakc", "black"), ("bleu", "blue"), ("rd", "red"), ("bakc", "black")
    >>> [edit_distance(typed, word) for typed, word in pairs]
    [1, 1, 1, 2]
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
    """The number of wrong letters in the typed word, ignoring an ending; 9 if it is clearly another word."""
    if min(len(typed), len(word)) < MIN_GUESSED_LENGTH or typed.isdigit() or word.isdigit():
        return 9
    cuts = {len(typed), *(range(len(word) - 1, len(word) + 2) if len(word) > MIN_GUESSED_LENGTH else ())}
    return min(edit_distance(typed[:end], word) for end in cuts if 0 < end <= len(typed))
