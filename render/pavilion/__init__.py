"""How Summer Pavilion is shown. Knows no position: its parts are in the modules beside this one."""

from render.pavilion.close import close
from render.pavilion.emojis import EMOJIS
from render.pavilion.marks import close_marks, marks
from render.pavilion.outlines import cause, prepared
from render.pavilion.scene import scene
from render.pavilion.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(scene, long, short, text, 0x64308F, close, marks, close_marks, cause, prepared, EMOJIS)
