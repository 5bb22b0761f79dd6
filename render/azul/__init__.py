"""How Azul is shown. Knows no position: its parts are in the modules beside this one."""

from render.azul.close import close
from render.azul.emojis import EMOJIS
from render.azul.marks import (
    cause,
    close_cause,
    close_marks,
    close_prepared,
    close_spots,
    marks,
    prepared,
    spots,
)
from render.azul.scene import scene
from render.azul.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(
    scene=scene,
    long=long,
    short=short,
    text=text,
    accent=0x2C65B8,
    close=close,
    marks=marks,
    close_marks=close_marks,
    cause=cause,
    prepared=prepared,
    close_cause=close_cause,
    close_prepared=close_prepared,
    spots=spots,
    close_spots=close_spots,
    emojis=EMOJIS,
)
