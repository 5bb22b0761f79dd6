"""The pictures beside the rules: every one is legal, drawn, told in words and cut where nothing is. Knows no rules."""

from __future__ import annotations

import re
from io import BytesIO
from itertools import cycle
from xml.etree import ElementTree as ET

from PIL import Image

from bot.text.words import Words, rulebook
from engine import GAMES
from render import PORTRAYALS, figure, figure_sketch, figures
from render.figures import FIGURES, Figure
from render.looks.theme import load_theme, theme_names
from render.scene import Box
from tests.cases import each

SAY = Words()
ALL = [(game, number) for game in PORTRAYALS for number in figures(game)]

every_figure = each(("game", "number"), ALL)


def scene(game, found: Figure):
    people = [f"Seat {seat + 1}" for seat in range(len(found.view.state.scores()))]
    if found.seat is None:
        return PORTRAYALS[game].scene(found.view, people, SAY, found.changes)
    return PORTRAYALS[game].close(found.view, people, SAY, found.changes, found.seat)


def meets(one: Box, other: Box) -> bool:
    across = one.x < other.x + other.w and other.x < one.x + one.w
    return across and one.y < other.y + other.h and other.y < one.y + one.h


def test_a_figure_is_a_position_that_can_be_belongs_to_a_paragraph_and_is_told_in_words():
    for game, number in ALL:
        assert figures(game)[number].view.state.to_act() != (), (game, number)
        assert number in rulebook(game), (game, number)
        assert len(SAY(f"{game}.figure.{number}")) <= 1000, (game, number)


@each(("game", "number", "theme"), [(*one, theme) for one, theme in zip(ALL[::2], cycle(theme_names()))])
def test_a_figure_is_a_small_picture(game, number, theme):
    """Half of them by turns in every theme; each is drawn as elements below."""
    file = figure(game, number, SAY, theme)
    image = Image.open(BytesIO(file))
    part = figures(game)[number].part
    assert image.mode == "P"
    assert part is None or image.size == (part.w, part.h)
    assert len(file) <= 40 * 1024


@every_figure
def test_a_figure_cuts_no_tile_and_no_text(game, number):
    found = figures(game)[number]
    drawn, part = scene(game, found), found.part or Box(0, 0, 9999, 9999)
    looks = load_theme("light", game, drawn.zoom).looks
    for shape in (*drawn.ground.shapes, *drawn.shapes):
        box = shape.box
        inside = part.union(box) == part
        small = looks[shape.role].form != "text" and (shape.text or looks[shape.role].motif)
        assert inside or not meets(part, box) or not small, shape


@every_figure
def test_what_changed_is_inside_the_figure(game, number):
    found = figures(game)[number]
    if not found.changes or found.part is None:
        return
    rings = [shape.box for shape in scene(game, found).shapes if "ring" in shape.role.split()]
    assert rings or re.search(" last", str(scene(game, found)))
    shown = [box for box in rings if meets(found.part, box)]
    assert all(found.part.union(box) == found.part for box in shown)


@every_figure
def test_a_figure_is_a_small_drawing_of_the_same_part(game, number):
    root = ET.fromstring(figure_sketch(game, number, SAY))
    drawn, part = scene(game, figures(game)[number]), figures(game)[number].part
    part = part or Box(0, 0, drawn.ground.width, drawn.ground.height)
    assert root.get("viewBox") == f"{part.x} {part.y} {part.w} {part.h}"
    assert len(root.find("{*}g")) == len([one for one in (*drawn.ground.shapes, *drawn.shapes) if meets(part, one.box)])


def test_a_paragraph_without_a_figure_has_none():
    assert figure("azul", "1.1", SAY) is None
    assert figure_sketch("azul", "1.1", SAY) is None
    assert figure("no such game", "1.1", SAY) is None


@each("game", ("azul", "pavilion", "match_five", "pillars"))
def test_our_games_have_figures(game):
    assert len(figures(game)) >= 5


def test_files_are_named_after_games():
    assert {path.stem for path in FIGURES.glob("*.toml")} <= set(GAMES)


def test_words_tell_no_figure_that_is_not_there():
    for game in PORTRAYALS:
        told = {key.removeprefix(f"{game}.figure.") for key in SAY.keys() if key.startswith(f"{game}.figure.")}  # noqa: SIM118
        assert told == set(figures(game))
