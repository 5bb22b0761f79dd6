"""Short answers: what was done, or why a request was refused, with buttons for what to do instead.

Independent of the Discord library.
"""

from bot.model.errors import Refusal
from bot.model.room_number import room_of_tag
from bot.screens import verbs
from bot.screens.rules import paragraph_text
from bot.screens.screen import Button, ButtonStyle, Screen, Text, buttons, text_block
from bot.screens.speech import Speech
from bot.text.dates import format_date
from bot.text.names import escape_name, escape_text
from bot.text.words import Words, rulebook
from engine import IllegalMove

# Buttons under each refusal: "follow" asks for a notification when the game ends, "turns" lists the person's tables,
# "games" lists the channel's tables.
NEXT_STEPS = {
    "not_your_turn": ("prepare", "board", "turns"),
    "away": ("return", "board"),
    "seat_free": ("seat", "board"),
    "not_seated": ("board", "follow", "games"),
    "over": ("board", "games"),
    "done": ("turns",),
    "not_in": ("games",),
    "full": ("games",),
    "no_rematch": ("games",),
    "kicked": ("games",),
    "gone": ("turns", "games"),
    "no_table": ("turns", "games"),
    "not_started": ("games",),
    "too_many_person": ("turns",),
    "too_many_channel": ("games",),
    "paused": ("go_on",),
    "timed_out": ("play", "board"),
    "unknown": ("turns", "games"),
    "typed_action": ("more",),
    "wrong_place": ("turns",),
}


def notice(words: Words, key: str, **facts: object) -> Screen:
    """A screen with only the text of this key."""
    return Screen((Text(words(key, **facts)),))


def refusal_screen(words: Words, refusal: Refusal) -> Screen:
    """Why a request was refused, with buttons for what to do instead."""
    facts = dict(refusal.facts)
    if "name" in facts:
        facts["name"] = escape_text(str(facts["name"]))
    if "day" in facts:
        facts["day"] = format_date(str(facts["day"]), words)
    room = room_of_tag(str(facts.get("tag", "")))
    known = {
        "play": Button(words("button.play"), verbs.PLAY(room), ButtonStyle.MAIN)
        if room and facts.get("plays")
        else None,
        "prepare": Button(words("prepared.button.prepare"), verbs.PREPARE(room))
        if room and facts.get("prepares")
        else None,
        "board": Button(words("button.board"), verbs.SHOW_BOARD(room)) if room else None,
        "follow": Button(words("button.follow"), verbs.FOLLOW(room)) if room else None,
        "return": Button(words("button.return"), verbs.RETURN(room), ButtonStyle.MAIN) if room else None,
        "seat": Button(words("button.take_seat", n=seat), verbs.TAKE_SEAT(room, seat - 1), ButtonStyle.MAIN)
        if room and isinstance(seat := facts.get("n"), int) and refusal.key == "seat_free"
        else None,
        "go_on": Button(words("button.go_on"), verbs.GO_ON(room)) if room else None,
        "more": Button(words("button.more"), verbs.SHOW_MORE(room)) if room else None,
        "turns": Button(words("button.from_games"), verbs.LIST_OWN_TABLES(0, "m", None)),
        "games": Button(words("button.from_turns"), verbs.LIST_CHANNEL_TABLES(0, mark="c")),
    }
    ways = buttons(*(known[way] for way in NEXT_STEPS.get(refusal.key, ())))
    return Screen((Text(words(f"refusal.{refusal.key}", **facts)), *([ways] if ways.buttons else [])))


def illegal_move_screen(words: Words, error: IllegalMove, game: str) -> Screen:
    """Why a move is illegal, with the text of the rule that forbids it."""
    paragraph = rulebook(game, words.language).get(error.reason)
    if paragraph is None:
        facts = {name: escape_name(str(value)) for name, value in error.facts.items()}
        return Screen((text_block([words(f"engine.{error.reason}", **facts)]),))
    why = Speech(words, game).reason(error.reason, error.facts)
    return Screen((text_block([why, paragraph_text(paragraph, words)]),))
