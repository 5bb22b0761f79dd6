"""The font: its files, and which characters it can draw.

Knows no sizes and no pixels: the character map is read from the file itself.
"""

import struct
import unicodedata
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path

from engine.files import folder

FONTS = folder("fonts")
FILES = {
    weight: FONTS / f"Manrope-{name}.ttf"
    for weight, name in (("medium", "Medium"), ("bold", "Bold"), ("heavy", "ExtraBold"))
}
LATIN = (  # first and last code points of what a browser loads first: European letters, and signs between words
    (0x20, 0x17F), (0x218, 0x21B), (0x2010, 0x203A), (0x20AC, 0x20AC), (0x2190, 0x2193), (0x2212, 0x2212),
)  # fmt: skip
ORNAMENTS = ("So", "Sk")  # kinds of characters: pictures, their tones of skin
NAMES = 1024  # kept at a time: each is in several pictures of each move
JOINTS = "\u200d\ufe0e\ufe0f\u20e3"  # what joins pictures and says how they look
_UNICODE = (3, 1)  # platform and encoding of the table for the basic plane
_SEGMENTS = 4  # its format


@lru_cache(maxsize=NAMES)
def plain(name: str) -> str:
    """The name in composed characters, as it is drawn: an o and its double accent are one ő.

    Ornaments that the font lacks are left out, and its own letters stand for ornate ones; letters are never left out.

    >>> plain("✨ 𝓐na ❤️"), plain("松 ✨")
    ('Ana', '松')
    """
    return " ".join("".join(map(_drawn, unicodedata.normalize("NFC", name))).split())


@lru_cache(maxsize=NAMES)
def covers(name: str) -> bool:
    """Whether the font draws every character of the name, one glyph each.

    False for an empty name, and for controls and accents that stand alone: they turn or stack text.

    >>> covers("Gergő Ürögdi"), covers("松"), covers("")
    (True, False, False)
    """
    drawn = plain(name)
    glyphs = characters()
    return bool(drawn) and all(ord(sign) in glyphs and unicodedata.category(sign)[0] not in "CM" for sign in drawn)


def _drawn(sign: str) -> str:
    if ord(sign) in characters() or sign.isspace():
        return sign
    if unicodedata.category(sign) in ORNAMENTS or sign in JOINTS:
        return ""
    return unicodedata.normalize("NFKC", sign)


def halves(weight: str) -> Mapping[Path, frozenset[int]]:
    """The two files of this weight for browsers, each with the code points in it: nearly all pages need one only.

    `tests/fonts.py` makes them. Private characters are in neither. Raises KeyError for no such weight.
    """
    drawn = frozenset(code for code in characters() if unicodedata.category(chr(code)) not in ("Cc", "Co"))
    latin = frozenset(code for code in drawn if any(first <= code <= last for first, last in LATIN))
    stem = FILES[weight].stem
    return {FONTS / f"{stem}-latin.woff2": latin, FONTS / f"{stem}-other.woff2": drawn - latin}


@cache
def characters() -> frozenset[int]:
    """The code points that every weight of the font has a glyph for."""
    return frozenset.intersection(*(_mapped(path.read_bytes()) for path in FILES.values()))


def _mapped(font: bytes) -> frozenset[int]:
    tables = {tag: start for tag, _, start, _ in struct.iter_unpack(">4sLLL", font[12 : 12 + 16 * _short(font, 4)])}
    start = tables[b"cmap"]
    rows = struct.iter_unpack(">HHL", font[start + 4 : start + 4 + 8 * _short(font, start + 2)])
    maps = {(platform, encoding): start + offset for platform, encoding, offset in rows}
    return frozenset(_segments(font, maps[_UNICODE]))


def _segments(font: bytes, start: int) -> list[int]:
    """The code points of a map of format 4: parallel arrays of last, first, shift and glyph offset, one a segment."""
    assert _short(font, start) == _SEGMENTS
    size = _short(font, start + 6)
    last, first, shift, offset = start + 14, start + 16 + size, start + 16 + 2 * size, start + 16 + 3 * size
    found = []
    for at in range(0, size, 2):
        for code in range(_short(font, first + at), _short(font, last + at) + 1):
            row = _short(font, offset + at)
            glyph = code if row == 0 else _short(font, offset + at + row + 2 * (code - _short(font, first + at)))
            if (glyph + (_short(font, shift + at) if glyph else 0)) % 0x10000:
                found.append(code)
    return found


def _short(font: bytes, at: int) -> int:
    return int.from_bytes(font[at : at + 2], "big")
