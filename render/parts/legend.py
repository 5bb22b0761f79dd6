"""Tiles without letters, and a legend of them, for languages in which a letter would be read as another tile's.

The letters are those of moves and the same in every language: K is the black tile, also where "kék" is blue. Knows no
single game and no words of its own.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from render.scene import Box, Say, Scene, Shape

BESIDE = 4  # board units from a tile of the legend to its letter


@dataclass(frozen=True)
class Legend:
    """Where the legend of a picture stands.

    `tiles`: a box for each. `room`: board units behind a tile for its letter. `look`: of the letters. `cut`: how tiles
    lie. `worded`: there is room for the words behind the letters.
    """

    tiles: tuple[Box, ...]
    room: int
    look: str = "legend"
    cut: str = ""
    worded: bool = False


def side_by_side(first: Box, step: int, count: int) -> tuple[Box, ...]:
    """Boxes of one size side by side."""
    return tuple(first._replace(x=first.x + step * at) for at in range(count))


def spelled(scene: Scene, stem: str, colors: Sequence[str], say: Say, legend: Legend) -> Scene:
    """The scene as it is where no letter misleads, else without letters on tiles and with a legend.

    `stem`: the key of the words of the colors without their letters, "azul.color".
    """
    words = {color: say(f"{stem}.{color}") for color in colors}
    if not misleading(words):
        return scene
    shapes = [
        one._replace(text="") if one.role.startswith("tile ") and one.text == one.role.rpartition(" ")[2] else one
        for one in scene.shapes
    ]
    for (color, word), tile in zip(words.items(), legend.tiles, strict=True):
        shapes.append(Shape(f"tile {color}", tile, cut=legend.cut))
        room = Box(tile.x + tile.w + BESIDE, tile.y - 6, legend.room, tile.h + 12)
        shapes.append(Shape(legend.look, room, f"{color} {word}" if legend.worded else color))
    return replace(scene, shapes=tuple(shapes))


def misleading(words: dict[str, str]) -> bool:
    """Whether any letter, which is not the initial of its own word, is that of another one."""
    initials = {letter: word[:1].upper() for letter, word in words.items()}
    return any(letter != own and letter in initials.values() for letter, own in initials.items())
