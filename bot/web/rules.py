"""The rules of each game as a public, cacheable document; pages of tables show it beside the board.

Independent of tables.
"""

from functools import lru_cache
from gzip import compress
from html import escape

from aiohttp import web

from bot.screens.rules_page import RuleChapter, RuleParagraph, rule_chapters
from bot.text.words import DEFAULT_LANGUAGE, languages, words_for
from bot.web.documents import CACHE_HEADERS, document
from bot.web.live_pages import LivePages
from bot.web.responses import browser_language, wants_contrast
from engine import GAMES

RULES_PLACEHOLDER = "<!-- rules -->"  # in the document


def routes(pages: LivePages) -> list[web.RouteDef]:
    """Routes of the rules of each game."""

    async def rules(request: web.Request) -> web.Response:
        """The rules in the requested `language`, else in the browser's."""
        game = request.match_info["game"]
        language = request.query.get("language", "")
        if game not in GAMES:
            raise web.HTTPNotFound
        language = language if language in languages() else browser_language(request) or DEFAULT_LANGUAGE
        packed = await pages.draw(rules_document, game, language, contrast=wants_contrast(request))
        headers = {**CACHE_HEADERS, "Vary": "Accept-Language, Accept-Encoding", "Content-Encoding": "gzip"}
        return web.Response(body=packed, content_type="text/html", charset="utf-8", headers=headers)

    return [web.get("/rules/{game}", rules)]


@lru_cache(maxsize=32)  # 5 to 10 KB each
def rules_document(game: str, language: str, *, contrast: bool) -> bytes:
    """Return the document, compressed: contents, chapters, and an element "rule-4.5" for each paragraph."""
    words = words_for(language)
    chapters = rule_chapters(game, words, contrast=contrast)
    name = words("button.rules_of", game=words(f"{game}.title"))
    whole = document("rules", words, {"game": game, "name": name})
    links = (f'<li><a href="#{_chapter_id(chapter)}">{escape(chapter.title)}</a></li>' for chapter in chapters)
    contents = f"<nav><ol>{''.join(links)}</ol></nav>"
    return compress(
        whole.replace(RULES_PLACEHOLDER, contents + "".join(map(_chapter_element, chapters))).encode(), mtime=0
    )


def _chapter_element(chapter: RuleChapter) -> str:
    inner = "".join(map(_paragraph_element, chapter.paragraphs))
    return f'<section id="{_chapter_id(chapter)}" tabindex="-1"><h2>{escape(chapter.title)}</h2>{inner}</section>'


def _chapter_id(chapter: RuleChapter) -> str:
    return f"chapter-{chapter.paragraphs[0].number.partition('.')[0]}"


def _paragraph_element(paragraph: RuleParagraph) -> str:
    """The paragraph with its figure, which is hidden from screen readers: its caption describes it fully."""
    drawn = f'<div aria-hidden="true">{paragraph.figure}</div><figcaption>{escape(paragraph.caption)}</figcaption>'
    return (
        f'<article id="rule-{paragraph.number}" tabindex="-1"><h3>{paragraph.number} {escape(paragraph.title)}</h3>'
        f"<p>{escape(paragraph.text)}</p>{f'<figure>{drawn}</figure>' if paragraph.figure else ''}</article>"
    )
