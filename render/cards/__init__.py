"""The door to cards, pictures that show no position: leaderboards, profiles, chances to win, and their alt texts.

Knows no ratings and no people: what is shown comes in as a view; words come in as `say`.
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
    """The leaderboard as a PNG file, 1200 wide, as high as it has lines; pure, to be called from any thread.

    At most 15 lines are shown; people not settled have the lines that are left over, or are named in short. Raises
    KeyError for a theme or game that is not there.
    """
    return paint(leaderboard_scene(view, say), load_card_theme(theme, view.game), small=True)


def draw_profile(view: ProfileView, say: Say, theme: str = "light") -> bytes:
    """The profile as a PNG file, 1200 wide; pure, to be called from any thread.

    Raises KeyError for a theme or game that is not there.
    """
    return paint(profile_scene(view, say), load_card_theme(theme, view.game))


def draw_chances(view: Chances, say: Say, theme: str = "light") -> bytes:
    """The chances to win in a game as a PNG file, 1200 wide; pure, to be called from any thread.

    Raises KeyError for a theme or game that is not there.
    """
    return paint(chances_scene(view, say), load_chances_theme(theme, view.game))
