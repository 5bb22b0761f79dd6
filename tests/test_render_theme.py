"""Contrast of the theme tokens, after WCAG 2. Knows no pictures."""

from __future__ import annotations

import pytest

from render.theme import load, names

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


def luminance(color):
    linear = [part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in color]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", names())
@pytest.mark.parametrize(("ink", "ground"), TEXTS)
def test_text_stands_out(theme, ink, ground):
    colors = load(theme, "azul").colors
    assert contrast(colors[ink], colors[ground]) >= 4.5


@pytest.mark.parametrize("theme", names())
@pytest.mark.parametrize(("ink", "ground"), GRAPHICS)
def test_outlines_stand_out(theme, ink, ground):
    colors = load(theme, "azul").colors
    assert contrast(colors[ink], colors[ground]) >= 4.5


@pytest.mark.parametrize("theme", names())
@pytest.mark.parametrize("letter", "BYRKW")
def test_a_tile_stands_out_from_its_slot_and_its_motif_from_it(theme, letter):
    look, slot = load(theme, "azul").looks[f"tile {letter}"], load(theme, "azul").colors["slot"]
    assert max(contrast(look.fill, slot), contrast(look.edge, slot)) >= 4
    assert contrast(look.mark, look.fill) >= 3.8
    assert look.width > 0  # never without its rim
