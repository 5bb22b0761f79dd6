"""Stylesheets: every class has its colors in every theme, and markup has none. Knows no position."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from engine.games import GAMES
from render import role_css, theme_css, theme_names
from render.looks.theme import load_theme
from render.svg.elements import role_class
from tests.cases import each

CLEAR = dict.fromkeys(("fill", "edge", "ink", "mark"), (0, 0, 0))


@each("key", GAMES)
def test_every_role_has_a_rule_and_every_rule_its_variables(key):
    assert set(re.findall(rf"\.{key} \.([\w-]+){{", role_css(key))) == set(
        map(role_class, load_theme("light", key).looks)
    )
    used = set(re.findall(r"var\((--[\w-]+)\)", role_css(key)))
    roles = {name for name in used if name.startswith("--role-")}
    for theme in theme_names():
        assert used - roles <= set(re.findall(r"(--[\w-]+):#[0-9a-f]{6}", theme_css(theme, key)))


def test_a_variable_that_is_made_of_itself_would_be_none():
    """As `--ink` of a role would be, whose color is `--ink` of the theme."""
    for key in GAMES:
        assert [each for each in re.findall(r"(--[\w-]+):var\((--[\w-]+)\)", role_css(key)) if each[0] == each[1]] == []


@each("key", GAMES)
def test_light_and_dark_differ_in_colors_only(key):
    light, dark = (load_theme(theme, key).looks for theme in ("light", "dark"))
    for role, look in light.items():
        shown = [part for part in CLEAR if getattr(look, part)]
        assert shown == [part for part in CLEAR if getattr(dark[role], part)], role
        assert replace(look, ground=(0, 0, 0), **CLEAR) == replace(dark[role], ground=(0, 0, 0), **CLEAR), role


def test_a_theme_is_set_where_the_page_wants_it():
    assert theme_css("dark", "azul").startswith(":root{--board:#1f1d1c;")
    assert theme_css("dark", "azul", ".dark").startswith(".dark{")
    with pytest.raises(KeyError):
        theme_css("pink", "azul")
