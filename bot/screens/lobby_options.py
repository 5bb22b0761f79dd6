"""Private pages of a lobby: options, removing and inviting people, absent people, choice of game. Changes nothing.

Independent of the Discord library and particular games.
"""

from collections.abc import Sequence
from dataclasses import replace

from bot.model.lobby_options import PLAYABLE_GAMES, LobbyOption
from bot.model.people import Occupant, Person, label, occupant_key
from bot.model.room import Room
from bot.screens import verbs
from bot.screens.lobby import answer_text, lobby_questions
from bot.screens.screen import (
    Button,
    ButtonStyle,
    Divider,
    Option,
    PersonSelect,
    Screen,
    ScreenPart,
    Select,
    Text,
    buttons,
    text_block,
)
from bot.screens.seat_names import occupant_name
from bot.text.names import MAX_IN_PICTURES, escape_text
from bot.text.words import Words, join_list
from render import accent

QUESTIONS_A_PAGE = 9


def options_page(room: Room, words: Words, page: int = 0) -> Screen:
    """Return a page of up to nine lobby questions for people who may change them, each a list with its answer."""
    all_questions = lobby_questions(room)
    last = (len(all_questions) - 1) // QUESTIONS_A_PAGE
    page = min(max(page, 0), last)
    rows: list[ScreenPart] = []
    for question in all_questions[page * QUESTIONS_A_PAGE : (page + 1) * QUESTIONS_A_PAGE]:
        choices = []
        for value in question.values:
            detail = f"{question.family}.explained.{question.key}-{value}"
            explained = words(detail) if detail in words else ""
            choices.append(
                Option(answer_text(question, words, value), value, explained, chosen=value == question.value)
            )
        asks = words(f"{question.family}.question.{question.key}")
        rows += [Text(_title(question, words)), Select(verbs.SET_OPTION(room.id, question.key), asks, tuple(choices))]
    ways = buttons(
        Button(words("button.done"), verbs.CLOSE_OPTIONS(room.id), ButtonStyle.MAIN),
        Button(words("button.defaults"), verbs.RESTORE_DEFAULTS(room.id)),
        Button(words("button.earlier"), verbs.SHOW_OPTIONS(room.id, page - 1)) if page else None,
        Button(words("button.later"), verbs.SHOW_OPTIONS(room.id, page + 1)) if page < last else None,
    )
    return Screen((Text(words("lobby.options", tag=room.tag)), *rows, ways), accent=accent(room.game.key))


def page_with_option(room: Room, key: str) -> int:
    """Return the number of the options page with that question; 0 if it is no longer asked."""
    return next((n // QUESTIONS_A_PAGE for n, question in enumerate(lobby_questions(room)) if question.key == key), 0)


def read_only_options(room: Room, words: Words) -> Screen:
    """Return the options without controls, for people who may not change them."""
    rows = [
        f"{_title(question, words)}: {answer_text(question, words, question.value)}"
        for question in lobby_questions(room)
    ]
    theirs = words("lobby.theirs", name=words("name.person", name=escape_text(room.host_label)))
    head = Text(words("lobby.options", tag=room.tag))
    return Screen((head, text_block(rows), Divider(), Text(theirs)), accent=accent(room.game.key))


def closed_options(room: Room, words: Words) -> Screen:
    """Return the closed options page: all answers in one line."""
    what = ", ".join(answer_text(question, words, question.value) for question in lobby_questions(room))
    return Screen((Text(words("lobby.agreed", tag=room.tag, what=what)),))


def manage_page(room: Room, words: Words) -> Screen:
    """Return the host's page: buttons to change options, invite, remove and cancel the lobby."""
    free = len(room.occupants) + len(room.record.guests) < room.game.seats[-1]
    what = " · ".join(answer_text(question, words, question.value) for question in lobby_questions(room))
    ways = buttons(
        Button(words("button.options"), verbs.SHOW_OPTIONS(room.id, None), ButtonStyle.MAIN),
        Button(words("button.invite"), verbs.ASK_GUESTS(room.id), off=not free)
        if room.place.guild is not None
        else None,
        Button(words("button.remove"), verbs.ASK_REMOVAL(room.id)),
        Button(words("button.cancel"), verbs.CANCEL(room.id), ButtonStyle.GRAVE),
    )
    return Screen((Text(words("lobby.manage", tag=room.tag)), Text(what), ways), accent=accent(room.game.key))


def ask_whom_to_remove(room: Room, words: Words, asker: int) -> Screen:
    """Ask whom to remove: a button for everyone but the asker, invited people last."""
    others = [*room.occupants, *room.record.guests]
    rows = [
        Button(
            f"{n}. {label(replace(who, seat_number=0), MAX_IN_PICTURES)}",
            verbs.REMOVE_PERSON(room.id, occupant_key(who)),
        )
        for n, who in enumerate(others, 1)
        if occupant_key(who) != str(asker)
    ]
    question = Text(words("lobby.which_seat" if rows else "lobby.nobody"))
    back = buttons(Button(words("button.back"), verbs.MANAGE(room.id)))
    return Screen((question, *([buttons(*rows)] if rows else []), back))


def ask_whom_to_invite(room: Room, words: Words) -> Screen:
    """Ask whom to invite, at most as many people as there are free seats."""
    free = max(1, room.game.seats[-1] - len(room.occupants) - len(room.record.guests))
    pick = PersonSelect(verbs.INVITE_GUESTS(room.id), words("seats.whom"), most=free)
    back = buttons(Button(words("button.back"), verbs.MANAGE(room.id)))
    return Screen((Text(words("lobby.which_guests", tag=room.tag)), pick, back))


def invitation_confirmation(room: Room, words: Words, guests: Sequence[Person]) -> Screen:
    """Return the confirmation of the invitations, which replaces the question."""
    names = join_list([occupant_name(guest, words) for guest in guests], words)
    return Screen((Text(words("lobby.invited", names=names, n=len(guests), tag=room.tag)),))


def removal_confirmation(room: Room, words: Words, who: Occupant | None) -> Screen:
    """Return the confirmation of the removal, which replaces the question. `who`: None if the seat was already free."""
    key = "lobby.removed" if who else "refusal.not_there"
    return Screen((Text(words(key, name=occupant_name(who, words) if who else "", tag=room.tag)),))


def ask_about_absent(room: Room, words: Words, people: Sequence[Person]) -> Screen:
    """Ask whether to start without people who left the server."""
    names = ", ".join(occupant_name(person, words) for person in people)
    start = Button(words("button.start"), verbs.START(room.id, "without"), ButtonStyle.MAIN)
    wait = Button(words("button.wait"), verbs.WAIT(room.id))
    return Screen((Text(words("lobby.absent", names=names, n=len(people))), buttons(start, wait)))


def ask_which_game(guest: Person, words: Words, *, is_self: bool = False) -> Screen:
    """Ask which game to invite the guest to, or to open for the asker if `is_self`."""
    rows = [Button(words(f"{game}.title"), verbs.INVITE_TO_GAME(game, guest.id)) for game in PLAYABLE_GAMES]
    return Screen(
        (Text(words("lobby.which_game", name="" if is_self else occupant_name(guest, words))), buttons(*rows))
    )


def _title(question: LobbyOption, words: Words) -> str:
    return f"**{words(f'{question.family}.question.{question.key}')}**"
