"""The rules of a game in a minute: a few pictures with a sentence or two, one after the other. Knows no position."""

from dataclasses import replace

from bot.model.errors import Refusal
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.screen import Button, ButtonStyle, Picture, Screen, Text, buttons
from bot.text.words import Words
from render import accent, figure
from render import tour as steps


def tour(game: str, words: Words, step: int, home: str = "") -> Screen:
    """One step, the nearest there is; `home` is the code of the table from whose menu it is read. CPU work.

    Raises Refusal("unknown") for a game without one.
    """
    numbers = steps(game)
    if not numbers:
        raise Refusal("unknown")
    at = min(max(step, 0), len(numbers) - 1)
    last, number = at == len(numbers) - 1, numbers[at]
    head = words("tour.title", game=words(f"{game}.title"), n=at + 1, of=len(numbers))
    book = Button(words("button.rules"), verbs.RULES(home, game, 0), ButtonStyle.MAIN if last else ButtonStyle.PLAIN)
    ways = buttons(
        Button(words("button.back"), verbs.TOUR(home, game, at - 1, mark="b"), off=at == 0),
        None if last else Button(words("button.next"), verbs.TOUR(home, game, at + 1, mark="n"), ButtonStyle.MAIN),
        book,
    )
    told = Text(words(f"{game}.tour.{number}"))
    png = figure(game, number, words)
    assert png is not None  # what a tour lists has a figure
    picture = Picture(f"tour-{game}-{number.replace('.', '-')}.png", png, words(f"{game}.figure.{number}"))
    return Screen((Text(head), picture, told, ways), accent=accent(game))


def door(game: str, words: Words, home: str = "", *, off: bool = False) -> Button:
    """The button to the first step."""
    return Button(words("button.sixty"), verbs.TOUR(home, game, 0), off=off)


def explained(screen: Screen, room: Room, words: Words) -> Screen:
    """The first menu of a person's first game of this kind: what it is about, and how the menu works."""
    told = Text(words("menu.first", goal=words(f"{room.game.key}.aim")))
    ways = [door(room.game.key, words, room.code)] if steps(room.game.key) else []
    return replace(screen, parts=(told, *screen.parts, *([buttons(*ways)] if ways else [])))
