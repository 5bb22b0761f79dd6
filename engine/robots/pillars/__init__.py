"""The robots of the pillars game, and how its moves are judged. Knows nothing about people and texts."""

from engine.robots.core import GameRobots
from engine.robots.pillars.coach import COACH
from engine.robots.pillars.mind import MIND

ROBOTS = GameRobots(MIND, COACH)
