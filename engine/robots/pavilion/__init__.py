"""How robots think in Summer Pavilion, and how its decisions and draws are judged. Knows no people and no words."""

from engine.robots.core import GameRobots
from engine.robots.pavilion.coach import COACH
from engine.robots.pavilion.luck import LUCK
from engine.robots.pavilion.mind import MIND

ROBOTS = GameRobots(MIND, COACH, LUCK)
