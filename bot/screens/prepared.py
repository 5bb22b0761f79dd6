"""The turns that a person has prepared, in words and outlined in a picture.

Independent of game rules and the Discord library. Shown to that person only.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import fields, replace

from bot.model.move_menu import MenuState
from bot.model.prepared_turns import PreparedTurn
from bot.model.room import OwnPreparedTurns
from bot.model.timeline import is_mid_turn
from bot.screens import verbs
from bot.screens.news import outline_number, sentences_since
from bot.screens.screen import Button, ButtonStyle, Option, Picture, Screen, Select, Text, buttons, cut, text_block
from bot.screens.seat_names import short_names
from bot.screens.speech import Speech
from bot.screens.table import BoardView, draw, menu_aspect, other_sight, points_line
from bot.text.words import Words, without_emojis
from engine import IllegalMove
from engine.prepared_moves import MEANING_CHANGED, playable_moves, preparation_table, table_if_others_pass
from engine.table import Entry, Table
from render import accent, alt_text

MAX_PREPARED_ROW_LETTERS = 160  # letters per table in a list; eight tables share one message


def page(own: OwnPreparedTurns, words: Words, head: str = "") -> Screen:
    """All turns prepared at the table, outlined in the person's own picture, with buttons to remove them.

    `head`: a sentence shown first.
    """
    room = own.room
    lines = prepared_lines(own, words)
    top = text_block([head, words("prepared.page", tag=room.tag, game=room.game.title), points_line(room, words)])
    prepared_text = text_block(lines) if own.turns else Text(words("prepared.nothing"))
    outs = [
        Button(words("prepared.button.out", n=n + 1, alone=len(own.turns) == 1), verbs.UNPREPARE(room.id, n))
        for n in range(len(own.turns))
    ]
    if len(outs) > 1:
        outs.append(Button(words("prepared.button.all"), verbs.UNPREPARE(room.id, None)))
    more = "prepared.button.another" if own.turns else "prepared.button.prepare"
    look = ButtonStyle.MAIN if not own.turns else ButtonStyle.PLAIN
    sight = other_sight(room)
    another = verbs.ANSWER_MENU(MenuState(room.id, own.stamp, (), "p"))
    go_on = verbs.ANSWER_MENU(MenuState(room.id, own.stamp, (), "t"))
    ways = buttons(
        Button(words(more), another, look) if own.may_add else None,
        Button(words("prepared.button.go_on"), go_on) if own.may_continue else None,
        Button(words("button.board"), verbs.SHOW_BOARD(room.id)),
        Button(words(f"button.sight_{sight}"), verbs.CHANGE_PREPARED_SIGHT(room.id, sight)),
    )
    return Screen(
        (top, picture(own, words), prepared_text, *([buttons(*outs)] if outs else []), ways), accent(room.game.key)
    )


def picture(own: OwnPreparedTurns, words: Words) -> Picture:
    """The person's own part or the whole table, as in menus, with the prepared turns outlined.

    If there are several, they are numbered.
    """
    room = own.room
    view = own.room.table.view(own.seat)
    turns = [[room.game.parse(text) for text in turn.texts] for turn in own.waiting_turns]
    png = draw(room, view, words, replace(menu_aspect(room, own.seat), prepared=turns))
    what = without_emojis("; ".join(_phrases(own, words)))
    alt = alt_text(view, short_names(room), words, first=words("prepared.alt", what=what) if what else "")
    return Picture(f"prepared-{room.code}-{len(room.table.log)}.png", png, alt)


def prepared_board(own: OwnPreparedTurns, words: Words, since: int) -> BoardView:
    """The person's view with prepared turns outlined, and the news since log length `since`, which is not outlined."""
    return BoardView(picture(own, words), tuple(sentences_since(own.room, words, own.seat, since)))


def prepared_lines(own: OwnPreparedTurns, words: Words) -> list[str]:
    """The turns that became impossible, with reasons; then the waiting turns in the order in which they are tried."""
    lines: list[str] = []
    for place, (turn, what) in enumerate(zip(own.waiting_turns, _phrases(own, words), strict=True), 1):
        mark = f"{outline_number(place)} " if len(own.waiting_turns) > 1 else ""
        key = "prepared.only_begun" if not turn.is_whole else "prepared.other" if lines else "prepared.first"
        why = _reason(own, turn, words) if turn.is_whole else ""
        not_now = words("prepared.not_now", why=why) if why else ""
        lines.append(words(key, mark=mark, what=what) + not_now)
    if any(turn.is_whole for turn in own.waiting_turns):
        lines.append(words("prepared.ask_me"))
    return [*lapsed_lines(own, words), *lines]


def lapsed_lines(own: OwnPreparedTurns, words: Words) -> list[str]:
    """A line about prepared turns that became impossible, with reasons; [] if there are none."""
    if not own.lapsed_turns:
        return []
    each = [
        words("prepared.lapsed_one", what=_phrase(own, turn, words), why=_reason(own, turn, words))
        for turn in own.lapsed_turns
    ]
    return [words("prepared.lapsed", what="; ".join(each))]


def prepared_row(own: OwnPreparedTurns, words: Words) -> str:
    """The prepared turns in one line, for a table in a list; "" if there are none."""
    return (
        words("prepared.row", what=cut("; ".join(_phrases(own, words)), MAX_PREPARED_ROW_LETTERS))
        if own.waiting_turns
        else ""
    )


def table_chooser(tables: Sequence[OwnPreparedTurns], words: Words) -> tuple[Select, ...]:
    """A list to choose the table at which to prepare or remove moves; () if there are no tables."""
    rows = [
        Option(
            f"{own.room.game.title} {own.room.tag}", own.room.code, words("prepared.detail", n=len(own.waiting_turns))
        )
        for own in tables
    ]
    if not rows:
        return ()
    return (Select(verbs.PREPARE(tables[0].room.id, mark="l"), words("prepared.choose"), tuple(rows)),)


def prepared_button(own: OwnPreparedTurns, words: Words) -> Button | None:
    """The button on a person's board to see the prepared turns or else to prepare one; None if neither is possible."""
    if own.waiting_turns:
        return Button(words("prepared.button.shown", n=len(own.waiting_turns)), verbs.PREPARE(own.room.id))
    return Button(words("prepared.button.prepare"), verbs.PREPARE(own.room.id)) if own.may_add else None


def _phrases(own: OwnPreparedTurns, words: Words) -> list[str]:
    return [_phrase(own, turn, words) for turn in own.waiting_turns]


def _phrase(own: OwnPreparedTurns, turn: PreparedTurn, words: Words) -> str:
    """The moves of the turn in words: "2 blue from display 3 to line 2"; the end of a turn describes the whole turn."""
    speech = Speech(words, own.room.game.key)
    table = _start(own)
    phrase = ""
    for move_text in turn.moves:
        table = table_if_others_pass(table, own.seat) or table  # the table when this move is made
        move = own.room.game.parse(move_text.text)
        what = speech.move_phrase(table.state, own.seat, move, move_text.meaning)
        if not phrase or (not fields(move) and is_mid_turn(table, own.seat)):
            phrase = what
        elif what:  # the end of a turn has no text if none of its tiles can be placed any more
            phrase = words("prepared.gone_on", first=phrase, last=what)
        with suppress(IllegalMove):  # a move that is impossible now is still described
            table = table.step(Entry(own.seat, move_text.text))
    return phrase


def _start(own: OwnPreparedTurns) -> Table:
    """The table as if it were the seat's turn; unchanged if it already is, or if nothing can be prepared."""
    table = own.room.table
    return preparation_table(table, own.seat) or Table(
        table.game, table.seats, table.options, None, (), table.view(own.seat).state, table.view(own.seat).state
    )


def _reason(own: OwnPreparedTurns, turn: PreparedTurn, words: Words) -> str:
    """Why the turn could not be played in the position that the seat sees; "" if it could."""
    if not turn.is_whole:
        return words("prepared.begun")
    try:
        playable_moves(_start(own), own.seat, turn.moves)
    except IllegalMove as error:
        if error.reason == MEANING_CHANGED:
            return words("prepared.changed")
        return Speech(words, own.room.game.key).short_reason(error.reason, error.facts) or words("prepared.changed")
    return ""
