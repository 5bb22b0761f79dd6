"""How Summer Pavilion is shown. Knows no position: its parts are in the modules beside this one."""

from render.pavilion.close import close
from render.pavilion.emojis import EMOJIS
from render.pavilion.marks import (
    cause,
    close_cause,
    close_marks,
    close_prepared,
    close_spots,
    marks,
    prepared,
    spots,
)
from render.pavilion.scene import scene
from render.pavilion.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(
    scene=scene,
    long=long,
    short=short,
    text=text,
    accent=0x64308F,
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
