"""How Azul is shown. Knows no position: its parts are in the modules beside this one."""

from render.azul.close import close
from render.azul.emojis import EMOJIS
from render.azul.marks import close_marks, marks
from render.azul.outlines import cause, prepared
from render.azul.scene import scene
from render.azul.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0x2C65B8, close, marks, close_marks, cause, prepared, EMOJIS)
