"""Pictures and texts of positions: a game is shown by the `PORTRAYAL` of the module with its key.

Knows no Discord and no language: words come in as `say`.
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

MAX_ALT_TEXT = 1000  # characters of an alt text
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
    """The picture that `aspect` asks for as a PNG file, a name a seat; with a seat enlarged legible at half its width.

    Pure: to be called from any thread. Raises KeyError for a theme or game that is not there.
    """
    drawn = scene_of(PORTRAYALS[view.game], view, names, say, aspect)
    return paint(drawn, load_theme(theme, view.game, drawn.zoom))


def sketch(
    view: View[State],
    names: Sequence[str],
    say: Say,
    aspect: Aspect = PLAIN_ASPECT,
    *,
    contrast: bool = False,
    alt: str = "",
) -> Drawing:
    """The picture that `aspect` asks for as elements of SVG, without any color: `rules` and `variables` have those.

    `contrast`: as the theme of high contrast draws it, whose rims are thicker; all other themes share one drawing.
    `alt`: what a screen reader says in its place, see `alt_text`. Names are cut and escaped. Pure: to be called from
    any thread. Raises KeyError for a game that is not there.
    """
    drawn = scene_of(PORTRAYALS[view.game], view, names, say, aspect)
    theme = load_theme("contrast" if contrast else "light", view.game, drawn.zoom)
    return drawing(drawn, theme, view.game, alt)


def spots(view: View[State], move: Move, *, enlarged: bool = False) -> Spots:
    """Boxes in board units of the picture of the position, or of the seat of the view enlarged, by field of the move.

    Each box stands for the answer; where several hold a point the one whose middle is nearest is meant. Answers that
    stand nowhere, such as how a tile is turned, are left out.
    """
    shown = PORTRAYALS[view.game]
    if shown.spots is None or view.seat is None:
        return {}
    found = shown.spots(view, move, enlarged)
    return {name: tuple(box.scale(shown.zoom if enlarged else 1) for box in boxes) for name, boxes in found.items()}


def figure(game: str, number: str, say: Say, theme: str = "light") -> bytes | None:
    """The picture beside a paragraph of the rules as a PNG file; None where it has none.

    What it shows stands under `<game>.figure.<number>` in the words.
    """
    found = _figure_scene(game, number, say)
    return paint(found.scene, load_theme(theme, game, found.scene.zoom), found.part) if found else None


def figure_sketch(game: str, number: str, say: Say, *, contrast: bool = False) -> str | None:
    """The same as one `svg` element without any color, see `sketch`; None where the paragraph has no picture.

    What lies wholly outside of the part that is shown is left out.
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
    shown = PORTRAYALS[game]
    view = found.view
    names = [say("picture.seat", n=seat + 1) for seat in range(len(view.state.scores()))]
    if found.seat is None:
        return _FigureScene(shown.scene(view, names, say, found.changes), found.part)
    return _FigureScene(shown.close(view, names, say, found.changes, found.seat), found.part)


def film(played: Iterable[Frame], names: Sequence[str], say: Say, theme: str = "light") -> bytes:
    """The frames of one game as a GIF file, 600 wide, points growing below: at most 60, others are left out evenly.

    No seat is marked as the one to move: rings tell who has moved, and heads that flicker would be a third of the file.
    Takes up to a second of CPU. Raises ValueError when there is no frame, KeyError like `draw`.
    """
    kept = thin_frames(tuple(played))
    if not kept:
        raise ValueError("a film needs a frame")
    game = kept[0].view.game
    scenes = [unmark_seats(PORTRAYALS[game].scene(one.view, names, stopped_say(say), one.changes)) for one in kept]
    return animate(film_scenes(kept, scenes), load_theme(theme, game, 1))


def emojis(game: str) -> tuple[str, ...]:
    """The things of the game that have an emoji, each as the key of its word without the game: "color.B"."""
    return tuple(PORTRAYALS[game].emojis) if game in PORTRAYALS else ()


def emoji(game: str, thing: str) -> bytes:
    """The emoji of that thing as a PNG file of 128 x 128 pixels on a clear ground. Raises KeyError for no such thing.

    It is drawn in the light theme: its own edge sets it off from whatever Discord has behind it.
    """
    return paint_alone(PORTRAYALS[game].emojis[thing], EMOJI_SIZE, load_theme("light", game))


def alt_text(view: View[State], names: Sequence[str], say: Say, last: Sequence[str] = (), first: str = "") -> str:
    """The position in at most 1,000 characters: in words if they fit, else in letters with a legend; never cut.

    `last`: sentences about the last change, oldest first; they follow "Last:". `first`: a sentence before it all. The
    oldest sentences are left out where they leave no room, all but the newest one before words give way to letters; at
    last names give way to seat numbers.
    """
    say = stopped_say(say) if view.stopped else say
    portrayal = PORTRAYALS[view.game]
    for describe, kept in ((portrayal.long, min(1, len(last))), (portrayal.short, 0)):
        position = describe(view, names, say)
        for at in range(len(last) + 1 - kept):
            news = say("picture.last", sentences=" ".join(last[at:])) if last[at:] else ""
            way = "\n".join(filter(None, (first, position, news)))
            if len(way) <= MAX_ALT_TEXT:
                return way
    least = portrayal.short(view, [say("picture.seat", n=seat + 1) for seat in range(len(names))], say)
    way = f"{first}\n{least}" if first else least
    return way if len(way) <= MAX_ALT_TEXT else least


def text(view: View[State], names: Sequence[str], say: Say) -> list[str]:
    """The whole position in words and Markdown: an entry for the table, then one a seat, each with its heading.

    `names` are written as they come, so they must be escaped already.
    """
    return PORTRAYALS[view.game].text(view, names, stopped_say(say) if view.stopped else say)


def has_pictures(game: str) -> bool:
    """Whether there are pictures of this game; the bot offers no other."""
    return game in PORTRAYALS


def accent(game: str) -> int:
    """The color that stands for the game beside its messages, 0xRRGGBB."""
    return PORTRAYALS[game].accent
