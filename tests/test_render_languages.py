"""Pictures and alt texts in every language: words have room, nothing is longer than Discord takes. Knows no rules."""

from __future__ import annotations

import sys

import pytest

from bot.words import Words, languages
from engine import GAMES
from render import PORTRAYALS, alt_text, figures, text
from render.theme import load
from tests.scenes import game, people, samples

PAINT = sys.modules["render.paint"]  # the function of that name hides it
SAMPLES = samples()
LONG = tuple(f"{letter * 20}\u0151\u0171\u677e\u672c" for letter in "UVWXYZ")
every_language = pytest.mark.parametrize("language", languages())


def scenes(view, changes, words):
    """The whole picture, and each seat enlarged."""
    drawn = PORTRAYALS[view.game]
    yield drawn.scene(view, people(view), words, changes)
    for seat in range(len(people(view))) if drawn.close else ():
        yield drawn.close(view, people(view), words, changes, seat)


def crowded(scene, key):
    """The texts that are cut, or wider than their place, but for names of people, which may be."""
    theme = load("light", key, scene.zoom)
    for shape in (*scene.ground.shapes, *scene.shapes):
        runs = PAINT._runs(theme, shape)
        wide = sum(PAINT._width(run.font, run.text) for run in runs) > shape.box.w
        words, _, caption = shape.text.partition("\t")
        cut = bool(runs) and [run.text for run in runs] != list(filter(None, (words, caption)))
        if wide or (cut and not any(words in name for name in people_of(shape))):
            yield shape.role, shape.text


def people_of(shape):
    """Whose name the shape may bear."""
    return (
        ("Zsófi", "Gergő Ürögdi", "Ábel", "Mária-Magdolna", "Ben", "Dóra") if shape.role[:4] in ("name", "note") else ()
    )


@every_language
@pytest.mark.parametrize("name", SAMPLES)
def test_the_words_of_a_picture_have_room(name, language):
    view, changes = SAMPLES[name]
    for scene in scenes(view, changes, Words(language)):
        assert list(crowded(scene, view.game)) == []


@pytest.mark.parametrize("key", PORTRAYALS)
def test_no_alt_text_is_longer_than_1000_in_any_language(key):
    seats = GAMES[key].seats[-1]
    said = [Words(language) for language in languages()]
    for number, (table, _) in enumerate(game(key, seats, "languages")):
        if number % 12 == 0 or not table.state.to_act():
            for words in said:
                assert 100 < len(alt_text(table.view(None), LONG[:seats], words, ["word " * 20])) <= 1000
                assert sum(map(len, text(table.view(None), LONG[:seats], words))) <= 3_400


@every_language
@pytest.mark.parametrize("name", [name for name in SAMPLES if name.endswith(("full", "wide", "end", "striped"))])
def test_the_fullest_tables_fit_into_an_alt_text(name, language):
    view, _ = SAMPLES[name]
    assert len(alt_text(view, LONG[: len(people(view))], Words(language))) <= 1000


@every_language
def test_what_a_figure_shows_is_said_in_one_line(language):
    words = Words(language)
    for key in PORTRAYALS:
        for number in figures(key):
            assert 40 <= len(words(f"{key}.figure.{number}")) <= 200
