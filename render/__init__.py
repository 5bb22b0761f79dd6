"""Pictures and texts of positions; the `PORTRAYAL` of `render.<game>` shows a game.

Knows nothing about Discord and languages: `say` supplies the words.
"""

from collections.abc import Iterable, Mapping, Sequence
from importlib import import_module
from typing import NamedTuple

from engine.core import Move, State, View
from render.figures import figures, tour_paragraphs
from render.film import Frame, film_scenes, frames, thin_frames
from render.looks.font import drawable_name
from render.looks.theme import load_theme, theme_names
from render.parts import stopped_say, unmark_seats
from render.pixels.paint import animate, paint, paint_alone, pixels
from render.portrayal import EMOJI_SIZE, Aspect, Portrayal, Spots, scene_of
from render.scene import Box, Changes, Say, Scene, crop
from render.svg.drawing import Drawing, DrawnShape, Splice, drawing, splices
from render.svg.sheets import font_css, role_css, theme_css

__all__ = [
    "PLAIN_ASPECT",
    "Aspect",
    "Box",
    "Changes",
    "Drawing",
    "DrawnShape",
    "Frame",
    "Say",
    "Splice",
    "Spots",
    "accent",
    "alt_text",
    "draw",
    "drawable_name",
    "emoji",
    "emojis",
    "figure",
    "figure_sketch",
    "figures",
    "film",
    "font_css",
    "frames",
    "has_pictures",
    "pixels",
    "role_css",
    "sketch",
    "splices",
    "spots",
    "text",
    "theme_css",
    "theme_names",
    "tour_paragraphs",
]

MAX_POSITION_TEXT = 1000  # characters
PLAIN_ASPECT = Aspect()


PORTRAYAL_PACKAGES = (
    "azul",
    "pavilion",
    "match_five",
    "pillars",
)
PORTRAYALS: Mapping[str, Portrayal] = {key: import_module(f"render.{key}").PORTRAYAL for key in PORTRAYAL_PACKAGES}


def draw(
    view: View[State], names: Sequence[str], say: Say, theme: str = "light", aspect: Aspect = PLAIN_ASPECT
) -> bytes:
    """Return the picture that `aspect` asks for as a PNG file; an enlarged seat stays legible at half the width.

    `names` has one name per seat. Safe to call from any thread. Raises KeyError for an unknown theme or game.
    """
    scene = scene_of(PORTRAYALS[view.game], view, names, say, aspect)
    return paint(scene, load_theme(theme, view.game, scene.zoom))


def sketch(
    view: View[State],
    names: Sequence[str],
    say: Say,
    aspect: Aspect = PLAIN_ASPECT,
    *,
    contrast: bool = False,
    alt: str = "",
) -> Drawing:
    """Return the picture that `aspect` asks for as SVG elements; `role_css` and `theme_css` supply the colors.

    `contrast`: use the thicker rims of the high-contrast theme; all other themes share one drawing. `alt`: the text
    for screen readers, see `alt_text`. Names are cut and escaped. Safe to call from any thread. Raises KeyError for
    an unknown game.
    """
    scene = scene_of(PORTRAYALS[view.game], view, names, say, aspect)
    theme = load_theme("contrast" if contrast else "light", view.game, scene.zoom)
    return drawing(scene, theme, view.game, alt)


def spots(view: View[State], move: Move, *, enlarged: bool = False) -> Spots:
    """Return, for each field of the move, the boxes that show its value, in board units of the picture.

    The picture shows the whole table, or with `enlarged` the seat of the view. If several boxes contain a point, the
    box with the nearest center counts. Fields without a place in the picture, such as the turn of a tile, are left
    out.
    """
    portrayal = PORTRAYALS[view.game]
    if portrayal.spots is None or view.seat is None:
        return {}
    found = portrayal.spots(view, move, enlarged)
    return {name: tuple(box.scale(portrayal.zoom if enlarged else 1) for box in boxes) for name, boxes in found.items()}


def figure(game: str, number: str, say: Say, theme: str = "light") -> bytes | None:
    """Return the picture of a paragraph of the rules as a PNG file, None if the paragraph has no picture.

    The words under `<game>.figure.<number>` describe what it shows.
    """
    source = _figure_scene(game, number, say)
    return paint(source.scene, load_theme(theme, game, source.scene.zoom), source.part) if source else None


def figure_sketch(game: str, number: str, say: Say, *, contrast: bool = False) -> str | None:
    """Return the picture of a paragraph as one `svg` element without colors, as in `sketch`, or None.

    Shapes wholly outside the visible part are left out.
    """
    found = _figure_scene(game, number, say)
    if found is None:
        return None
    scene = crop(found.scene, found.part) if found.part else found.scene
    theme = load_theme("contrast" if contrast else "light", game, scene.zoom)
    return drawing(scene, theme, game, "").document(part=found.part)


class _FigureScene(NamedTuple):
    scene: Scene
    part: Box | None


def _figure_scene(game: str, number: str, say: Say) -> _FigureScene | None:
    found = figures(game).get(number) if game in PORTRAYALS else None
    if found is None:
        return None
    portrayal = PORTRAYALS[game]
    view = found.view
    names = [say("picture.seat", n=seat + 1) for seat in range(len(view.state.scores()))]
    if found.seat is None:
        return _FigureScene(portrayal.scene(view, names, say, found.changes), found.part)
    return _FigureScene(portrayal.close(view, names, say, found.changes, found.seat), found.part)


def film(played: Iterable[Frame], names: Sequence[str], say: Say, theme: str = "light") -> bytes:
    """Return the frames of one game as a GIF file, 600 pixels wide, with a growing bar of points per seat below.

    If there are more than 60 frames, some are left out evenly. The seat to move is not marked, because the marks would
    take a third of the file; rings show who has moved. Takes up to a second of CPU. Raises ValueError if there is no
    frame, KeyError like `draw`.
    """
    chosen = thin_frames(tuple(played))
    if not chosen:
        raise ValueError("a film needs a frame")
    game = chosen[0].view.game
    scenes = [
        unmark_seats(PORTRAYALS[game].scene(frame.view, names, stopped_say(say), frame.changes)) for frame in chosen
    ]
    return animate(film_scenes(chosen, scenes), load_theme(theme, game, 1))


def emojis(game: str) -> tuple[str, ...]:
    """Return the keys of the words for all things that have an emoji, without the prefix of the game: "color.B"."""
    return tuple(PORTRAYALS[game].emojis) if game in PORTRAYALS else ()


def emoji(game: str, thing: str) -> bytes:
    """Return the emoji of a thing as a transparent PNG file, 128 x 128 pixels. Raises KeyError if there is none.

    It is drawn in the light theme, with an edge that is visible on any background of Discord.
    """
    return paint_alone(PORTRAYALS[game].emojis[thing], EMOJI_SIZE, load_theme("light", game))


def alt_text(view: View[State], names: Sequence[str], say: Say, last: Sequence[str] = (), first: str = "") -> str:
    """Return the position in at most 1,000 characters: in words if they fit, else in letters with a legend.

    `last`: sentences about the last change, oldest first, which follow "Last:". `first`: a sentence before everything
    else. A text that is too long is shortened in steps: the sentences of `last` are dropped, oldest first, except for
    the newest; then letters replace the words; then the newest sentence is dropped; then seat numbers replace the
    names. The text is never cut.
    """
    say = stopped_say(say) if view.stopped else say
    portrayal = PORTRAYALS[view.game]
    for describe, least_news in ((portrayal.long_alt_text, min(1, len(last))), (portrayal.short_alt_text, 0)):
        position = describe(view, names, say)
        for start in range(len(last) + 1 - least_news):
            news = say("picture.last", sentences=" ".join(last[start:])) if last[start:] else ""
            candidate = "\n".join(filter(None, (first, position, news)))
            if len(candidate) <= MAX_POSITION_TEXT:
                return candidate
    shortest = portrayal.short_alt_text(view, [say("picture.seat", n=seat + 1) for seat in range(len(names))], say)
    candidate = f"{first}\n{shortest}" if first else shortest
    return candidate if len(candidate) <= MAX_POSITION_TEXT else shortest


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """Return the whole position in Markdown: an entry for the table, then one per seat, each with its heading.

    `names` must already be escaped.
    """
    return PORTRAYALS[view.game].text(view, names, stopped_say(say) if view.stopped else say)


def has_pictures(game: str) -> bool:
    """Whether there are pictures of this game; the bot offers only such games."""
    return game in PORTRAYALS


def accent(game: str) -> int:
    """Return the accent color of the game's messages, 0xRRGGBB."""
    return PORTRAYALS[game].accent
