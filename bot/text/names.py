"""Names of people, made safe to show. Knows no game and no Discord object."""

import re
import unicodedata
from functools import lru_cache

IN_PICTURES = 24  # letters
IN_TEXT = 32

_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")  # characters that look like nothing
_KEPT = 4096  # names kept at a time: those of a table are made safe a dozen times for each picture
_PILE = 3  # accents on one letter at most: no language needs more, and more would reach into other lines
_MARKS = re.compile(r"([\\*_~`|>#\[\]()<@:-])")


@lru_cache(maxsize=_KEPT)
def plain(name: str, most: int = IN_TEXT) -> str:
    r"""The name without direction marks, line breaks and other controls, and piles of accents, cut at a whole letter.

    >>> plain("\u3164"), len(plain("a" + 9 * "\u0301")), plain("a b\u202e")
    ('?', 4, 'a b')
    """
    kept = "".join(" " if letter in _BLANK else letter for letter in name if not _hidden(letter))
    return _cut(" ".join(_leveled(kept).split()) or "?", most)


@lru_cache(maxsize=_KEPT)
def escaped(name: str, most: int = IN_TEXT) -> str:
    """The name for a message: nothing in it formats, links or mentions."""
    return _MARKS.sub(r"\\\1", plain(name, most)).replace("@", "@\u200b")


def isolated(text: str) -> str:
    """The text, isolated so that right-to-left letters in it do not reorder the text around it."""
    turns = any(unicodedata.bidirectional(letter) in ("R", "AL", "AN") for letter in text)
    return f"\u2068{text}\u2069" if turns else text


def quoted(text: str) -> str:
    """What somebody typed, fit to stand between back ticks."""
    return plain(text).replace("`", "'")


def _leveled(name: str) -> str:
    """The name with at most _PILE accents on a letter, and none before the first letter."""
    kept, pile = "", _PILE
    for letter in name:
        pile = pile + 1 if unicodedata.category(letter) in ("Mn", "Me") else 0
        kept += letter if pile <= _PILE else ""
    return kept


def _hidden(letter: str) -> bool:
    kind = unicodedata.category(letter)
    return kind in ("Cc", "Cs", "Co", "Zl", "Zp") or (kind == "Cf" and letter != "\u200d")


def _cut(name: str, most: int) -> str:
    """Cut before a base letter, so that no accent or joined sign loses its other half."""
    if len(name) <= most:
        return name
    end = most - 1
    while end > 1 and (unicodedata.combining(name[end]) or name[end] == "\u200d" or name[end - 1] == "\u200d"):
        end -= 1
    return name[:end].rstrip() + "…"
