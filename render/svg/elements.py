"""One element of SVG for each shape: where its parts are, in classes for their colors.

Knows no game and no color. Forms are polygons of `looks`, as in the pictures of `pixels`; letters are cut and placed by
its metrics.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html import escape

from render.looks.forms import OUTLINES
from render.looks.motifs import MOTIFS, Point
from render.looks.theme import RoleLook, Theme
from render.pixels.letters import Line, lines
from render.scene import Box, Shape

KEPT = 8192  # elements kept at a time, about 200 bytes each
PARTS = {(0, 0, number): part for number, part in enumerate(("ground", "fill", "edge", "ink", "mark"))}
NUMBERS = {part: number for number, part in PARTS.items()}
SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}  # of the width of a text, from its left end to where it is anchored


def role_class(role: str) -> str:
    """The class of a role: "r-tile-B" for "tile B"."""
    return f"r-{role.replace(' ', '-')}"


@lru_cache(maxsize=KEPT)
def element(theme: Theme, shape: Shape) -> str:
    """The shape as one element, which paints its parts in the order of the pictures of `pixels`.

    Its class is that of its role, and those of its parts say which color of the look they have: `fill`, `edge`, `mark`,
    `ink` or `ground`; `stroke` and `gap` are lines in the color of the edge and of the fill, `rimmed` has both.
    """
    look = theme.looks[shape.role]
    parts, said = list(_form(look, shape)), _text(theme, shape)
    own = f' class="{role_class(shape.role)}"'
    if not parts:
        return said.replace("<text", f"<text{own}", 1) or f"<g{own}/>"
    return f"<g{own}>{''.join(parts)}{said}</g>"


def _form(look: RoleLook, shape: Shape) -> Iterator[str]:
    box = shape.box
    match look.form:
        case "plate" | "tile":
            yield from _plate(look, box)
        case "head":
            yield from _head(look, box)
        case "frame" | "ring":
            yield from _frame(look, box)
        case "disc":
            yield from _disc(look, box)
        case form if form in OUTLINES:
            for points, color in OUTLINES[form](_stencil(look), box, shape.cut):
                if color:
                    yield _polygon(points, PARTS[color])
    if look.form == "tile":
        yield from _motif(look, box)


@lru_cache(maxsize=1024)
def _stencil(look: RoleLook) -> RoleLook:
    """The look with a number in place of each color, by which a layer is known."""
    numbers = {part: NUMBERS[part] for part in NUMBERS if getattr(look, part) is not None}
    return replace(look, **numbers)  # type: ignore[arg-type]


def _plate(look: RoleLook, box: Box) -> Iterator[str]:
    radius, width = look.length(look.radius, box.h), look.length(look.width, box.h)
    if look.edge and width:
        yield _rectangle(box, width / 2, radius - width / 2, "rimmed" if look.fill else "stroke", width)
    elif look.fill or look.edge:
        yield _rectangle(box, 0, radius, "fill" if look.fill else "edge")


def _head(look: RoleLook, box: Box) -> Iterator[str]:
    """Round above, square below."""
    r = _short(look.radius)
    down, across = _short(box.h - look.radius), _short(box.w - 2 * look.radius)
    start = f"M{box.x} {box.y + box.h}v-{down}"
    yield f'<path class="fill" d="{start}a{r} {r} 0 0 1 {r}-{r}h{across}a{r} {r} 0 0 1 {r} {r}v{down}z"/>'


def _frame(look: RoleLook, box: Box) -> Iterator[str]:
    """An outline at the border of the box; with a fill, a gap of it inside the outline."""
    for by, width, color, part in (
        (look.width, look.gap, look.fill, "gap"),
        (0.0, look.width, look.edge, "stroke"),
    ):
        if color and width:
            yield _rectangle(box, by + width / 2, look.radius - by - width / 2, part, width)


def _disc(look: RoleLook, box: Box) -> Iterator[str]:
    width = look.width if look.edge else 0.0
    part = ("rimmed" if look.fill else "stroke") if width else "fill"
    x, y = _short(box.x + box.w / 2), _short(box.y + box.h / 2)
    across, down = _short((box.w - width) / 2), _short((box.h - width) / 2)
    yield f'<ellipse class="{part}" cx="{x}" cy="{y}" rx="{across}" ry="{down}"{_stroked(width)}/>'


def _motif(look: RoleLook, box: Box) -> Iterator[str]:
    for part in MOTIFS[look.motif]:
        points = [(box.x + x * box.w, box.y + y * box.h) for x, y in part.points]
        yield _polygon(points, "fill" if part.hole else "mark")


def _rectangle(box: Box, by: float, radius: float, part: str, width: float = 0) -> str:
    """A rounded rectangle `by` board units inside of the box, its line so wide."""
    x, y, w, h = (_short(side) for side in (box.x + by, box.y + by, box.w - 2 * by, box.h - 2 * by))
    rounded = f' rx="{_short(radius)}"' if radius > 0 else ""
    return f'<rect class="{part}" x="{x}" y="{y}" width="{w}" height="{h}"{rounded}{_stroked(width)}/>'


def _stroked(width: float) -> str:
    return f' stroke-width="{_short(width)}"' if width else ""


def _polygon(points: list[Point], part: str) -> str:
    return f'<path class="{part}" d="{_path(points)}"/>'


def _path(points: list[Point]) -> str:
    """The polygon in steps from point to point, hundredths of a unit, without an error that adds up."""
    placed = [(round(x * 100), round(y * 100)) for x, y in points]
    (x, y), *rest = placed
    steps = [f"M{_short(x / 100)} {_short(y / 100)}l"]
    for right, down in rest:
        steps.append(f"{_short((right - x) / 100)} {_short((down - y) / 100)}")
        x, y = right, down
    return " ".join(steps).replace(" -", "-").replace("l ", "l") + "z"


def _text(theme: Theme, shape: Shape) -> str:
    """The text, and its caption as a part of it."""
    said = [(line, _anchored(theme, shape, line)) for line in lines(theme, shape)]
    if not said:
        return ""
    (first, x), *rest = said
    own = "" if first.role == shape.role else f' class="{role_class(first.role)}"'
    inner = "".join(_caption(line, at) for line, at in rest)
    y = _short(shape.box.y + first.y)
    return f'<text{own} x="{x}" y="{y}" font-size="{_short(first.size)}">{escape(first.text)}{inner}</text>'


def _caption(line: Line, x: str) -> str:
    return f'<tspan class="{role_class(line.role)}" x="{x}" font-size="{_short(line.size)}">{escape(line.text)}</tspan>'


def _anchored(theme: Theme, shape: Shape, line: Line) -> str:
    return _short(shape.box.x + line.x + SHIFT[theme.looks[line.role].anchor] * line.width)


def _short(number: float) -> str:
    """The number with at most two digits after the point.

    >>> _short(3.0), _short(0.126), _short(-0.5), _short(-0.001)
    ('3', '.13', '-.5', '0')
    """
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    if text in ("-0", ""):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text
