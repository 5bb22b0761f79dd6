"""How robots think in Match Five, and how its decisions and draws are judged. Knows no people and no words."""

from engine.robots.core import GameRobots
from engine.robots.match_five.coach import COACH
from engine.robots.match_five.luck import LUCK
from engine.robots.match_five.mind import MIND

ROBOTS = GameRobots(MIND, COACH, LUCK)
