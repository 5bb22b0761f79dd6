"""Paints scenes as PNG and GIF files. Only this module and `letters` know Pillow.

Knows nothing about games: the theme defines the roles. Every sprite is drawn once at four times its size, reduced to
the fixed palette of the theme and cached; a picture is a copy of its background onto which each sprite is pasted.

Pillow does not compress the pictures, because it uses the system's zlib and tries every filter on every row. Flat
colors gain nothing from filters, and `isal`, used if installed, compresses equally well in a quarter of the time.
"""

import re
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import ceil
from threading import Lock
from typing import NamedTuple

from PIL import GifImagePlugin, Image, ImageChops, ImageDraw

from render.looks.forms import OUTLINES, polygons
from render.looks.motifs import stamp
from render.looks.theme import Color, GameTheme, PaintLayer, RoleLook, mix
from render.pixels.letters import SPRITE_SCALE, draw_text, extent, single_ink
from render.scene import Box, Ground, Scene, Shape

try:
    from isal import isal_zlib
except ImportError:  # not available for this system or this Python
    isal_zlib = None  # type: ignore[assignment]

# Bytes; larger files, such as some full tables of Summer Pavilion, are compressed again, more slowly.
MAX_FAST_FILE = 88 * 1024
MAX_CACHED_SPRITES = 4096  # all games in one theme: about 55 MB
MAX_CACHED_GROUNDS = 48  # all games in one theme: about 36 MB
MAX_CACHED_PLATE_ENDS = 256  # ends of plates, from which plates of all widths are made
LARGE_SHAPE_PIXELS = 1 << 16  # shapes of a background that are at least this large are not cached on their own
_LARGE_SHAPE_LOCK = Lock()
UNCACHED_FORMS = frozenset({"curve"})  # forms rarely equal in two pictures; drawn in shades of one color
TRANSPARENT_INDEX = 255  # leaves a pixel of a film unchanged; palettes have at most 255 colors, so it is free
LOOP_EXTENSION = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # a film repeats forever
FAST_COMPRESSION = 2  # the level with the smallest files at which `isal` is still fast
SMALL_COMPRESSION = 6  # the level of zlib for small files
PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"
PNG_BIT_DEPTH = 8
PNG_PALETTE_COLORS = 3  # the color type
_NO_DITHER = Image.Dither.NONE
COVERAGE_LEVELS = [0] + [255] * 255  # maps a channel to a mask of every pixel with any paint
MIN_SPLIT_PIXELS = 2_000  # sprites from this size on are pasted faster in pieces
MAX_SPRITE_SIDES = 2  # a plate has one side, a frame a left and a right side
_OPAQUE_RUN = re.compile(rb"\xff+")


class _Sprite(NamedTuple):
    """An image of palette indexes, the mask of its pixels (None for all), and its offset in the box.

    It has no palette of its own, because thousands of sprites are cached.
    """

    image: Image.Image
    mask: Image.Image | None
    x: int
    y: int


def paint(scene: Scene, theme: GameTheme, part: Box | None = None, *, small: bool = False) -> bytes:
    """Return the picture of the scene as an 8-bit palette PNG file; the same scene gives the same bytes.

    `part` crops the picture to that box. `small` makes a smaller file, more slowly.
    """
    canvas = _canvas(scene, theme)
    if part is not None:
        canvas = canvas.crop((part.x, part.y, part.x + part.w, part.y + part.h))
    file = png(canvas, _palette_bytes(theme), small=small)
    return file if small or len(file) <= MAX_FAST_FILE else png(canvas, _palette_bytes(theme), small=True)


def png(canvas: Image.Image, palette: bytes, *, small: bool = False) -> bytes:
    """Return the PNG file of a canvas of palette indexes (mode L); `palette` has three bytes per color.

    A `small` file takes five times as long.
    """
    header = struct.pack(">IIBBBBB", *canvas.size, PNG_BIT_DEPTH, PNG_PALETTE_COLORS, 0, 0, 0)
    # In a PNG, a zero before each row means that it has no filter. Pillow can write a zero after each row in one go, so
    # the first zero is written separately and the last one is dropped.
    rows = memoryview(canvas.tobytes("raw", "L", canvas.width + 1, 1))
    stream = zlib.compressobj(SMALL_COMPRESSION) if small else (isal_zlib or zlib).compressobj(FAST_COMPRESSION)
    content = b"".join((stream.compress(b"\0"), stream.compress(rows[:-1]), stream.flush()))
    file = [PNG_SIGNATURE]
    for kind, data in ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", content), (b"IEND", b"")):
        chunk = kind + data
        file += [struct.pack(">I", len(data)), chunk, struct.pack(">I", zlib.crc32(chunk))]
    return b"".join(file)


def paint_alone(shapes: Iterable[Shape], side: int, theme: GameTheme) -> bytes:
    """Return the shapes in a square of `side` pixels as a full-color PNG file with a transparent background."""
    large, file = Image.new("RGBA", (side * SPRITE_SCALE, side * SPRITE_SCALE)), BytesIO()
    pen = ImageDraw.Draw(large)
    for shape in shapes:
        draw_shape(pen, theme, shape)
    large.reduce(SPRITE_SCALE).save(file, "PNG")
    return file.getvalue()


def pixels(file: bytes) -> bytes:
    """Return the colors of a PNG file row by row, which do not depend on the compression."""
    return Image.open(BytesIO(file)).tobytes()


def shrink_picture(file: bytes, width: int, *, gray: bool = False) -> bytes:
    """Return the picture of a PNG file scaled to `width` pixels, as a PNG file, to check that it stays legible."""
    image = Image.open(BytesIO(file)).convert("L" if gray else "RGB")
    small = BytesIO()
    image.resize((width, round(image.height * width / image.width)), Image.Resampling.LANCZOS).save(small, "PNG")
    return small.getvalue()


def animate(scenes: Iterable[tuple[Scene, int]], theme: GameTheme) -> bytes:
    """Return the scenes, each with its duration in milliseconds, as a GIF of half their size with only the changes.

    All scenes must have the same size. They are painted one at a time, so long films take no more memory.
    """
    parts: list[bytes] = []
    previous: Image.Image | None = None
    for scene, stays in scenes:
        canvas = _canvas(scene, theme)
        canvas.putpalette(_palette_bytes(theme))
        image = canvas.convert("RGB").reduce(2).quantize(palette=_palette_image(theme), dither=_NO_DITHER)
        if previous is None:
            size = (part for side in image.size for part in divmod(side, 256)[::-1])
            parts += [b"GIF89a", bytes((*size, 0xF7, 0, 0)), _palette_bytes(theme), LOOP_EXTENSION]
        piece, place = _changed_part(previous, image)
        parts += GifImagePlugin.getdata(piece, place, duration=stays, disposal=1, transparency=TRANSPARENT_INDEX)
        previous = image
    return b"".join([*parts, b";"])


def _changed_part(previous: Image.Image | None, image: Image.Image) -> tuple[Image.Image, tuple[int, int]]:
    """Return the part of the image that differs from the previous one, equal pixels transparent, and its place."""
    if previous is None:
        return image, (0, 0)
    difference = ImageChops.subtract_modulo(image, previous)
    box = difference.getbbox() or (0, 0, 1, 1)
    piece = image.crop(box)
    piece.paste(TRANSPARENT_INDEX, mask=difference.crop(box).point([255, *(0,) * 255], "1"))
    return piece, box[:2]


def _canvas(scene: Scene, theme: GameTheme) -> Image.Image:
    """Paint the scene as palette indexes."""
    bare = not scene.ground.shapes  # a background without shapes is not worth caching
    canvas = (_ground_picture.__wrapped__ if bare else _ground_picture)(theme, scene.ground).copy()
    for shape in scene.shapes:
        if theme.looks[shape.role].form in UNCACHED_FORMS:
            _paste(canvas, shape.box, (_uncached_sprite(theme, shape),))
        else:
            _paste(canvas, shape.box, _sprites(theme, shape.role, (shape.box.w, shape.box.h), shape.text, shape.cut))
    return canvas


def draw_shape(pen: ImageDraw.ImageDraw, theme: GameTheme, shape: Shape) -> None:
    """Draw the shape with the pen, at `SPRITE_SCALE` times its place and size."""
    look, box = theme.looks[shape.role], shape.box
    match look.form:
        case "plate" | "tile":
            _draw_plate(pen, look, box)
        case "head":  # round above, square below
            sides = (True, True, False, False)
            pen.rounded_rectangle(_inset_corners(box, 0), look.radius * SPRITE_SCALE, fill=look.fill, corners=sides)
        case "frame" | "ring":  # an outline at the border of the box, with a gap in the color of the fill inside
            for by, width, color in ((look.width, look.gap, look.fill), (0, look.width, look.edge)):
                if color:
                    stroked, radius = round(width * SPRITE_SCALE), (look.radius - by) * SPRITE_SCALE
                    pen.rounded_rectangle(_inset_corners(box, by), radius, outline=color, width=stroked)
        case "disc":
            for by, color in ((0.0, look.edge), (look.width if look.edge else 0.0, look.fill)):
                if color:
                    pen.ellipse(_inset_corners(box, by), fill=color)
        case form if form in OUTLINES:
            for layer in OUTLINES[form](look, box, shape.cut):
                _draw_layer(pen, look, layer)
    if look.form == "tile":  # other forms draw their motifs themselves
        _draw_layer(pen, look, (stamp(look.motif, box.x, box.y, box.w), look.mark))
    draw_text(pen, theme, shape)


@lru_cache(maxsize=MAX_CACHED_GROUNDS)
def _ground_picture(theme: GameTheme, ground: Ground) -> Image.Image:
    """Paint a background as palette indexes, like a sprite; cached, because its shapes are as large as panels."""
    canvas = Image.new("L", (ground.width, ground.height), theme.palette.index(theme.colors["board"]))
    for shape in ground.shapes:
        draw = _sprites if shape.box.w * shape.box.h < LARGE_SHAPE_PIXELS else _large_sprite
        _paste(canvas, shape.box, draw(theme, shape.role, (shape.box.w, shape.box.h), shape.text, shape.cut))
    return canvas


def _large_sprite(theme: GameTheme, role: str, size: tuple[int, int], text: str, cut: str) -> tuple[_Sprite, ...]:
    """Draw a large shape under a lock: enlarged four times in full color, it takes up to 60 MB of memory."""
    with _LARGE_SHAPE_LOCK:
        return (_sprite(theme, role, size, text, cut),)


def _paste(canvas: Image.Image, box: Box, sprites: Iterable[_Sprite]) -> None:
    """Paste with Pillow's core: for small pieces, the checks of the public `paste` take longer than the work."""
    core = canvas.im
    for image, mask, right, down in sprites:
        piece, x, y = image.im, box.x + right, box.y + down
        width, height = piece.size
        if mask is None:
            core.paste(piece, (x, y, x + width, y + height))
        else:
            core.paste(piece, (x, y, x + width, y + height), mask.im)


@lru_cache(maxsize=MAX_CACHED_SPRITES)
def _sprites(theme: GameTheme, role: str, size: tuple[int, int], text: str, cut: str) -> tuple[_Sprite, ...]:
    """Return the shape in the pieces that paste fastest."""
    return _split_sprite(_sprite(theme, role, size, text, cut))


def _split_sprite(sprite: _Sprite) -> tuple[_Sprite, ...]:
    """Split a sprite: drop the transparent middle of a frame, and the mask where a side or a plate is opaque.

    Pasting visits each pixel under a mask; in a frame around a panel there are 50 transparent ones per opaque one.
    """
    (width, height), mask = sprite.image.size, sprite.mask
    if mask is None or width * height < MIN_SPLIT_PIXELS:
        return (sprite,)
    covers = mask.convert("L").tobytes()
    rows = [covers[start : start + width] for start in range(0, width * height, width)]
    like = rows[height // 2]
    top = bottom = height // 2
    while top and rows[top - 1] == like:
        top -= 1
    while bottom < height and rows[bottom] == like:
        bottom += 1
    sides = [(found.start(), found.end()) for found in _OPAQUE_RUN.finditer(like)]
    if len(sides) > MAX_SPRITE_SIDES or bottom - top < height // 2:
        return (sprite,)
    whole = [_crop_sprite(sprite, (left, top, right, bottom))._replace(mask=None) for left, right in sides]
    rest = [_crop_sprite(sprite, (0, start, width, end)) for start, end in ((0, top), (bottom, height)) if start < end]
    return (*rest, *whole)


def _crop_sprite(sprite: _Sprite, box: tuple[int, int, int, int]) -> _Sprite:
    image, mask, x, y = sprite
    return _Sprite(image.crop(box), mask and mask.crop(box), x + box[0], y + box[1])


def _sprite(theme: GameTheme, role: str, size: tuple[int, int], text: str, cut: str) -> _Sprite:
    """Draw the shape; edges blend with the background of the look, and the mask excludes pixels without paint."""
    look, (width, height) = theme.looks[role], size
    shape = Shape(role, Box(0, 0, width, height), text, cut)
    if look.form == "text" and (ink := single_ink(theme, shape)):
        return _text_sprite(theme, shape, ink)
    if look.form == "plate" and not text and width > (narrow := _least_plate_width(look, height)):
        image, mask, left, top = _plate_ends(theme, role, (narrow, height), cut)
        return _Sprite(_stretch(image, width), mask and _stretch(mask, width), left, top)
    left, top, right, bottom = (0, 0, width, height) if look.form != "text" else extent(theme, shape)
    mode = "RGBA" if look.form == "text" else "RGBX"  # letters get their full strokes only on a transparent canvas
    large = Image.new(mode, ((right - left) * SPRITE_SCALE, (bottom - top) * SPRITE_SCALE), (*look.ground, 0))
    draw_shape(ImageDraw.Draw(large), theme, shape._replace(box=Box(-left, -top, width, height)))
    reduced, paint_there = _reduce(large)
    reduced = reduced.quantize(palette=_palette_image(theme), dither=_NO_DITHER)
    return _Sprite(
        Image.frombytes("L", reduced.size, reduced.tobytes()), paint_there.point(COVERAGE_LEVELS, "1"), left, top
    )


@lru_cache(maxsize=MAX_CACHED_PLATE_ENDS)
def _plate_ends(theme: GameTheme, role: str, size: tuple[int, int], cut: str) -> _Sprite:
    """Draw a plate just wide enough for its corners; wider ones are stretched from it."""
    return _sprite(theme, role, size, "", cut)


def _least_plate_width(look: RoleLook, height: int) -> int:
    """Return the least width of a plate for its corners; between them all columns are the same."""
    return 2 * ceil(max(look.length(look.radius, height), look.length(look.width, height))) + 3


def _stretch(image: Image.Image, width: int) -> Image.Image:
    """Widen the image by repeating its middle column, so that a large plate needs no canvas of four times its size."""
    half, (whole, height) = image.width // 2, image.size
    wide = image.crop((half, 0, half + 1, height)).resize((width, height), Image.Resampling.NEAREST)
    wide.paste(image.crop((0, 0, half, height)), (0, 0))
    wide.paste(image.crop((half, 0, whole, height)), (width - whole + half, 0))
    return wide


def _reduce(large: Image.Image) -> tuple[Image.Image, Image.Image]:
    """Return the colors and the coverage of a canvas in its final size.

    A transparent canvas is reduced in two steps, because Pillow would weight its colors by their alpha.
    """
    if large.mode == "RGBA":
        return large.convert("RGB").reduce(SPRITE_SCALE), large.getchannel("A").reduce(SPRITE_SCALE)
    small = large.reduce(SPRITE_SCALE)
    return small.convert("RGB"), small.getchannel("X")


def _text_sprite(theme: GameTheme, shape: Shape, ink: Color) -> _Sprite:
    """Draw a text in shades from the background of its look to its ink.

    A grayscale canvas has a quarter of the size of a color canvas and takes a quarter of the time.
    """
    left, top, right, bottom = extent(theme, shape)
    large = Image.new("L", ((right - left) * SPRITE_SCALE, (bottom - top) * SPRITE_SCALE))
    draw_text(ImageDraw.Draw(large), theme, shape._replace(box=shape.box._replace(x=-left, y=-top)), ink=255)
    small = large.point(COVERAGE_LEVELS).reduce(SPRITE_SCALE)  # full strokes, as on a transparent color canvas
    ground = theme.looks[shape.role].ground
    return _Sprite(small.point(_ramp(theme, ground, ink)), small.point(COVERAGE_LEVELS, "1"), left, top)


def _uncached_sprite(theme: GameTheme, shape: Shape) -> _Sprite:
    """Draw a form in shades from the background of its look to the edge, or to the fill if the look has no edge."""
    look, box = theme.looks[shape.role], shape.box
    darkest = look.edge or look.fill or look.ground
    large = Image.new("L", (box.w * SPRITE_SCALE, box.h * SPRITE_SCALE))
    pen = ImageDraw.Draw(large)
    for layer in OUTLINES[look.form](look, Box(0, 0, box.w, box.h), shape.cut):
        for points, color in polygons(layer, look.fill):
            shade = _shade(color or look.ground, look.ground, darkest)
            pen.polygon([(x * SPRITE_SCALE, y * SPRITE_SCALE) for x, y in points], fill=shade)
    small = large.reduce(SPRITE_SCALE)
    return _Sprite(small.point(_ramp(theme, look.ground, darkest)), small.point(COVERAGE_LEVELS, "1"), 0, 0)


@lru_cache(maxsize=64)
def _shade(color: Color, ground: Color, darkest: Color) -> int:
    """Return how far the color is on the way from the background (0) to the darkest color (255)."""
    full = [end - start for start, end in zip(ground, darkest, strict=True)]
    part = [end - start for start, end in zip(ground, color, strict=True)]
    return round(
        255 * sum(whole * share for whole, share in zip(full, part, strict=True)) / sum(whole * whole for whole in full)
    )


@lru_cache(maxsize=32)
def _ramp(theme: GameTheme, ground: Color, darkest: Color) -> list[int]:
    """Return the palette index nearest to each of 256 shades from the background to the darkest color."""
    shades = bytes(part for shade in range(256) for part in mix(ground, darkest, shade / 255))
    return list(
        Image.frombytes("RGB", (256, 1), shades).quantize(palette=_palette_image(theme), dither=_NO_DITHER).tobytes()
    )


@lru_cache(maxsize=32)
def _palette_image(theme: GameTheme) -> Image.Image:
    image = Image.new("P", (1, 1))
    image.putpalette(_palette_bytes(theme))
    return image


@lru_cache(maxsize=32)
def _palette_bytes(theme: GameTheme) -> bytes:
    """Return the palette of pictures and films: 256 colors of three bytes."""
    spare = (theme.palette[0],) * (256 - len(theme.palette))
    return bytes(part for color in theme.palette + spare for part in color)


def _inset_corners(box: Box, by: float) -> tuple[float, float, float, float]:
    """Return the outermost pixels of the box, moved inward by so many board units."""
    right, bottom = box.x + box.w - by, box.y + box.h - by
    return (box.x + by) * SPRITE_SCALE, (box.y + by) * SPRITE_SCALE, right * SPRITE_SCALE - 1, bottom * SPRITE_SCALE - 1


def _draw_rounded_box(pen: ImageDraw.ImageDraw, box: Box, by: float, radius: float, fill: Color) -> None:
    """Draw a rounded rectangle `by` board units inside the box."""
    pen.rounded_rectangle(_inset_corners(box, by), max(0.0, radius) * SPRITE_SCALE, fill=fill)


def _draw_plate(pen: ImageDraw.ImageDraw, look: RoleLook, box: Box) -> None:
    radius, width = look.length(look.radius, box.h), look.length(look.width, box.h)
    if look.edge:
        _draw_rounded_box(pen, box, 0, radius, look.edge)
    if look.fill:
        _draw_rounded_box(pen, box, width, radius - width, look.fill)


def _draw_layer(pen: ImageDraw.ImageDraw, look: RoleLook, layer: PaintLayer) -> None:
    for points, color in polygons(layer, look.fill):
        pen.polygon([(x * SPRITE_SCALE, y * SPRITE_SCALE) for x, y in points], fill=color)
