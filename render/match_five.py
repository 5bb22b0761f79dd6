"""How Match Five is shown. Knows no position: its parts are in the modules beside this one."""

from render.match_five_close import close
from render.match_five_scene import scene
from render.match_five_words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0x0C7F6D, close)
