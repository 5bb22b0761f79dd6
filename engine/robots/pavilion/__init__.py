"""The robots of Summer Pavilion: how they choose moves, and how decisions and draws are judged. Knows no people."""

from engine.robots.core import GameRobots
from engine.robots.pavilion.coach import COACH
from engine.robots.pavilion.luck import LUCK
from engine.robots.pavilion.mind import MIND

ROBOTS = GameRobots(MIND, COACH, LUCK)
