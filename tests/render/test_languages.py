"""Pictures and alt texts in every language: words have room, nothing is longer than Discord takes. Knows no rules."""

from __future__ import annotations

from itertools import product

from bot.text.words import Words, languages
from engine import GAMES
from render import PORTRAYALS, alt_text, figures, text
from render.looks.theme import load_theme
from render.parts import SeatLabel, chip, nameplate
from render.pixels.letters import text_lines
from render.scene import Box, Ground, Scene, magnify
from tests.cases import each
from tests.scenes import game, people, samples
from tests.scenes.cards import cards, described, drawn, themed

SAMPLES = samples()
LONG = tuple(f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "UVWXYZ")
OF_PEOPLE = ("person", "who", "card title", "short", "seat")  # roles on cards whose text is cut where it is long
every_language = each("language", languages())


def scenes(view, changes, words):
    """The whole picture, and each seat enlarged in one of the languages."""
    shown = PORTRAYALS[view.game]
    yield shown.scene(view, people(view), words, changes)
    for seat in range(languages().index(words.language), len(people(view)), len(languages())):
        yield shown.close(view, people(view), words, changes, seat)


def crowded(scene, key):
    """The texts that are cut, or wider than their place, but for names of people, which may be."""
    yield from unfit(scene, load_theme("light", key, scene.zoom))


def unfit(scene, theme):
    """The same for any theme."""
    for shape in (*scene.ground.shapes, *scene.shapes):
        runs = [(line.text, line.width) for line in text_lines(theme, shape)]
        wide = sum(width for _, width in runs) > shape.box.w
        words, _, caption = shape.text.partition("\t")
        cut = bool(runs) and [part for part, _ in runs] != list(filter(None, (words, caption)))
        if wide or (cut and not any(words in name for name in people_of(shape))):
            yield shape.role, shape.text


def people_of(shape):
    """Whose name the shape may bear."""
    if shape.role in OF_PEOPLE:
        return (shape.text.partition("\t")[0],)
    bears_name = shape.role.startswith(("name", "note", "close other"))
    return ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra") if bears_name else ()


@every_language
@each("key", PORTRAYALS)
def test_the_words_of_a_picture_have_room(key, language):
    for name, (view, changes) in SAMPLES.items():
        for scene in scenes(view, changes, Words(language)) if view.game == key else ():
            assert list(crowded(scene, key)) == [], name


@each("zoom", [1, 1.4, 1.5])
def test_points_are_never_cut(zoom):
    theme = load_theme("light", "pillars", zoom)
    for unit, points in product(("", "dots", "pont"), (*range(101), 200, 206, 240, 300)):
        who = SeatLabel(0, "Mária-Magdolna", points, unit=unit if points < 75 else "")
        for shape in (*nameplate(Box(0, 0, 289, 44), who), *chip(Box(0, 0, 160, 44), who)):
            if shape.role == "score":
                (large,) = magnify(Scene(Ground(1, 1, ()), (shape,)), zoom).shapes
                assert [line.text for line in text_lines(theme, large)] == shape.text.split("\t")


@each(("name", "least"), [("azul_4_end", 11), ("pillars_4_end", 11), ("pavilion_4_end", 14)])
def test_names_have_the_room_that_points_leave(name, least):
    view, changes = SAMPLES[name]
    theme = load_theme("light", view.game)
    drawn = PORTRAYALS[view.game].scene(view, people(view), Words(), changes)
    for shape in (shape for shape in drawn.shapes if shape.role.startswith("name")):
        whole, cut = shape.text.partition("\t")[0], text_lines(theme, shape)[0].text
        assert cut == whole or len(cut) > least


@every_language
def test_the_words_of_a_card_have_room(language):
    for name in cards():
        assert list(unfit(drawn(name, Words(language)), themed(name, "light"))) == [], name


@every_language
def test_what_cards_say_fits_into_an_alt_text(language):
    lengths = {name: len(described(name, Words(language))) for name in cards()}
    assert {name: length for name, length in lengths.items() if not 20 <= length <= 1000} == {}


@each("key", PORTRAYALS)
@each("usual", [True, False])
def test_no_alt_text_is_longer_than_1000_in_any_language(key, usual):
    """At the largest table by the standard, and at the smallest with the last value of each option."""
    one = GAMES[key]
    seats = one.seats[-1] if usual else one.seats[0]
    options = {} if usual else {name: values[-1] for name, values in one.options.items()}
    said = [Words(language) for language in languages()]
    for number, (table, _) in enumerate(game(key, seats, "languages" if usual else "golden", **options)):
        if number % 25 == 0 or not table.state.to_act():
            for words in said:
                assert 100 < len(alt_text(table.view(None), LONG[:seats], words, ["word " * 20])) <= 1000
                assert len(PORTRAYALS[key].short_alt_text(table.view(None), LONG[:seats], words)) <= 830
                assert sum(map(len, text(table.view(None), LONG[:seats], words))) <= 3_400


@every_language
def test_the_fullest_tables_fit_into_an_alt_text(language):
    full = {name: view for name, (view, _) in SAMPLES.items() if name.endswith(("full", "wide", "end", "striped"))}
    lengths = {name: len(alt_text(view, LONG[: len(people(view))], Words(language))) for name, view in full.items()}
    assert {name: length for name, length in lengths.items() if length > 1000} == {}


@every_language
def test_what_a_figure_shows_is_said_in_one_line(language):
    words = Words(language)
    for key in PORTRAYALS:
        for number in figures(key):
            assert 40 <= len(words(f"{key}.figure.{number}")) <= 200
