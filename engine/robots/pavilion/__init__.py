"""The robots of Summer Pavilion: choosing moves, judging decisions and draws. Independent of people."""

from engine.robots.core import GameRobots
from engine.robots.pavilion.coach import COACH
from engine.robots.pavilion.luck import LUCK
from engine.robots.pavilion.mind import MIND

ROBOTS = GameRobots(MIND, COACH, LUCK)
