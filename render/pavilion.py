"""How Summer Pavilion is shown. Knows no position: its parts are in the modules beside this one."""

from render.pavilion_close import close
from render.pavilion_scene import scene
from render.pavilion_words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0x64308F, close)
