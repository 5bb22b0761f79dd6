"""How Match Five is shown. Knows no position: its parts are in the modules beside this one."""

from render.match_five.close import close
from render.match_five.emojis import EMOJIS
from render.match_five.marks import (
    cause,
    close_cause,
    close_marks,
    close_prepared,
    close_spots,
    close_with_prepared,
    prepared,
    spots,
    with_prepared,
)
from render.match_five.scene import scene
from render.match_five.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(
    scene=scene,
    long=long,
    short=short,
    text=text,
    accent=0x0C7F6D,
    close=close,
    close_marks=close_marks,
    cause=cause,
    prepared=prepared,
    close_cause=close_cause,
    close_prepared=close_prepared,
    with_prepared=with_prepared,
    close_with_prepared=close_with_prepared,
    spots=spots,
    close_spots=close_spots,
    emojis=EMOJIS,
)
