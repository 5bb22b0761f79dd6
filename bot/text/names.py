"""People's names, made safe to show. Independent of games and Discord objects."""

import re
import unicodedata
from functools import lru_cache

MAX_IN_PICTURES = 24  # characters
MAX_IN_TEXT = 32  # characters
NAME_CACHE_SIZE = 1_024  # cached names: one button press shows each person's name a dozen times

ISOLATE = "\u2068"  # starts text whose direction does not affect its surroundings
ISOLATE_END = "\u2069"  # ends such text
NON_JOINER = "\u200c"  # used within words in Persian and Indian languages
JOINER = "\u200d"  # used in such words and within combined emojis

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # characters that look blank
_VIRAMA = 9  # Unicode combining class of the signs that join consonants
_PILE = 3  # maximum accents per letter: no language needs more, and more would overlap other lines
_NUMBERS = re.compile(r"\\\((\d+)\\\)")  # seat numbers, escaped
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


@lru_cache(maxsize=NAME_CACHE_SIZE)
def plain_name(name: str, most: int = MAX_IN_TEXT) -> str:
    r"""The name without control characters, line breaks and stacked accents, shortened to `most` characters.

    >>> plain_name("\u3164"), len(plain_name("a" + 9 * "\u0301")), plain_name("a b\u202e")
    ('?', 4, 'a b')
    """
    shown = _limit_accents(_visible(name)).strip(NON_JOINER + JOINER + " ")
    return _cut(" ".join(shown.split()) or "?", most)


@lru_cache(maxsize=NAME_CACHE_SIZE)
def name_label(name: str, number: int = 0, most: int = MAX_IN_TEXT) -> str:
    """The name for plain text such as an alt text or a list, isolated against right-to-left reordering.

    `number`: the 1-based seat number to put before the name, 0 for none.

    >>> name_label("Ana"), name_label("Ana", 2)
    ('Ana', '(2) Ana')
    """
    return _with_number(isolate(plain_name(name, most)), number)


@lru_cache(maxsize=NAME_CACHE_SIZE)
def escape_name(name: str, number: int = 0) -> str:
    """The name label, escaped for a message: nothing in it formats, links or mentions."""
    return _with_number(isolate(_escape(plain_name(name))), number)


def escape_text(text: str) -> str:
    """A text that contains name labels, escaped like `escape_name` but not shortened."""
    return _NUMBERS.sub(r"(\1)", _escape(" ".join(_visible(text, ISOLATE + ISOLATE_END).split())))


def isolate(text: str) -> str:
    """The text, isolated so that right-to-left letters in it do not reorder the text around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"{ISOLATE}{text}{ISOLATE_END}" if turns else text


def quotable_text(text: str) -> str:
    """Typed text made safe to put between backticks."""
    return plain_name(text).replace("`", "'")


def _with_number(name: str, number: int) -> str:
    return f"({number}) {name}" if number else name


def _escape(text: str) -> str:
    return _MARKS.sub(r"\\\1", text).replace("@", "@\u200b")


def _visible(text: str, kept: str = "") -> str:
    """The text without control characters, except `kept` ones and joiners that join here; blanks become spaces."""
    found = ""
    for letter in text:
        if letter in kept or not (_is_hidden(letter) or (letter == NON_JOINER and not _is_joined(found))):
            found += " " if letter in _BLANK else letter
    return found


def _is_joined(before: str) -> bool:
    """Whether a letter after this text would join it: in Arabic script, and after the virama of Indian scripts."""
    base = next((letter for letter in reversed(before) if unicodedata.bidirectional(letter) != "NSM"), " ")
    return unicodedata.bidirectional(base) == "AL" or unicodedata.combining(before[-1:] or " ") == _VIRAMA


def _limit_accents(name: str) -> str:
    """The name with at most _PILE accents per letter, and none before the first letter."""
    kept = ""
    pile = _PILE
    for letter in name:
        pile = pile + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        kept += letter if pile <= _PILE else ""
    return kept


def _is_hidden(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind in ("Cc", "Cs", "Co", "Zl", "Zp") or (kind == "Cf" and letter not in (NON_JOINER, JOINER))


def _cut(name: str, most: int) -> str:
    """The name shortened before a base letter, so that accents and joined characters stay whole."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (unicodedata.combining(name[end]) or name[end] == JOINER or name[end - 1] == JOINER):
        end -= 1
    return name[:end].rstrip() + "…"
