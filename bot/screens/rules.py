"""The rules of a game with pictures: as pages, by search, or as a short tour; and the help.

Knows nothing about game positions.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.logic.ratings import SETTLED_AFTER_GAMES
from bot.model.errors import Refusal
from bot.model.lobby_options import PLAYABLE_GAMES
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.screen import (
    Button,
    ButtonStyle,
    InputForm,
    Option,
    Picture,
    Screen,
    ScreenPart,
    Select,
    Suggestion,
    Text,
    buttons,
    text_block,
)
from bot.text.names import plain_name, quotable_text
from bot.text.rules_search import Hit, search_all
from bot.text.rules_search import search as found_in
from bot.text.words import Words, rulebook
from engine.rulebook import Paragraph
from render import accent, figure
from render import tour_paragraphs as tour_steps

MAX_RULES_LETTERS = 1_800  # letters of rules text on one page
MAX_HITS = 25
MAX_SEARCH_ID_LETTERS = 60  # letters of the custom_id of a search
HELP_TOPICS = ("open", "move", "read", "ratings", "privacy")
MAX_SUPPORT_LETTERS = 200  # letters of the text on where to report problems


def rules(game: str, words: Words, page: int, home: str = "", number: str = "") -> Screen:
    """A page of the rules or the page with paragraph `number`, with lists of games and chapters.

    `home`: the code of the table whose menu led here.
    """
    pages = _pages(game, words)
    wanted = [n for n, found in enumerate(pages) if any(p.number == number for p in found)] or [page]
    page = min(max(wanted[0], 0), len(pages) - 1)
    head = words("rules.title", game=words(f"{game}.title"), page=page + 1, pages=len(pages))
    turn = buttons(
        Button(words("button.earlier"), verbs.SHOW_RULES(home, game, page - 1), off=page == 0),
        Button(words("button.later"), verbs.SHOW_RULES(home, game, page + 1), off=page == len(pages) - 1),
        Button(words("button.find"), verbs.SEARCH_RULES(home, game)),
    )
    lists = [_chapters(game, words, home)]
    if not home and len(PLAYABLE_GAMES) > 1:
        options = tuple(Option(words(f"{key}.title"), key) for key in PLAYABLE_GAMES)
        lists.insert(0, Select(verbs.CHOOSE_RULEBOOK(game), words("rules.games", game=words(f"{game}.title")), options))
    return Screen((Text(head), *_paragraphs(game, words, pages[page], number), *lists, turn), accent=accent(game))


def _paragraphs(game: str, words: Words, page: Sequence[Paragraph], number: str) -> list[ScreenPart]:
    """The paragraphs of a page; one of them, preferably paragraph `number`, has its picture below it."""
    entries = [paragraph_text(paragraph, words) for paragraph in page]
    for at in sorted(range(len(page)), key=lambda at: page[at].number != number):
        here = page[at].number
        png = figure(game, here, words)
        if png is None:
            continue
        picture = Picture(f"rule-{game}-{here.replace('.', '-')}.png", png, words(f"{game}.figure.{here}"))
        above = Text("\n\n".join(entries[: at + 1]))
        below = [Text("\n\n".join(entries[at + 1 :]))] if entries[at + 1 :] else []
        return [above, picture, Text(f"-# {picture.alt}"), *below]
    return [Text("\n\n".join(entries))]


def search_result(game: str, words: Words, text: str, home: str = "") -> Screen:
    """The page of the only matching paragraph, a list if several match, or a note that none does."""
    hits = search(game, words, text)
    if len(hits) == 1:
        return rules(game, words, 0, home, hits[0].number)
    again = buttons(
        Button(words("button.find"), verbs.SEARCH_RULES(home, game)),
        Button(words("button.rules_of", game=words(f"{game}.title")), verbs.SHOW_RULES(home, game, 0)),
    )
    if not hits:
        head = words("rules.not_found", text=quotable_text(text), game=words(f"{game}.title"))
        return Screen((Text(head), again), accent=accent(game))
    options = tuple(Option(f"{p.number} {p.title}", p.number, p.chapter) for p in hits[:MAX_HITS])
    head = words("rules.found", text=quotable_text(text), n=len(hits))
    return Screen(
        (Text(head), Select(verbs.SHOW_PARAGRAPH(home, game), words("rules.which"), options), again),
        accent=accent(game),
    )


def rules_mention(game: str, words: Words, text: str) -> bool:
    """Whether a search for this text in the game's rules finds anything; an empty text always does."""
    return bool(game) and (not text.strip() or bool(search(game, words, text)))


def search_result_of_games(words: Words, text: str, games: Sequence[str] = PLAYABLE_GAMES) -> Screen:
    """The result of a search in the rules of several games: matching paragraphs with their games, best first."""
    hits = search_all(games, words.language, text)
    if len(hits) == 1:
        return rules(hits[0].game, words, 0, "", hits[0].paragraph.number)
    rows = buttons(
        *(Button(words(f"{key}.title"), verbs.SEARCH_GAME(key, text)[:MAX_SEARCH_ID_LETTERS]) for key in games)
    )
    if not hits:
        return Screen((Text(words("rules.found_nowhere", text=quotable_text(text))), rows))
    options = tuple(Option(hit_title(hit, words), hit_name(hit), hit.paragraph.chapter) for hit in hits[:MAX_HITS])
    head = words("rules.found_anywhere", text=quotable_text(text), n=len(hits))
    return Screen((Text(head), Select(verbs.SHOW_PARAGRAPH("", ""), words("rules.which"), options), rows))


def suggestions(words: Words, text: str, games: Sequence[str]) -> list[Suggestion]:
    """The paragraphs of several games' rules that match the text typed so far, best first."""
    return [Suggestion(hit_title(hit, words)[:100], hit_name(hit)) for hit in search_all(games, words.language, text)]


def hit_title(hit: Hit, words: Words) -> str:
    """The title of a paragraph, preceded by its game's title."""
    game = words(f"{hit.game}.title")
    paragraph = hit.paragraph
    return words("rules.of_game", game=game, number=paragraph.number, title=paragraph.title)


def hit_name(hit: Hit) -> str:
    """The game and number of a paragraph as a text that `parse_hit_name` reads: "azul 4.5"."""
    return f"{hit.game} {hit.paragraph.number}"


def parse_hit_name(text: str) -> tuple[str, str]:
    """The game and paragraph number in a text from `hit_name`; two empty texts for any other text."""
    game, _, number = text.strip().casefold().rpartition(" ")
    return (game, number) if game in PLAYABLE_GAMES and number in rulebook(game) else ("", "")


def ask_which_game(words: Words, text: str) -> Screen:
    """Asks which game's rules to search for `text`."""
    rows = (
        Button(words(f"{key}.title"), verbs.SEARCH_GAME(key, text)[:MAX_SEARCH_ID_LETTERS]) for key in PLAYABLE_GAMES
    )
    return Screen((Text(words("rules.which_game")), buttons(*rows)))


def search(game: str, words: Words, text: str) -> list[Paragraph]:
    """The paragraphs that match the typed number, title, words or question, best first."""
    return [hit.paragraph for hit in found_in(game, words.language, text)]


def search_form(game: str, words: Words, home: str) -> InputForm:
    """The form with one line for the search text."""
    title = words("rules.form", game=words(f"{game}.title"))
    return InputForm(verbs.SUBMIT_SEARCH(home, game), title, words("rules.form_label"), words("rules.form_hint"))


def paragraph_text(paragraph: Paragraph, words: Words) -> str:
    """A paragraph of the rules with its number and title."""
    return words("rules.paragraph", number=paragraph.number, title=paragraph.title, text=paragraph.text)


def _chapters(game: str, words: Words, home: str) -> Select:
    """A list of chapters, at most one for each page, because the values of the options must differ."""
    opened: dict[int, str] = {}
    seen: set[str] = set()
    for page, paragraphs in enumerate(_pages(game, words)):
        fresh = [p.chapter for p in paragraphs if p.chapter not in seen]
        seen.update(fresh)
        if fresh:
            opened[page] = fresh[0]
    options = tuple(Option(chapter, f"{page}") for page, chapter in opened.items())
    return Select(verbs.SHOW_RULES(home, game, None), words("rules.hint"), options[:MAX_HITS])


def _pages(game: str, words: Words) -> list[list[Paragraph]]:
    pages: list[list[Paragraph]] = [[]]
    for paragraph in rulebook(game, words.language).values():
        page = pages[-1]
        letters = sum(len(p.text) + len(p.title) + 10 for p in (*page, paragraph))
        if page and (letters > MAX_RULES_LETTERS or page[-1].chapter != paragraph.chapter):
            pages.append([])
        pages[-1].append(paragraph)
    return pages


def help_page(words: Words, topic: str = "", support: str = "") -> Screen:
    """The first screen of the help, or one of HELP_TOPICS with a button back. Raises KeyError for any other topic.

    `support`: where to report problems to the operator, "" if not set.
    """
    home = Button(words("button.help"), verbs.HELP("")) if topic else None
    ways = (Button(words(f"button.help_{other}"), verbs.HELP(other)) for other in HELP_TOPICS if other != topic)
    text = words(f"help.{topic}" if topic else "help.text", settled=SETTLED_AFTER_GAMES)
    fault = words("help.fault", support=plain_name(support, MAX_SUPPORT_LETTERS)) if support and not topic else ""
    return Screen((text_block([text, fault]), buttons(home, *ways)))


def tour(game: str, words: Words, step: int, home: str = "") -> Screen:
    """The step of a game's tour, or the nearest existing step. Drawing it takes CPU time.

    Raises Refusal("unknown") for a game without a tour. `home`: the code of the table whose menu led here.
    """
    numbers = tour_steps(game)
    if not numbers:
        raise Refusal("unknown")
    at = min(max(step, 0), len(numbers) - 1)
    last = at == len(numbers) - 1
    number = numbers[at]
    head = words("tour.title", game=words(f"{game}.title"), n=at + 1, of=len(numbers))
    book = Button(
        words("button.rules"), verbs.SHOW_RULES(home, game, 0), ButtonStyle.MAIN if last else ButtonStyle.PLAIN
    )
    ways = buttons(
        Button(words("button.back"), verbs.TOUR(home, game, at - 1, mark="b"), off=at == 0),
        None if last else Button(words("button.next"), verbs.TOUR(home, game, at + 1, mark="n"), ButtonStyle.MAIN),
        book,
    )
    png = figure(game, number, words)
    assert png is not None  # every paragraph of a tour has a figure
    picture = Picture(f"tour-{game}-{number.replace('.', '-')}.png", png, words(f"{game}.figure.{number}"))
    return Screen((Text(head), picture, Text(words(f"{game}.tour.{number}")), ways), accent=accent(game))


def tour_button(game: str, words: Words, home: str = "", *, off: bool = False) -> Button:
    """The button to the first step of a tour."""
    return Button(words("button.sixty"), verbs.TOUR(home, game, 0), off=off)


def with_introduction(screen: Screen, room: Room, words: Words) -> Screen:
    """The first menu of a person's first game of this kind, after the goal of the game and how the menu works."""
    told = Text(words("menu.first", goal=words(f"{room.game.key}.aim")))
    ways = [tour_button(room.game.key, words, room.code)] if tour_steps(room.game.key) else []
    return replace(screen, parts=(told, *screen.parts, *([buttons(*ways)] if ways else [])))
