"""Writes sample pictures of every game and a page that shows them: python -m render.gallery FOLDER.

Robots play. Knows nothing about rules. For every number of seats and every theme it draws opening, middle and end, in
full size and as small as in a channel, one of them in gray. It also draws each option once, one enlarged seat, a film,
the figures of the rules, and cards. Middles and enlarged seats are drawn as SVG too.
"""

import shutil
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from html import escape
from pathlib import Path

from engine.core import Options, State, View
from engine.games import GAMES
from engine.table import Table
from render import PORTRAYALS, Aspect, draw, figure, figures, film, frames, sketch
from render.cards import draw_chances, draw_leaderboard, draw_profile
from render.gallery.cards import chances, leaderboards, profiles
from render.gallery.games import SAMPLE_PEOPLE, TurnEvents, say, tables
from render.looks.font import FONT_FILES, browser_files
from render.looks.theme import theme_names
from render.pixels.paint import shrink_picture
from render.svg.sheets import font_css, role_css, theme_css

CARD_SECTION = "cards"  # key of the section with cards
CHANNEL_WIDTH, PHONE_WIDTH = 525, 360  # pixels
PictureFiles = Iterator[tuple[str, bytes]]

PAGE_HEAD = """<!doctype html><meta charset="utf-8"><title>Pictures</title>
<style>
body { margin: 0; background: #313338; color: #dbdee1; font: 15px/1.5 sans-serif }
body:has(#black:checked) { background: #1a1a1e } body:has(#white:checked) { background: #fff; color: #222 }
body:has(#gray:checked) :is(img, object) { filter: grayscale(1) }
.picture { width: 1200px } .close { width: 720px }
body:has(#small:checked) .picture { width: 525px } body:has(#small:checked) .close { width: 360px }
nav { position: sticky; top: 0; background: #111214; color: #fff; padding: 8px 16px }
nav label, nav a { margin-right: 14px; color: inherit }
section { padding: 8px 16px } figure { display: inline-block; margin: 8px 12px 8px 0; vertical-align: top }
</style>
"""
PAGE_CONTROLS = """<label><input type="checkbox" id="small" checked> small</label>
<label><input type="checkbox" id="gray"> gray</label>
<label><input type="radio" name="ground" checked> Discord</label>
<label><input type="radio" name="ground" id="black"> black</label>
<label><input type="radio" name="ground" id="white"> white</label>"""


def main(folder: Path, keys: Iterable[str] = (*PORTRAYALS, CARD_SECTION)) -> None:
    """Write pictures of these games, or cards, to the folder, overwriting files of the same names."""
    folder.mkdir(parents=True, exist_ok=True)
    for font in (path for weight in FONT_FILES for path in browser_files(weight)):
        shutil.copy(font, folder)
    body = ""
    links = ""
    for key in keys:
        written = dict(cards() if key == CARD_SECTION else pictures(key))
        for name, file in written.items():
            (folder / name).write_bytes(file)
        title = "Leaderboards, profiles, chances to win" if key == CARD_SECTION else escape(say(f"{key}.title"))
        body += f'<section id="{key}"><h2>{title}</h2>{"".join(map(_picture_element, written))}</section>\n'
        links += f'<a href="#{key}">{title}</a>'
        sys.stdout.write(f"{key}: {len(written)} files\n")
    page = f"{PAGE_HEAD}<nav>{links}{PAGE_CONTROLS}</nav>\n{body}"
    (folder / "index.html").write_text(page, "utf-8")
    sys.stdout.write(f"{folder / 'index.html'}\n")


def pictures(game: str) -> PictureFiles:
    """Yield every file of a game: name and content."""
    for seats in GAMES[game].seats:
        played = list(tables(game, seats, {}))
        for moment, index in (("opening", 0), ("middle", len(played) // 2), ("end", -1)):
            yield from _table_pictures(f"{game}_{seats}_{moment}", *played[index], vectors=moment == "middle")
        yield from _seat_pictures(f"{game}_{seats}_close", *played[len(played) // 2])
        if seats == GAMES[game].seats[0]:
            yield f"{game}_{seats}_film.gif", film(frames(played[-1][0]), SAMPLE_PEOPLE[:seats], say)
    for option, values in GAMES[game].options.items():
        for value in values[1:]:
            yield from _option_picture(game, {option: value})
    for number in figures(game):
        file = figure(game, number, say)
        assert file is not None
        yield f"{game}_rule_{number}_light.png", file


def cards() -> PictureFiles:
    """Yield leaderboards, profiles and chances to win of invented people."""
    for name, board in leaderboards().items():
        yield from _picture_sizes(f"leaderboard_{name}", partial(draw_leaderboard, board, say))
    for name, profile in profiles().items():
        yield from _picture_sizes(f"profile_{name}", partial(draw_profile, profile, say))
    for name, view in chances().items():
        yield from _picture_sizes(f"chances_{name}", partial(draw_chances, view, say))


def _table_pictures(name: str, table: Table, changes: TurnEvents, *, vectors: bool) -> PictureFiles:
    people = SAMPLE_PEOPLE[: table.seats]
    yield from _picture_sizes(name, lambda theme: draw(table.view(None), people, say, theme, Aspect(changes)))
    if vectors:
        yield from _vectors(name, table.view(None), Aspect(changes))


def _vectors(name: str, view: View[State], aspect: Aspect) -> PictureFiles:
    """Yield the SVG file in every theme, with its colors; the font files lie next to it."""
    for theme in theme_names():
        people = SAMPLE_PEOPLE[: len(view.state.scores())]
        drawing = sketch(view, people, say, aspect, contrast=theme == "contrast")
        style = font_css() + role_css(view.game) + theme_css(theme, view.game)
        yield f"{name}_{theme}.svg", drawing.document(style).encode()


def _picture_sizes(name: str, drawn: Callable[[str], bytes]) -> PictureFiles:
    for theme in theme_names():
        file = drawn(theme)
        yield f"{name}_{theme}.png", file
        yield f"{name}_{theme}_{CHANNEL_WIDTH}.png", shrink_picture(file, CHANNEL_WIDTH)
        if theme == "light":
            yield f"{name}_gray_{CHANNEL_WIDTH}.png", shrink_picture(file, CHANNEL_WIDTH, gray=True)


def _seat_pictures(name: str, table: Table, changes: TurnEvents) -> PictureFiles:
    seat = max((0, *table.state.to_act()[:1]))
    for theme in theme_names():
        file = draw(table.view(seat), SAMPLE_PEOPLE[: table.seats], say, theme, Aspect(changes, seat=seat))
        yield f"{name}_{theme}.png", file
        yield f"{name}_{theme}_{PHONE_WIDTH}.png", shrink_picture(file, PHONE_WIDTH)
    yield from _vectors(name, table.view(seat), Aspect(changes, seat=seat))


def _option_picture(game: str, options: Options) -> PictureFiles:
    """Yield a picture from the middle of a game with this one option, whose value is not the default."""
    seats = GAMES[game].seats[0]
    played = list(tables(game, seats, options))
    table, changes = played[len(played) // 2]
    (value,) = options.values()
    file = draw(table.view(None), SAMPLE_PEOPLE[:seats], say, "light", Aspect(changes))
    yield f"{game}_{seats}_{value}_light.png", file


def _picture_element(name: str) -> str:
    """Return the HTML that shows a file, "" for a small file, because the page can shrink pictures itself."""
    if name.endswith((f"_{CHANNEL_WIDTH}.png", f"_{PHONE_WIDTH}.png")):
        return ""
    kind = "close" if "_close_" in name else "picture"
    element = f'<img class="{kind}" loading="lazy" src="{name}" alt="">'
    if name.endswith(".svg"):
        element = f'<object class="{kind}" type="image/svg+xml" data="{name}"></object>'
    return f"<figure>{element}<figcaption>{name}</figcaption></figure>\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else Path("var/gallery"))
