"""Colors of every theme for four kinds of eyes, and the letters of Europe. Knows no pictures."""

from __future__ import annotations

from itertools import combinations
from typing import get_args

import pytest

from engine.games import GAMES
from render.looks.font import drawable_name
from render.looks.forms import OUTLINES
from render.looks.theme import FormName, load_theme, theme_names
from tests.cases import each
from tests.render.sight import EYES, apart, ciede2000, contrast

TEXTS = [
    ("ink", "board"), ("ink", "panel"), ("ink", "slot"), ("muted", "board"), ("muted", "panel"), ("muted", "slot"),
    ("on last", "last"), ("on acting", "acting"), ("on lit", "lit"), ("on wild", "wild"), ("ink", "center"),
    ("ink", "scrim"),
]  # fmt: skip
GRAPHICS = [
    ("last", "board"),
    ("last", "panel"),
    ("last", "slot"),
    ("last", "open"),
    ("acting", "board"),
    ("acting", "panel"),
]
LEAST = {"contrast": 7.0}  # of texts and outlines; 4.5 in the other themes
MARK, SLOT = {"contrast": 7.0}, {"contrast": 7.0}  # a motif on its tile, a tile on a slot; 3.8 and 4 in the others
# The smallest CIEDE2000 of any two tiles: what the worst theme has, a little less. 10 is plainly different.
FAR = {
    "azul": {"normal": 27, "protan": 25, "deutan": 23, "tritan": 24},
    "pavilion": {"normal": 27, "protan": 20, "deutan": 16.5, "tritan": 18.5},
    "match_five": {"normal": 27, "protan": 20, "deutan": 16.5, "tritan": 18.5},
    "pillars": {"normal": 33, "protan": 27, "deutan": 23, "tritan": 20},
}

every_theme = each("theme", theme_names())
every_game = each("game", GAMES)


def tiles(theme, game):
    looks = load_theme(theme, game).looks
    return {role.removeprefix("tile "): look for role, look in looks.items() if role.startswith("tile ")}


@every_theme
def test_text_and_outlines_stand_out(theme):
    colors = load_theme(theme, "azul").colors
    for pairs, least in ((TEXTS, LEAST.get(theme, 4.5)), (GRAPHICS, 4.5)):
        assert [(ink, ground) for ink, ground in pairs if contrast(colors[ink], colors[ground]) < least] == []


@every_theme
@every_game
def test_a_tile_stands_out_from_its_slot_and_its_motif_from_it(theme, game):
    slot = load_theme(theme, game).colors["slot"]
    for letter, look in tiles(theme, game).items():
        assert max(contrast(look.fill, slot), contrast(look.edge, slot)) >= SLOT.get(theme, 4), letter
        assert contrast(look.mark, look.fill) >= MARK.get(theme, 3.8), letter
        assert look.width > 0, "never without its rim"


@every_theme
@every_game
def test_every_color_has_a_motif_of_its_own(theme, game):
    motifs = [look.motif for look in tiles(theme, game).values()]
    assert all(motifs)
    assert len(set(motifs)) == len(motifs)


@every_theme
@every_game
def test_every_two_tiles_are_far_apart_for_every_eye(theme, game):
    fills = {letter: look.fill for letter, look in tiles(theme, game).items()}
    for eye in EYES:
        distances = {one + other: apart(fills[one], fills[other], eye) for one, other in combinations(fills, 2)}
        assert {pair: found for pair, found in distances.items() if found < FAR[game][eye]} == {}, eye


@every_theme
@every_game
def test_an_empty_space_is_not_taken_for_a_tile(theme, game):
    looks = load_theme(theme, game).looks
    for letter, look in tiles(theme, game).items():
        due = looks[f"due {letter}"]
        seen = max(apart(look.fill, due.fill), apart(look.edge, due.edge))
        assert seen >= 20, letter
        assert contrast(due.mark, due.fill) < contrast(look.mark, look.fill), letter


def test_rims_are_thick_where_contrast_is_high():
    assert tiles("contrast", "azul")["B"].width > 1.5 * tiles("light", "azul")["B"].width


def test_every_form_is_drawn():
    drawn_by_the_painter = {"plate", "head", "frame", "ring", "disc", "tile", "text"}
    assert {*drawn_by_the_painter, *OUTLINES} == set(get_args(FormName))


def test_a_look_of_a_tile_keeps_what_its_row_does_not_say():
    looks = load_theme("light", "pillars").looks
    tile, piece, shadow, due = (looks[f"{role} A"] for role in ("tile", "piece", "shadow", "due"))
    assert (piece.form, piece.fill, piece.edge, piece.motif) == ("piece", tile.fill, tile.edge, tile.motif)
    assert (shadow.form, shadow.fill, shadow.motif) == ("piece", due.fill, "")
    pavilion = load_theme("light", "pavilion").looks
    assert contrast(pavilion["due P"].mark, pavilion["due P"].fill) < contrast(due.mark, due.fill)


# CIEDE2000, against pairs published by Sharma, Wu and Dalal (2005)

SHARMA = [
    ((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425),
    ((50, 3.1571, -77.2803), (50, 0, -82.7485), 2.8615),
    ((50, 0, 0), (50, -1, 2), 2.3669),
    ((50, 2.49, -0.001), (50, -2.49, 0.0009), 7.1792),
    ((50, 2.49, -0.001), (50, -2.49, 0.0011), 7.2195),
    ((50, 2.5, 0), (73, 25, -18), 27.1492),
    ((50, 2.5, 0), (61, -5, 29), 22.8977),
    ((50, 2.5, 0), (56, -27, -3), 31.9030),
    ((50, 2.5, 0), (58, 24, 15), 19.4535),
    ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
    ((63.0109, -31.0961, -5.8663), (62.8187, -29.7946, -4.0864), 1.2630),
    ((6.7747, -0.2908, -2.4247), (5.8714, -0.0985, -2.2286), 0.6377),
    ((2.0776, 0.0795, -1.1350), (0.9033, -0.0636, -0.5514), 0.9082),
]


def test_color_distance_is_as_published():
    published = pytest.approx([distance for *_, distance in SHARMA], abs=5e-5)
    assert [ciede2000(one, other) for one, other, _ in SHARMA] == published
    assert [ciede2000(other, one) for one, other, _ in SHARMA] == published


def test_eyes_see_gray_as_gray_and_lose_what_they_lack():
    for eye in EYES:
        assert apart((128, 128, 128), (255, 255, 255), eye) == pytest.approx(apart((128,) * 3, (255,) * 3), abs=0.01)
    red, green = (200, 60, 40), (110, 110, 30)
    assert apart(red, green, "deutan") < apart(red, green) / 2
    assert contrast((0, 0, 0), (255, 255, 255)) == pytest.approx(21)


# letters

LETTERS = {
    "Albanian": "ëç", "Basque": "ñ", "Belarusian": "ёўі", "Bosnian": "čćđšž", "Breton": "ñùê",
    "Bulgarian": "абвгдежзийклмнопрстуфхцчшщъьюяѝ", "Catalan": "àçèéíïòóúü·", "Croatian": "čćđšž",
    "Czech": "áčďéěíňóřšťúůýž", "Danish": "æøåé", "Dutch": "éëïóöü", "English": "abcdefghijklmnopqrstuvwxyz",
    "Estonian": "äõöüšž", "Faroese": "áðíóúýæø", "Finnish": "äöåšž", "French": "àâæçéèêëîïôœùûüÿ",
    "Galician": "áéíñóúü", "German": "äöüß", "Greek": "αβγδεζηθικλμνξοπρστυφχψωάέήίόύώϊϋΐΰς", "Hungarian": "áéíóöőúüű",
    "Icelandic": "áðéíóúýþæö", "Irish": "áéíóú", "Italian": "àèéìíîòóùú", "Latvian": "āčēģīķļņšūž",
    "Lithuanian": "ąčęėįšųūž", "Luxembourgish": "äéë", "Macedonian": "ѓѕјљњќџѐѝ", "Maltese": "àċġħèìòùż",
    "Norwegian": "æøåéèêóòâôà", "Polish": "ąćęłńóśźż", "Portuguese": "áâãàçéêíóôõúü", "Romanian": "ăâîșț",
    "Russian": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя", "Sami, Northern": "áčđŋšŧž",
    "Serbian": "абвгдђежзијклљмнњопрстћуфхцчџш",
    "Slovak": "áäčďéíĺľňóôŕšťúýž", "Slovenian": "čšž", "Spanish": "áéíñóúü", "Swedish": "åäöé", "Turkish": "çğıöşüİ",
    "Ukrainian": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя", "Welsh": "âêîôûŵŷäëïöüẁẃẅỳýÿ",
}  # fmt: skip


def test_letters_of_european_languages_are_no_boxes():
    small = set("".join(LETTERS.values()))
    large = {letter.upper() for letter in small if len(letter.upper()) == 1}
    assert sorted(letter for letter in small | large if not drawable_name(letter)) == []
