"""Both painters side by side: the same shapes, the same texts, and in a browser nearly the same pixels."""

from __future__ import annotations

from base64 import b64encode
from io import BytesIO
from itertools import cycle
from xml.etree import ElementTree as ET

import pytest
from PIL import Image, ImageChops, ImageStat

from bot.text.words import Words
from engine.games import GAMES
from render import PORTRAYALS, Aspect, draw, role_css, sketch, theme_css
from render.looks.font import FONT_FILES, browser_files
from render.looks.theme import load_theme
from render.pixels.letters import text_lines
from render.portrayal import scene_of
from render.svg.sheets import FONT_WEIGHTS
from tests.bot.support.tabs import first_tab
from tests.cases import each
from tests.scenes import people, samples

SAY = Words()
POSITIONS = {  # 2 and the most seats; an end, so that all that can lie on a board does
    "azul": ("azul_2_middle", "azul_4_full"),
    "pavilion": ("pavilion_2_place", "pavilion_4_heaps"),
    "match_five": ("match_five_2_locks", "match_five_6_end"),
    "pillars": ("pillars_2_middle", "pillars_4_end"),
}
APART = 3  # of 255: the mean difference of a channel of a pixel
WIDER = 1.75  # board units by which a text may be wider or narrower in a browser, which rounds no letter to pixels
SEATS = (None, 0)


def shapes(name, seat, *, contrast):
    """Each shape of the scene, beside its element."""
    view, changes = samples()[name]
    aspect = Aspect(changes, seat=seat)
    scene = scene_of(PORTRAYALS[view.game], view, people(view), SAY, aspect)
    theme = load_theme("contrast" if contrast else "light", view.game, scene.zoom)
    picture = sketch(view, people(view), SAY, aspect, contrast=contrast)
    return theme, [*zip((*scene.ground.shapes, *scene.shapes), picture.shapes, strict=True)]


@each("seat", SEATS)
@each("name", [name for names in POSITIONS.values() for name in names])
def test_a_shape_is_one_element_with_the_texts_of_the_picture(name, seat):
    """In contrast the smaller table of a game whole and the larger one enlarged, else the other way round."""
    theme, pairs = shapes(name, seat, contrast=("_2_" in name) == (seat is None))
    for shape, element in pairs:
        root = ET.fromstring(element.markup)
        assert root.get("class").split()[0] == f"r-{shape.role.replace(' ', '-')}"
        assert [*root.itertext()] == [line.text for line in text_lines(theme, shape)]


def page():
    """A page with every position in a theme, each in a block of its own."""
    fonts = "".join(
        f"@font-face{{font-family:Manrope;font-weight:{FONT_WEIGHTS[weight]};"
        f"src:url(data:font/woff2;base64,{b64encode(latin.read_bytes()).decode()})}}"
        for weight, (latin, _) in ((weight, browser_files(weight)) for weight in FONT_FILES)
    )
    themes = "".join(theme_css(theme, key, f".{theme}") for theme in ("light", "dark", "contrast") for key in GAMES)
    blocks = "".join(
        f'<div class="{theme}">{picture.document().replace("<svg", sized(picture), 1)}</div>'
        for name, seat, theme in shown()
        for picture in [sketched(name, seat, theme)]
    )
    style = f"<style>{fonts}{themes}{''.join(map(role_css, GAMES))}body{{margin:0}}svg{{display:block}}</style>"
    return f"<!doctype html>{style}{blocks}"


def shown():
    """Name, seat and theme of what is laid side by side."""
    for (small, large), theme in zip(POSITIONS.values(), cycle(("light", "dark")), strict=False):
        yield large, None, theme
        yield small, 0, "contrast"


def sized(picture):
    return f'<svg width="{picture.width}" height="{picture.height}"'


def sketched(name, seat, theme):
    view, changes = samples()[name]
    return sketch(view, people(view), SAY, Aspect(changes, seat=seat), contrast=theme == "contrast")


def pixels(name, seat, theme):
    view, changes = samples()[name]
    if seat is None:
        return draw(view, people(view), SAY, theme, Aspect(changes))
    return draw(view, people(view), SAY, theme, Aspect(changes, seat=seat))


def apart(one, other):
    difference = ImageChops.difference(*(Image.open(BytesIO(file)).convert("RGB") for file in (one, other)))
    return sum(ImageStat.Stat(difference).mean) / 3


WIDTHS = """svg => [...svg.querySelectorAll('text')].map(text => {
    const [first, ...captions] = text.childNodes;
    return [text.getSubStringLength(0, first.length), ...captions.map(one => one.getComputedTextLength())];
})"""


@pytest.mark.asyncio(loop_scope="session")  # that of the browser
async def test_a_browser_shows_what_the_picture_shows(window):
    async with first_tab(window) as tab:
        await tab.goto("about:blank")
        await tab.set_content(page())
        await tab.evaluate("document.fonts.ready")
        drawings = await tab.locator("svg").all()
        for (name, seat, theme), drawing in zip(shown(), drawings, strict=True):
            file = await drawing.screenshot()
            assert apart(file, pixels(name, seat, theme)) <= APART, (name, seat, theme)
            looks, pairs = shapes(name, seat, contrast=theme == "contrast")
            texts = [found for shape, _ in pairs if (found := text_lines(looks, shape))]
            for found, widths in zip(texts, await drawing.evaluate(WIDTHS), strict=True):
                assert widths == pytest.approx([line.width for line in found], abs=WIDER), found
