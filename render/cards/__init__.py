"""Cards, pictures that show no position: leaderboards, profiles, chances to win, and their alt texts.

Knows nothing about ratings and people: a view contains everything shown, and `say` supplies the words.
"""

from render.cards.chances import Chances
from render.cards.chances import alt as chances_alt
from render.cards.chances import scene as chances_scene
from render.cards.chances_plot import TurningPoint
from render.cards.leaderboard import Column, LeaderboardRow, LeaderboardView
from render.cards.leaderboard import alt as leaderboard_alt
from render.cards.leaderboard import scene as leaderboard_scene
from render.cards.profile import GameLine, Outcome, ProfileView
from render.cards.profile import alt as profile_alt
from render.cards.profile import scene as profile_scene
from render.looks.theme import load_card_theme, load_chances_theme
from render.pixels.paint import paint
from render.scene import Say

__all__ = [
    "Chances",
    "Column",
    "GameLine",
    "LeaderboardRow",
    "LeaderboardView",
    "Outcome",
    "ProfileView",
    "TurningPoint",
    "chances_alt",
    "draw_chances",
    "draw_leaderboard",
    "draw_profile",
    "leaderboard_alt",
    "profile_alt",
]


def draw_leaderboard(view: LeaderboardView, say: Say, theme: str = "light") -> bytes:
    """Return the leaderboard as a PNG file, 1200 wide and as high as its lines require. Safe to call from any thread.

    It shows at most 15 lines; people with provisional ratings get the remaining lines or a short mention. Raises
    KeyError for an unknown theme or game.
    """
    return paint(leaderboard_scene(view, say), load_card_theme(theme, view.game), small=True)


def draw_profile(view: ProfileView, say: Say, theme: str = "light") -> bytes:
    """Return the profile as a PNG file, 1200 wide. Safe to call from any thread.

    Raises KeyError for an unknown theme or game.
    """
    return paint(profile_scene(view, say), load_card_theme(theme, view.game))


def draw_chances(view: Chances, say: Say, theme: str = "light") -> bytes:
    """Return the chances to win in a game as a PNG file, 1200 wide. Safe to call from any thread.

    Raises KeyError for an unknown theme or game.
    """
    return paint(chances_scene(view, say), load_chances_theme(theme, view.game))
