"""Cards that pictures are tested with: those of the gallery. Knows no pictures."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from render.cards import chances_alt, draw_chances, draw_leaderboard, draw_profile, leaderboard_alt, profile_alt
from render.cards.chances import scene as chances_scene
from render.cards.leaderboard import scene as leaderboard
from render.cards.profile import scene as profile
from render.gallery.cards import chances, leaderboards, profiles
from render.looks.theme import load_card_theme, load_chances_theme

PICTURES = (
    ("leaderboard_thousand", "light"),
    ("leaderboard_young", "contrast"),
    ("profile_azul", "light"),
    ("profile_all", "dark"),
    ("chances_two", "dark"),
    ("chances_four", "light"),
    ("chances_six", "contrast"),
)


class Kind(NamedTuple):
    """A kind of card: all views, what makes scene, file and alt text of one, and the theme of a name and a game."""

    views: Callable
    scene: Callable
    draw: Callable
    alt: Callable
    load: Callable


KINDS = {  # by how names begin
    "leaderboard": Kind(leaderboards, leaderboard, draw_leaderboard, leaderboard_alt, load_card_theme),
    "profile": Kind(profiles, profile, draw_profile, profile_alt, load_card_theme),
    "chances": Kind(chances, chances_scene, draw_chances, chances_alt, load_chances_theme),
}


def cards():
    """Every view by the name of its golden files."""
    return {f"{kind}_{name}": view for kind, one in KINDS.items() for name, view in one.views().items()}


def drawn(name, say):
    """The scene of one."""
    return kind(name).scene(cards()[name], say)


def painted(name, say, theme):
    """The file of one."""
    return kind(name).draw(cards()[name], say, theme)


def described(name, say):
    """The alt text of one."""
    return kind(name).alt(cards()[name], say)


def looks(name, theme):
    """What each role of one looks like."""
    return themed(name, theme).looks


def themed(name, theme):
    """The theme of that name, for the picture of one."""
    return kind(name).load(theme, cards()[name].game)


def kind(name):
    """What kind of card it is."""
    return KINDS[name.partition("_")[0]]
