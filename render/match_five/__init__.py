"""How Match Five is shown. Knows no position: its parts are in the modules beside this one."""

from render.match_five.close import close
from render.match_five.emojis import EMOJIS
from render.match_five.marks import close_marks
from render.match_five.outlines import cause, prepared
from render.match_five.scene import scene
from render.match_five.words import long, short, text
from render.portrayal import Portrayal

PORTRAYAL = Portrayal(
    scene, long, short, text, 0x0C7F6D, close, close_marks=close_marks, cause=cause, prepared=prepared, emojis=EMOJIS
)
