"""Themes: what each role of a scene looks like; colors from `data/themes`, forms from `data/looks`.

Knows no scene and no pixels; colors are RGB triples.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal, NotRequired, TypedDict

from render.motifs import LETTER_ON_MARK

DATA = Path(__file__).parent.parent / "data"
THEMES, LOOKS = DATA / "themes", DATA / "looks"
Color = tuple[int, int, int]
Form = Literal[
    "plate", "head", "frame", "ring", "octagon", "disc", "arrow", "tile", "text",
    "piece", "column", "rhomb", "pillar", "statue", "window",
]  # fmt: skip
Polygon = Literal["strip", "star", "cross"]
LEAST = 1.5  # board units: no edge that is a share of a height gets thinner
RIM = 5  # percent of a tile, unless the theme says otherwise
NEAR = 90  # squared distance below which two colors of the palette are one


@dataclass(frozen=True)
class Look:
    """How a role is painted; lengths below 1 are shares of its height, others board units.

    `ink` colors the text, `mark` the motif, `ground` the edge toward what lies underneath; a color that is None is
    left out. The text is `size` high, or `scale` of the height if that is more. `caption` is the role of the part of
    a text after the tab.
    """

    form: Form | Polygon
    fill: Color | None = None
    edge: Color | None = None
    ink: Color | None = None
    mark: Color | None = None
    ground: Color = (0, 0, 0)
    width: float = 0
    gap: float = 0
    radius: float = 0
    size: float = 0
    scale: float = 0
    weight: str = "heavy"
    anchor: str = "center"
    motif: str = ""
    caption: str = ""

    def length(self, value: float, height: float) -> float:
        """A length of this look in board units."""
        return value if value >= 1 or value == 0 else max(LEAST, value * height)

    def times(self, zoom: float) -> Look:
        """The look with every length that is no share multiplied."""
        width, gap, radius = (part * zoom if part >= 1 else part for part in (self.width, self.gap, self.radius))
        return replace(self, width=width, gap=gap, radius=radius, size=self.size * zoom)

    def meetings(self) -> Iterator[tuple[Color, Color, int]]:
        """The pairs of colors that meet at its edges, with the number of blends the eye needs between them."""
        inside = self.fill or self.ground
        for near, far, steps in (
            (self.ground, self.edge or self.fill, 2),
            (self.edge, self.fill, 2),
            (inside, self.ink, 4),
            (inside, self.mark, 3),
        ):
            if near and far and near != far:
                yield near, far, steps


class _Row(TypedDict):
    form: Form | Polygon
    fill: NotRequired[str]
    edge: NotRequired[str]
    ink: NotRequired[str]
    ground: NotRequired[str]
    width: NotRequired[float]
    gap: NotRequired[float]
    radius: NotRequired[float]
    size: NotRequired[float]
    scale: NotRequired[float]
    weight: NotRequired[str]
    anchor: NotRequired[str]
    caption: NotRequired[str]


class _Tile(TypedDict):
    fill: str
    mark: str
    rim: str
    shade: Literal["fill", "mark", "rim"]


class _Cast(TypedDict):
    form: Form
    of: Literal["tile", "due"]
    width: float
    ground: str
    bare: NotRequired[bool]


class _Cut(TypedDict):
    """Tiles that are no squares: their form, the share of their height that a letter has.

    `mark`: how much of its motif an empty space keeps where a number stands upon it, 0 to 1.
    """

    form: Form
    scale: float
    mark: float


class _Looks(TypedDict):
    looks: NotRequired[dict[str, _Row]]
    tiles: NotRequired[dict[str, _Row]]  # once for each tile, whose colors are named fill, mark and rim here
    tile: NotRequired[_Cut]
    motifs: NotRequired[dict[str, str]]
    casts: NotRequired[dict[str, _Cast]]


class _Colors(TypedDict):
    ghost: int
    mark: int
    rim: NotRequired[int]
    colors: dict[str, str]
    tiles: dict[str, dict[str, _Tile]]


@dataclass(frozen=True, eq=False)
class Theme:
    """Colors by token, looks by role, and the fixed palette (at most 255 colors) of all pictures of a game in it."""

    name: str
    colors: Mapping[str, Color]
    looks: Mapping[str, Look]
    palette: tuple[Color, ...]


def names() -> tuple[str, ...]:
    """Every theme there is."""
    return tuple(sorted(path.stem for path in THEMES.glob("*.toml")))


@cache
def load(name: str, game: str, zoom: float = 1) -> Theme:
    """The theme of that name with the looks of the game, `zoom` times as large. Raises KeyError if there is none."""
    if name not in names():
        raise KeyError(name)
    paints: _Colors = _read(THEMES / f"{name}.toml")  # type: ignore[assignment]
    colors = {token: _rgb(code) for token, code in paints["colors"].items()}
    made: dict[str, Look] = {}
    for file in ("shared", game):
        looks: _Looks = _read(LOOKS / f"{file}.toml")  # type: ignore[assignment]
        made |= {role: _look(row, colors) for role, row in looks.get("looks", {}).items()}
        for letter, motif in looks.get("motifs", {}).items():
            tile, due = _tile(paints, paints["tiles"][game][letter], motif, colors)
            if cut := looks.get("tile"):
                tile, due = (replace(look, form=cut["form"], scale=cut["scale"]) for look in (tile, due))
                due = replace(due, mark=mix(due.fill or due.ground, due.mark or due.ground, cut["mark"]))
            made |= {f"tile {letter}": tile, f"due {letter}": due}
            made |= {f"{role} {letter}": _of_tile(row, tile, colors) for role, row in looks.get("tiles", {}).items()}
            for role, cast in looks.get("casts", {}).items():
                made[f"{role} {letter}"] = _cast(cast, {"tile": tile, "due": due}[cast["of"]], colors)
    return Theme(name, colors, {role: look.times(zoom) for role, look in made.items()}, _palette(colors, made))


def mix(near: Color, far: Color, share: float) -> Color:
    """The color `share` (0 to 1) of the way from the one to the other.

    >>> mix((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(near, far, strict=True))
    return red, green, blue


def _read(path: Path) -> object:
    with path.open("rb") as file:
        return tomllib.load(file)


def _rgb(code: str) -> Color:
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def _blend(words: str, colors: Mapping[str, Color]) -> Color:
    near, *far = words.split("/")
    return mix(colors[near], colors[far[0]], int(far[1]) / 100) if far else colors[near]


def _look(row: _Row, colors: Mapping[str, Color]) -> Look:
    def blend(words: str | None) -> Color | None:
        return _blend(words, colors) if words else None

    return Look(
        row["form"],
        blend(row.get("fill")),
        blend(row.get("edge")),
        blend(row.get("ink")),
        ground=_blend(row.get("ground", "panel"), colors),
        width=row.get("width", 0),
        gap=row.get("gap", 0),
        radius=row.get("radius", 0),
        size=row.get("size", 0),
        scale=row.get("scale", 0),
        weight=row.get("weight", "heavy"),
        anchor=row.get("anchor", "center"),
        caption=row.get("caption", ""),
    )


def _tile(paints: _Colors, tile: _Tile, motif: str, colors: Mapping[str, Color]) -> tuple[Look, Look]:
    """The looks of a tile and of the empty space that waits for it."""
    slot, fill, mark = colors["slot"], _rgb(tile["fill"]), _rgb(tile["mark"])
    letter = fill if motif in LETTER_ON_MARK else mark
    rim, panel = paints.get("rim", RIM) / 100, colors["panel"]
    look = Look("tile", fill, _rgb(tile["rim"]), letter, mark, panel, rim, 0, 0.14, 0, 0.4, motif=motif)
    shade = _rgb(tile[tile["shade"]])
    tint, ghost = mix(slot, shade, paints["ghost"] / 100), mix(slot, shade, paints["mark"] / 100)
    edge = mix(slot, colors["line"], 0.55)
    return look, replace(look, fill=tint, edge=edge, ink=None, mark=ghost, width=0.03)


def _of_tile(row: _Row, tile: Look, colors: Mapping[str, Color]) -> Look:
    """Another look with the motif and the colors of a tile."""
    assert tile.fill and tile.mark and tile.edge
    own = {**colors, "fill": tile.fill, "mark": tile.mark, "rim": tile.edge}
    return replace(_look(row, own), mark=tile.mark, motif=tile.motif)


def _cast(cast: _Cast, look: Look, colors: Mapping[str, Color]) -> Look:
    """A tile, or the space that waits for it, in another form; a bare one has lost its motif."""
    motif = "" if cast.get("bare") else look.motif
    return replace(look, form=cast["form"], width=cast["width"], ground=_blend(cast["ground"], colors), motif=motif)


def _palette(colors: Mapping[str, Color], looks: Mapping[str, Look]) -> tuple[Color, ...]:
    """Every color of every look, then the blends at their edges; colors that nobody can tell apart are one."""
    flat = [*colors.values()]
    for look in looks.values():
        flat += [color for color in (look.fill, look.edge, look.ink, look.mark) if color]
    kept = list(dict.fromkeys(flat))
    for look in looks.values():
        for near, far, steps in look.meetings():
            for blend in (mix(near, far, step / (steps + 1)) for step in range(1, steps + 1)):
                if all(_distance(blend, color) > NEAR for color in kept):
                    kept.append(blend)
    return tuple(kept)


def _distance(one: Color, other: Color) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
