"""Cards that pictures are tested with: those of the gallery. Knows no pictures."""

from __future__ import annotations

from render.cards import draw_leaderboard, draw_profile
from render.cards.leaderboard import scene as leaderboard
from render.cards.profile import scene as profile
from render.gallery.cards import leaderboards, profiles

PICTURES = (
    ("leaderboard_thousand", "light"),
    ("leaderboard_young", "contrast"),
    ("profile_azul", "light"),
    ("profile_all", "dark"),
)


def cards():
    """Every view by the name of its golden files."""
    found = {f"leaderboard_{name}": view for name, view in leaderboards().items()}
    return found | {f"profile_{name}": view for name, view in profiles().items()}


def drawn(name, say):
    """The scene of one."""
    return (leaderboard if name.startswith("leaderboard") else profile)(cards()[name], say)


def painted(name, say, theme):
    """The file of one."""
    return (draw_leaderboard if name.startswith("leaderboard") else draw_profile)(cards()[name], say, theme)
