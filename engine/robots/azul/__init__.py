"""Robots for Azul: how they think, and how decisions and draws are judged. Knows nothing about people and texts."""

from engine.robots.azul.coach import COACH
from engine.robots.azul.luck import LUCK
from engine.robots.azul.mind import MIND
from engine.robots.core import GameRobots

ROBOTS = GameRobots(MIND, COACH, LUCK)
