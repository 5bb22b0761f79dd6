"""Positions as lists of elements: what they are made of, what they are called, how one becomes another."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from xml.etree import ElementTree as ET

from bot.text.words import Words
from render import Aspect, DrawnShape, sketch, splices
from tests.cases import each
from tests.scenes import game, people, samples

SAY = Words()
NAMES = ("<script>alert(1)</script>", '"><img src=x onerror=y>', "& <b>", "]]><style>")
ELEMENTS = {"circle", "svg", "defs", "g", "path", "use", "rect", "ellipse", "text", "tspan"}
ATTRIBUTES = {
    "aria-label", "class", "cx", "cy", "d", "fill-rule", "font-size", "height", "href", "id", "r", "role", "rx", "ry",
    "stroke-width", "transform", "viewBox", "width", "x", "y",
}  # fmt: skip


def elements(document):
    return [*ET.fromstring(document).iter()]


def hostile(view):
    return (NAMES * 2)[1 : 1 + len(people(view))]


def drawn(name, **options):
    view, changes = samples()[name]
    return sketch(view, people(view), SAY, Aspect(changes), **options)


def after(old, new):
    """The list that the splices make of the old one."""
    made = [*old]
    for start, stop, shapes in splices(old, new):
        made[start:stop] = shapes
    return made


@each("name", ["azul_2_middle", "pavilion_4_place", "match_five_6_end", "pillars_4_middle"])
def test_a_document_has_no_style_and_nothing_that_runs(name):
    view, changes = samples()[name]
    parts = elements(sketch(view, hostile(view), SAY, Aspect(changes)).document())
    assert {part.tag.removeprefix("{http://www.w3.org/2000/svg}") for part in parts} <= ELEMENTS
    assert {attribute for part in parts for attribute in part.attrib} <= ATTRIBUTES
    assert all(part.get("href", "#").startswith("#") for part in parts)


def test_a_name_is_text_whatever_it_says():
    view, _ = samples()["azul_2_middle"]
    texts = [part.text for part in elements(sketch(view, hostile(view), SAY).document())]
    assert '"><img src=x onerror=y>' in texts


def test_a_document_says_its_size_and_what_it_shows():
    view, _ = samples()["azul_2_middle"]
    picture = sketch(view, people(view), SAY, alt='Two seats.\n"Ábel" took <3> blue tiles.')
    root = elements(picture.document())[0]
    assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
    assert root.get("aria-label") == picture.alt
    assert "aria-label" not in sketch(view, people(view), SAY).document()


def test_each_shape_has_an_id_of_its_own_that_only_its_looks_decide():
    first, second = drawn("pavilion_4_heaps"), drawn("pavilion_4_heaps")
    ids = [shape.id for shape in first.shapes]
    assert first == second
    assert first.id == second.id
    assert len(set(ids)) == len(ids)
    drawn("match_five_2_end")  # what is drawn for others changes nothing
    assert [shape.id for shape in drawn("pavilion_4_heaps").shapes] == ids


def test_all_themes_but_high_contrast_share_one_drawing():
    usual, contrast = drawn("azul_2_middle"), drawn("azul_2_middle", contrast=True)
    assert usual.id != contrast.id
    assert len(usual.shapes) == len(contrast.shapes)


def test_splices_make_the_new_list_of_the_old_one():
    rng = Random("splices")
    for _ in range(200):
        old, new = ([DrawnShape(each, each) for each in rng.sample("abcdefgh", rng.randrange(9))] for _ in range(2))
        assert after(old, new) == new


def test_splices_of_equal_lists_are_none():
    shapes = drawn("azul_2_middle").shapes
    assert splices(shapes, shapes) == []


@each("key", ["azul", "pavilion", "match_five", "pillars"])
def test_a_move_changes_a_small_part_of_the_picture(key):
    views = [table.view(None) for table, _ in game(key, 2, "warm")][:12]
    pictures = [sketch(view, people(view), SAY) for view in views]
    for old, new in pairwise(pictures):
        assert after(old.shapes, new.shapes) == [*new.shapes]
    last = splices(pictures[-2].shapes, pictures[-1].shapes)
    assert sum(len(shape.markup) for splice in last for shape in splice.shapes) < 8 * 1024
