"""One SVG element for each shape, whose parts have classes for their colors.

Knows nothing about games and colors. Forms are the polygons of `looks`, as in `pixels`; texts are cut and placed by the
metrics of `pixels`.
"""

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from html import escape
from typing import NamedTuple

from render.looks.forms import OUTLINES
from render.looks.motifs import Point, Stamp, stamp
from render.looks.theme import GameTheme, PaintLayer, RoleLook
from render.pixels.letters import TextLine, text_lines
from render.scene import Box, Shape
from render.svg.paths import TENTHS, THOUSANDTHS, circle, path, rim_between, short_number

MAX_CACHED_ELEMENTS = 4096  # elements without their places, of about 300 bytes each
COLOR_PARTS = {(0, 0, number): part for number, part in enumerate(("ground", "fill", "edge", "ink", "mark"))}
PART_NUMBERS = {part: number for number, part in COLOR_PARTS.items()}
RIM_COLORS = PART_NUMBERS["edge"], PART_NUMBERS["fill"]
ANCHOR_SHIFTS = {
    "left": 0.0,
    "center": 0.5,
    "right": 1.0,
}  # distance from the left end of a text to its anchor, as a share of its width


class _Part(NamedTuple):
    """An inner element: its `tag`, its class, its x and y if it has them, and the rest of its markup."""

    tag: str
    kind: str
    rest: str
    origin: Point | None = None

    def __str__(self) -> str:
        where = _place_attributes(*self.origin) if self.origin else ""
        return f"<{self.tag}{_class_attribute(self.kind)}{where}{self.rest}"


def role_class(role: str) -> str:
    """Return the CSS class of a role: "r-tile-B" for "tile B"."""
    return f"r-{role.replace(' ', '-')}"


def element(theme: GameTheme, shape: Shape) -> str:
    """Return the shape as one element, whose parts are painted in the same order as by `pixels`.

    It has the class of its role. The classes of its parts name their color in the look: `fill`, `edge`, `mark`, `ink`
    or `ground`; `stroke` and `gap` are lines in the color of the edge and of the fill; `rim` has both.
    """
    box = shape.box
    start, origin, rest = _element_without_place(theme, shape.role, (box.w, box.h), shape.text, shape.cut)
    place = (
        _place_attributes(box.x + origin[0], box.y + origin[1])
        if origin
        else f' transform="translate({box.x} {box.y})"'
    )
    return f"{start}{place}{rest}"


def definition(motif: Stamp) -> str:
    """Return the motif as a path, which shapes of any size refer to."""
    origin = replace(motif, x=0, y=0, side=1, turn=0)
    line = "".join(path(points, THOUSANDTHS) for points, _ in origin.polygons())
    holes = ' fill-rule="evenodd"' if any(part.hole for part in motif.parts) else ""
    return f'<path id="{_motif_id(motif.name)}"{holes} d="{line}"/>'


@lru_cache(maxsize=MAX_CACHED_ELEMENTS)
def _element_without_place(
    theme: GameTheme, role: str, size: tuple[int, int], text: str, cut: str
) -> tuple[str, Point | None, str]:
    """Return the markup of an element before and after its place, and between them its x and y in the box.

    The place is None for an element that is translated as a whole. Cached, because many elements differ only in place.
    """
    shape = Shape(role, Box(0, 0, *size), text, cut)
    parts = [*_form_parts(theme, role, size, cut), *_text_parts(theme, shape)]
    if len(parts) == 1 and parts[0].tag != "use":
        part = parts[0]
        return f"<{part.tag}{_class_attribute(f'{role_class(role)} {part.kind}'.strip())}", part.origin, part.rest
    return f"<g{_class_attribute(role_class(role))}", None, f">{''.join(map(str, parts))}</g>"


def _place_attributes(x: float, y: float) -> str:
    return (f' x="{short_number(x)}"' if x else "") + (f' y="{short_number(y)}"' if y else "")


def _class_attribute(classes: str) -> str:
    return f' class="{classes}"' if classes else ""


@lru_cache(maxsize=MAX_CACHED_ELEMENTS)
def _form_parts(theme: GameTheme, role: str, size: tuple[int, int], cut: str) -> tuple[_Part, ...]:
    """Return the form of a shape without its text; cached separately, because texts change more often."""
    return tuple(_build_form(theme.looks[role], Shape(role, Box(0, 0, *size), cut=cut)))


def _build_form(look: RoleLook, shape: Shape) -> Iterator[_Part]:
    box = shape.box
    match look.form:
        case "plate" | "tile":
            yield from _plate_parts(look, box)
        case "head":  # round above, square below
            r = short_number(look.radius)
            down = short_number(box.h - look.radius)
            across = short_number(box.w - 2 * look.radius)
            line = f"M0 {box.h}v-{down}a{r} {r} 0 0 1 {r}-{r}h{across}a{r} {r} 0 0 1 {r} {r}v{down}z"
            yield _Part("path", "fill", f' d="{line}"/>')
        case "frame" | "ring":  # an outline at the border of the box, with a gap in the color of the fill inside
            if look.fill and look.gap:
                yield _rectangle(
                    box, look.width + look.gap / 2, look.radius - look.width - look.gap / 2, "gap", look.gap
                )
            if look.edge and look.width:
                yield _rectangle(box, look.width / 2, look.radius - look.width / 2, "stroke", look.width)
        case "disc":
            width = look.width if look.edge else 0.0
            kind = ("rim" if look.fill else "stroke") if width else "fill"
            x, y, across, down = (short_number(side / 2) for side in (box.w, box.h, box.w - width, box.h - width))
            yield _Part("ellipse", kind, f' cx="{x}" cy="{y}" rx="{across}" ry="{down}"{_stroke_width(width)}/>')
        case form if form in OUTLINES:
            yield from _layer_parts([*OUTLINES[form](_stencil(look), box, shape.cut)])
    if look.form == "tile":
        yield _motif_use(stamp(look.motif, box.x, box.y, box.w), "mark")


@lru_cache(maxsize=1024)
def _stencil(look: RoleLook) -> RoleLook:
    """Return the look with a number in place of each color, which identifies the layers."""
    numbers = {part: PART_NUMBERS[part] for part in PART_NUMBERS if getattr(look, part) is not None}
    return replace(look, **numbers)  # type: ignore[arg-type]


def _plate_parts(look: RoleLook, box: Box) -> Iterator[_Part]:
    radius = look.length(look.radius, box.h)
    width = look.length(look.width, box.h)
    if look.edge and width:
        yield _rectangle(box, width / 2, radius - width / 2, "rim" if look.fill else "stroke", width)
    elif look.fill or look.edge:
        yield _rectangle(box, 0, radius, "fill" if look.fill else "edge")


def _layer_parts(layers: list[PaintLayer]) -> Iterator[_Part]:
    """Yield the layers of a form; an edge of even width and the fill inside it become one path with a stroke."""
    while layers:
        (form, color), *layers = layers
        if color is None:
            continue
        if isinstance(form, Stamp):
            yield _motif_use(form, COLOR_PARTS[color])
            continue
        inner, within = layers[0] if layers else (None, None)
        rim = rim_between(form, inner) if (color, within) == RIM_COLORS and isinstance(inner, list) else None
        if rim:
            layers = layers[1:]
            yield _Part("path", "rim", f' d="{path(rim.points)}"{_stroke_width(rim.width)}/>')
        elif disc := circle(form):
            yield _Part("circle", COLOR_PARTS[color], ' cx="{}" cy="{}" r="{}"/>'.format(*map(short_number, disc)))
        else:
            yield _Part("path", COLOR_PARTS[color], f' d="{path(form)}"/>')


def _motif_use(motif: Stamp, kind: str) -> _Part:
    """Return a reference to the definition of a motif; the fill of the look shows through its holes."""
    placed = f"translate({short_number(motif.x)} {short_number(motif.y)})" if (motif.x, motif.y) != (0, 0) else ""
    turned = f"rotate({motif.turn})" if motif.turn else ""
    where = f' transform="{placed}{turned}scale({short_number(motif.side)})"'
    return _Part("use", "" if kind == "mark" else kind, f' href="#{_motif_id(motif.name)}"{where}/>')


def _motif_id(name: str) -> str:
    return f"m-{name.replace(' ', '-')}"


def _rectangle(box: Box, by: float, radius: float, kind: str, width: float = 0) -> _Part:
    """Return a rounded rectangle `by` board units inside the box, with a line of that width."""
    size = f' width="{short_number(box.w - 2 * by)}" height="{short_number(box.h - 2 * by)}"'
    rounded = f' rx="{short_number(radius)}"' if radius > 0 else ""
    return _Part("rect", kind, f"{size}{rounded}{_stroke_width(width)}/>", (by, by))


def _stroke_width(width: float) -> str:
    return f' stroke-width="{short_number(width)}"' if width else ""


def _text_parts(theme: GameTheme, shape: Shape) -> Iterator[_Part]:
    for first, *rest in filter(None, [text_lines(theme, shape)]):
        kind = "" if first.role == shape.role else role_class(first.role)
        inner = escape(first.text)
        for line in rest:
            where = f'{_place_attributes(_anchor(theme, line), 0)} font-size="{short_number(line.size)}"'
            inner += str(_Part("tspan", role_class(line.role), f"{where}>{escape(line.text)}</tspan>"))
        x = _anchor(theme, first)
        y = round(first.y, TENTHS)
        size = f' font-size="{short_number(first.size)}"'
        if rest:  # captions have absolute places, so the text has one too
            yield _Part("text", kind, f"{_place_attributes(x, y)}{size}>{inner}</text>")
        else:
            yield _Part("text", kind, f"{size}>{inner}</text>", (x, y))


def _anchor(theme: GameTheme, line: TextLine) -> float:
    return round(line.x + ANCHOR_SHIFTS[theme.looks[line.role].anchor] * line.width, TENTHS)
