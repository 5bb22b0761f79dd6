"""The files of the font for browsers: letters as wide as in the pictures, the usual ones in the first file."""

from __future__ import annotations

from functools import cache
from itertools import chain

import pytest
from PIL import ImageFont

from bot.text.words import languages, rulebook, words_for
from engine.games import GAMES
from render.looks.font import FONT_FILES, FONTS, browser_files, characters
from tests import fonts
from tests.cases import each

NAMES = (  # letters of names in the alphabets of the European Union that are Latin
    "áéíóöőúüű äöüß àâæçèéêëîïôœùûÿ ąćęłńóśźż áčďéěíňóřšťúůýž ăâîșț ñáéíóúü ãõçêô åæøä čćđšž āčēģīķļņšūž ąčęėįšųūž õäöü"
    " ċġħż"
)
SIZE = 400  # pixels of a letter's height
HINTED = 1  # pixels by which the instructions of the whole file, which browsers are not given, round a width


@cache
def latin():
    """What stands in the file that every page loads."""
    return frozenset.intersection(*(next(iter(browser_files(weight).values())) for weight in FONT_FILES))


def signs(language):
    """Every sign of the words and the rules of a language."""
    words = words_for(language)
    said = chain(words._texts.values(), (p.title + p.text for key in GAMES for p in rulebook(key, language).values()))
    return set("".join(said))


@each("language", languages())
def test_what_the_bot_says_needs_no_second_file(language):
    drawn = {sign for sign in signs(language) if ord(sign) in characters()}
    assert {sign for sign in drawn if ord(sign) not in latin()} == set()


def test_european_names_need_no_second_file():
    assert {sign for sign in NAMES + NAMES.upper() if ord(sign) not in latin()} == set()


@each("weight", FONT_FILES)
def test_both_files_have_their_letters_as_wide_as_in_the_pictures(weight):
    whole = ImageFont.truetype(str(FONT_FILES[weight]), SIZE, layout_engine=ImageFont.Layout.BASIC)
    for path, codes in browser_files(weight).items():
        part = ImageFont.truetype(str(path), SIZE, layout_engine=ImageFont.Layout.BASIC)
        nothing = part.getbbox("\ue123")
        for sign in map(chr, codes):
            assert abs(part.getlength(sign) - whole.getlength(sign)) <= HINTED, (path.name, sign)
            assert part.getbbox(sign) != nothing, (path.name, sign)


@each("weight", FONT_FILES)
def test_no_letter_of_the_font_is_lost_or_in_both_files(weight):
    first, second = browser_files(weight).values()
    private = {code for code in characters() if 0xE000 <= code < 0xF900 or code < 0x20}
    assert first | second | private == characters()
    assert not first & second


def test_the_files_are_those_that_are_made_now():
    pytest.importorskip("fontTools", reason="fontTools is not installed")
    pytest.importorskip("brotli", reason="Brotli is not installed")
    found = {path.name: path.read_bytes() == content for path, content in fonts.files().items()}
    assert found == dict.fromkeys((path.name for path in FONTS.glob("*.woff2")), True)
