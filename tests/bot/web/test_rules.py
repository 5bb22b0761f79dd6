"""The rules of a game as a document: every paragraph and figure, in the language that is asked for, for everybody."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bot.text.words import languages, rulebook, words_for
from engine import GAMES
from render import figures

HEAVY = 16 * 1024  # bytes of a document as it travels


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("game", GAMES)
async def test_every_paragraph_has_an_anchor_its_text_and_its_figure(site, game, language):
    status, page = await site.get(f"/rules/{game}?language={language}")
    assert status == 200
    assert re.findall(r'id="rule-([\d.]+)"', page) == [*rulebook(game, language)]
    assert page.count("<svg") == len(figures(game))
    read = unescape(page)
    for number, paragraph in rulebook(game, language).items():
        assert f"<h3>{number} {paragraph.title}</h3><p>{paragraph.text}</p>" in read
    for number in figures(game):
        assert words_for(language)(f"{game}.figure.{number}") in read


async def test_contents_lead_to_every_chapter(site):
    _, page = await site.get("/rules/azul")
    chapters = re.findall(r'<section id="(chapter-\d+)"', page)
    assert chapters == [f"chapter-{n}" for n in sorted({int(one.partition(".")[0]) for one in rulebook("azul", "en")})]
    assert re.findall(r'href="#(chapter-\d+)"', page) == chapters


async def test_rules_speak_the_language_of_the_browser_unless_one_is_asked_for(site):
    for path, spoken, title in (
        ("/rules/azul", "hu-HU,hu;q=0.9", "Azul szabályai"),
        ("/rules/azul?language=en", "hu", "Rules of Azul"),
        ("/rules/azul?language=xx", "fr", "Rules of Azul"),
    ):
        _, page = await site.get(path, **{"Accept-Language": spoken})
        assert f"<h1>{title}</h1>" in page


async def test_rules_are_small_and_may_be_kept_by_everybody(site):
    for game in GAMES:
        async with site.asked.get(f"{site.address}/rules/{game}") as answer:
            assert int(answer.headers["Content-Length"]) <= HEAVY
            assert answer.headers["Cache-Control"].startswith("public")
            assert "Accept-Language" in answer.headers["Vary"]


async def test_rules_for_high_contrast_have_figures_of_their_own(site):
    plain, contrast = [(await site.get(f"/rules/azul{query}"))[1] for query in ("", "?look=contrast")]
    assert plain != contrast


async def test_there_are_no_other_rules(site):
    for path in ("/rules/", "/rules/chess", "/rules/azul/4.5", "/rules/..%2fpage"):
        assert (await site.get(path))[0] == 404, path
