"""How Pillars is shown. Knows no position: its parts are in the modules beside this one."""

from render.pillars_close import close
from render.pillars_marks import marks
from render.pillars_scene import scene
from render.pillars_words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0xB8281F, close, marks)
