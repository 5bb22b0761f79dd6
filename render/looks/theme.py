"""Themes: the look of each role of a scene; colors are from `data/themes`, forms from `data/looks`.

Knows nothing about scenes and pixels; colors are RGB triples.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any, Literal

from engine.files import resource_path
from render.looks.motifs import LETTER_ON_MARK, Point, Stamp

THEME_FOLDER, LOOK_FOLDER = resource_path("themes"), resource_path("looks")
Color = tuple[int, int, int]
# A polygon, or a motif (its holes have the fill of the look), with a color; None is not painted.
PaintLayer = tuple[list[Point] | Stamp, Color | None]
FormName = Literal[
    "plate", "head", "frame", "ring", "disc", "tile", "text",
    "octagon", "arrow", "strip", "star", "cross", "piece", "column", "rhomb", "pillar", "statue", "window",
    "wedge", "hexagon", "curve",
]  # fmt: skip
MIN_EDGE_WIDTH = 1.5  # board units: the least width of an edge given as a share
COLOR_FIELDS = ("fill", "edge", "ink", "mark", "ground")  # fields of RoleLook
FALLBACK_GAME = "azul"  # its tiles are shown for all games together, and for games without tiles
FRIEZE_PERIOD = 8  # tiles before a frieze repeats
FACE_COUNT = 6  # tiles that represent people
DEFAULT_RIM = 5  # percent of a tile, unless the theme sets another width
MERGE_DISTANCE = 90  # squared distance between two colors up to which the palette keeps only one


@dataclass(frozen=True)
class RoleLook:
    """How a role is painted; a color None is not painted.

    Lengths below 1 are shares of the height of the shape, other lengths are in board units.
    """

    form: FormName  # the outline
    fill: Color | None = None  # of the inside
    edge: Color | None = None  # of the border
    ink: Color | None = None  # of the text
    mark: Color | None = None  # of the motif
    ground: Color = (0, 0, 0)  # the background behind the shape
    width: float = 0  # of the border
    gap: float = 0  # distance of the form from its box, inward, or outward if negative
    radius: float = 0  # of the corners
    size: float = 0  # least height of the text
    scale: float = 0  # height of the text as a share of the box, if more than `size`
    weight: str = "heavy"  # of the font
    anchor: str = "center"  # of the text in the box
    motif: str = ""  # drawn on the form
    caption: str = ""  # the role of the caption, the part of a text after the tab
    dash: float = 0  # length of the dashes of a curve, 0 for a solid one

    def length(self, value: float, height: float) -> float:
        """Convert a length of this look to board units."""
        return value if value >= 1 or value == 0 else max(MIN_EDGE_WIDTH, value * height)

    def enlarge(self, zoom: float) -> RoleLook:
        """Return the look with every length in board units multiplied by `zoom`; shares stay the same."""
        width, gap, radius = (part * zoom if part >= 1 else part for part in (self.width, self.gap, self.radius))
        return replace(self, width=width, gap=gap, radius=radius, size=self.size * zoom, dash=self.dash * zoom)

    def color_borders(self) -> Iterator[tuple[Color, Color, int]]:
        """Yield the pairs of colors that meet at an edge, with the number of blends to add between them."""
        inside = self.fill or self.ground
        for near, far, steps in (
            (self.ground, self.edge or self.fill, 2),
            (self.edge, self.fill, 2),
            (inside, self.ink, 4),
            (inside, self.mark, 3),
        ):
            if near and far and near != far:
                yield near, far, steps


# A file of `data/looks` or `data/themes`, or one look in it: fields of a RoleLook, with colors by token. For looks made
# once per tile, `of` tells whether they are derived from the look of the tile ("tile") or of its empty space ("due").
_Toml = Mapping[str, Any]
DEFAULT_TILE_ROWS: dict[str, _Toml] = {
    "tile": {"of": "tile"},
    "due": {"of": "due"},
}  # rows of every game, unless the game overrides them


@dataclass(frozen=True, eq=False)
class GameTheme:
    """A theme with the looks of one game."""

    name: str  # of the theme
    colors: Mapping[str, Color]  # by token
    looks: Mapping[str, RoleLook]  # by role
    palette: tuple[Color, ...]  # all colors of its pictures, at most 255


@cache
def theme_names() -> tuple[str, ...]:
    """Return the names of all themes."""
    return tuple(sorted(path.stem for path in THEME_FOLDER.glob("*.toml")))


@cache
def load_theme(name: str, game: str, zoom: float = 1) -> GameTheme:
    """Return a theme with the looks of a game, enlarged by `zoom`. Raises KeyError for an unknown theme or game."""
    paints = _theme_file(name)
    colors = _tokens(paints)
    game_looks = _look_file(game)
    looks = _plain_looks(_look_file("shared"), colors) | _plain_looks(game_looks, colors)
    looks |= _tile_looks(game_looks, DEFAULT_TILE_ROWS | game_looks.get("tiles", {}), paints, game)
    return GameTheme(name, colors, {role: look.enlarge(zoom) for role, look in looks.items()}, _palette(colors, looks))


@cache
def load_card_theme(name: str, game: str) -> GameTheme:
    """Return a theme with the looks of cards and the tiles of the game; "" is any game, or all games.

    Cards refer to tiles by number: `FRIEZE_PERIOD` tiles make a frieze ("frieze 0"); `FACE_COUNT` tiles represent
    people, as a disc for a letter ("face 0") and as a tile ("tile 0"). Raises KeyError for an unknown theme or game.
    """
    if game and not (LOOK_FOLDER / f"{game}.toml").exists():
        raise KeyError(game)
    motifs = _look_file(game or FALLBACK_GAME).get("motifs", {})
    if not game or not motifs:  # a card for all games, or a game without tiles
        return load_card_theme(name, FALLBACK_GAME)
    paints = _theme_file(name)
    cards = _look_file("cards")
    colors = _tokens(paints)
    looks = _plain_looks(cards, colors)
    tiles = _tile_looks(_look_file(game), DEFAULT_TILE_ROWS | cards["tiles"], paints, game)
    first, *others = motifs
    for number in range(FRIEZE_PERIOD):
        looks[f"frieze {number}"] = tiles[f"tile {others[number // 2 % len(others)] if number % 2 else first}"]
    for number in range(FACE_COUNT):
        letter = [first, *others][number % (1 + len(others))]
        looks |= {f"{role} {number}": tiles[f"{role} {letter}"] for role in ("face", "tile")}
    return GameTheme(name, colors, looks, _palette(colors, looks))


@cache
def load_chances_theme(name: str, game: str) -> GameTheme:
    """Return the theme of cards with a line and a mark for each of six seats ("line 1", "mark 1").

    It is separate from `load_card_theme` because its colors would change the palette of other cards. Raises KeyError
    like `load_card_theme`.
    """
    cards = load_card_theme(name, game)
    colors = {
        **cards.colors,
        **{f"line {number}": _rgb(code) for number, code in enumerate(_theme_file(name)["lines"], 1)},
    }
    looks = {**cards.looks, **_plain_looks(_look_file("chances"), colors)}
    return GameTheme(name, colors, looks, _palette(colors, looks))


def mix(near: Color, far: Color, share: float) -> Color:
    """Return the color that lies `share` (0 to 1) of the way from `near` to `far`.

    >>> mix((0, 0, 0), (100, 200, 50), 0.5)
    (50, 100, 25)
    """
    red, green, blue = (round(start + (end - start) * share) for start, end in zip(near, far, strict=True))
    return red, green, blue


def _theme_file(name: str) -> _Toml:
    if name not in theme_names():
        raise KeyError(name)
    return _read_toml(THEME_FOLDER / f"{name}.toml")


def _tokens(paints: _Toml) -> Mapping[str, Color]:
    return {token: _rgb(code) for token, code in paints["colors"].items()}


def _look_file(file: str) -> _Toml:
    return _read_toml(LOOK_FOLDER / f"{file}.toml")


def _plain_looks(looks: _Toml, colors: Mapping[str, Color]) -> dict[str, RoleLook]:
    plain = RoleLook("plate", ground=colors["panel"])
    return {role: _change_look(plain, row, colors) for role, row in looks.get("looks", {}).items()}


def _read_toml(path: Path) -> _Toml:
    return tomllib.loads(path.read_text("utf-8"))


def _rgb(code: str) -> Color:
    red, green, blue = bytes.fromhex(code.removeprefix("#"))
    return red, green, blue


def _tile_looks(looks: _Toml, rows: Mapping[str, _Toml], paints: _Toml, game: str) -> dict[str, RoleLook]:
    """Return the looks that exist once for each tile of the game.

    Each is derived from the look of the tile or of its empty space. A row of `rows` overrides some of the fields, and
    can refer to the colors of that look.
    """
    made: dict[str, RoleLook] = {}
    colors = _tokens(paints)
    for letter, motif in looks.get("motifs", {}).items():
        tile, due = _tile_and_space(paints, paints["tiles"][game][letter], motif, colors)
        for role, row in rows.items():
            look = due if row.get("of") == "due" else tile
            assert look.fill and look.mark and look.edge
            tile_colors = {**colors, "fill": look.fill, "mark": look.mark, "rim": look.edge}
            made[f"{role} {letter}"] = _change_look(look, row, tile_colors)
    return made


def _change_look(look: RoleLook, row: _Toml, colors: Mapping[str, Color]) -> RoleLook:
    painted: dict[str, Any] = {}
    for name, words in row.items():
        if name in COLOR_FIELDS and isinstance(words, str):
            near, *far = words.split("/")
            painted[name] = mix(colors[near], colors[far[0]], int(far[1]) / 100) if far else colors[near]
    plain = {name: value for name, value in row.items() if name not in (*COLOR_FIELDS, "of")}
    return replace(look, **plain, **painted)


def _tile_and_space(paints: _Toml, tile: _Toml, motif: str, colors: Mapping[str, Color]) -> tuple[RoleLook, RoleLook]:
    slot = colors["slot"]
    fill = _rgb(tile["fill"])
    mark = _rgb(tile["mark"])
    letter = fill if motif in LETTER_ON_MARK else mark
    rim = paints.get("rim", DEFAULT_RIM) / 100
    panel = colors["panel"]
    look = RoleLook("tile", fill, _rgb(tile["rim"]), letter, mark, panel, rim, 0, 0.14, 0, 0.4, motif=motif)
    shade = _rgb(tile[tile["shade"]])
    tint = mix(slot, shade, paints["ghost"] / 100)
    ghost = mix(slot, shade, paints["mark"] / 100)
    edge = mix(slot, colors["line"], 0.55)
    return look, replace(look, fill=tint, edge=edge, ink=None, mark=ghost, width=0.03)


def _palette(colors: Mapping[str, Color], looks: Mapping[str, RoleLook]) -> tuple[Color, ...]:
    """Return the colors of all looks, then the blends at their edges; indistinguishable blends are merged."""
    flat = [*colors.values()]
    for look in looks.values():
        flat += [color for color in (look.fill, look.edge, look.ink, look.mark) if color]
    palette = list(dict.fromkeys(flat))
    for look in looks.values():
        for near, far, steps in look.color_borders():
            for red, green, blue in (mix(near, far, step / (steps + 1)) for step in range(1, steps + 1)):
                if all((red - r) ** 2 + (green - g) ** 2 + (blue - b) ** 2 > MERGE_DISTANCE for r, g, b in palette):
                    palette.append((red, green, blue))
    return tuple(palette)
