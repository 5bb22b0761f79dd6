"""How Pillars is shown. Knows no position: its parts are in the modules beside this one."""

from render.pillars.close import close
from render.pillars.emojis import EMOJIS
from render.pillars.marks import cause, close_marks, marks, prepared
from render.pillars.scene import scene
from render.pillars.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0xB8281F, close, marks, close_marks, cause, prepared, EMOJIS)
