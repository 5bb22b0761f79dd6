"""The font: its files, and the characters that it can draw, read from the files themselves.

Knows nothing about sizes and pixels.
"""

import re
import struct
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from engine.files import resource_path

FONTS = resource_path("fonts")
FONT_FILES = {
    weight: FONTS / f"Manrope-{name}.ttf"
    for weight, name in (("medium", "Medium"), ("bold", "Bold"), ("heavy", "ExtraBold"))
}
LATIN_RANGES = (  # (first, last) code points of European letters and punctuation, which browsers load first
    (0x20, 0x17F), (0x218, 0x21B), (0x2010, 0x203A), (0x20AC, 0x20AC), (0x2190, 0x2193), (0x2212, 0x2212),
)  # fmt: skip
MAX_CACHED_NAMES = 1024  # each name is in several pictures of each move
_GAP = "\0"  # replaces a letter that the font lacks
_SIGN = r"(?:[^\w\s]|_)"
_WITHOUT_LETTERS = re.compile(rf"(?<!\S){_SIGN}+(?: {_SIGN}+)*(?!\S)")  # groups of words without letters
_AROUND_GAP = re.compile(rf"{_SIGN}*{_GAP}{_SIGN}*")
_UNICODE_TABLE = (3, 1)  # platform and encoding of the table for the basic plane
_SEGMENT_FORMAT = 4  # the format of that table


@lru_cache(maxsize=MAX_CACHED_NAMES)
def drawable_name(name: str) -> str:
    """Return the part of the name that the font can draw, one glyph per character; "" if no letter remains.

    Plain letters replace ornate ones. Characters that the font lacks are left out, and so are the brackets and
    dashes around them.

    >>> drawable_name("✨ 𝓐na ツ"), drawable_name("Ana (松) | 本"), drawable_name("松!")
    ('Ana', 'Ana', '')
    """
    composed = unicodedata.normalize("NFC", name)
    drawn = " ".join("".join(map(_font_letters, composed)).split())
    whole = _WITHOUT_LETTERS.sub(lambda words: "" if _GAP in words[0] else words[0], drawn)
    found = " ".join(_AROUND_GAP.sub(_gap_sign, whole).split())
    return found if found == composed or any(map(str.isalnum, found)) else ""


def _font_letters(sign: str) -> str:
    """Return the letters to draw for this sign: the sign itself, its compatible or unaccented form, else `_GAP`.

    Control characters and separate accents are left out even if the font has them, because they reverse or stack text.
    """
    glyphs = characters()
    if sign.isspace():
        return " "
    for form in ("NFC", "NFKC", "NFKD"):
        letters = [
            letter for letter in unicodedata.normalize(form, sign) if unicodedata.category(letter)[0] not in "CM"
        ]
        if letters and all(ord(letter) in glyphs for letter in letters):
            return "".join(letters)
    return "" if unicodedata.category(sign)[0] in "CM" else _GAP


def _gap_sign(gap: re.Match[str]) -> str:
    """Return what replaces a gap with the signs around it: the first of these signs inside a word, else nothing."""
    around = gap.string[gap.start() - 1 : gap.start()], gap.string[gap.end() : gap.end() + 1]
    return gap[0].replace(_GAP, "")[:1] if all(map(str.strip, around)) else ""


def browser_files(weight: str) -> Mapping[Path, frozenset[int]]:
    """Return the two files of this weight for browsers, with the code points in each; most pages need only one.

    `tests/fonts.py` makes them. Neither file has private characters. Raises KeyError for an unknown weight.
    """
    drawn = frozenset(code for code in characters() if unicodedata.category(chr(code)) not in ("Cc", "Co"))
    latin = frozenset(code for code in drawn if any(first <= code <= last for first, last in LATIN_RANGES))
    stem = FONT_FILES[weight].stem
    return {FONTS / f"{stem}-latin.woff2": latin, FONTS / f"{stem}-other.woff2": drawn - latin}


@cache
def characters() -> frozenset[int]:
    """Return the code points for which every weight of the font has a glyph."""
    return frozenset.intersection(*(_mapped_characters(path.read_bytes()) for path in FONT_FILES.values()))


def _mapped_characters(font: bytes) -> frozenset[int]:
    tables = {
        tag: start for tag, _, start, _ in struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * _read_short(font, 4)])
    }
    start = tables[b"cmap"]
    rows = struct.iter_unpack(">HHL", font[start + 4 : start + 4 + 8 * _read_short(font, start + 2)])
    maps = {(platform, encoding): start + offset for platform, encoding, offset in rows}
    return frozenset(_segments(font, maps[_UNICODE_TABLE]))


def _segments(font: bytes, start: int) -> list[int]:
    """Return the code points of a format 4 map: parallel arrays of last, first, shift and glyph offset per segment."""
    assert _read_short(font, start) == _SEGMENT_FORMAT
    size = _read_short(font, start + 6)
    last = start + 14
    first = start + 16 + size
    shift = start + 16 + 2 * size
    offset = start + 16 + 3 * size
    found = []
    for index in range(0, size, 2):
        for code in range(_read_short(font, first + index), _read_short(font, last + index) + 1):
            row = _read_short(font, offset + index)
            glyph = (
                code
                if row == 0
                else _read_short(font, offset + index + row + 2 * (code - _read_short(font, first + index)))
            )
            if (glyph + (_read_short(font, shift + index) if glyph else 0)) % 0x10000:
                found.append(code)
    return found


def _read_short(font: bytes, start: int) -> int:
    return int.from_bytes(font[start : start + 2], "big")
