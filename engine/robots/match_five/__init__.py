"""The robots of Match Five: how they choose moves, and how decisions and draws are judged. Independent of people."""

from engine.robots.core import GameRobots
from engine.robots.match_five.coach import COACH
from engine.robots.match_five.luck import LUCK
from engine.robots.match_five.mind import MIND

ROBOTS = GameRobots(MIND, COACH, LUCK)
