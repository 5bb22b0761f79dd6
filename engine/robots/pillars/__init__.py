"""How robots think in the pillars game, and how its decisions are judged. Knows no people and no words."""

from engine.robots.core import GameRobots
from engine.robots.pillars.coach import COACH
from engine.robots.pillars.mind import MIND

ROBOTS = GameRobots(MIND, COACH)
