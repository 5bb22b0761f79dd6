"""Game records: a table's record as a file, and the screens of an imported record.

Independent of the Discord library.
"""

from collections.abc import Sequence

from bot.logic.bag_proof import revealed_key
from bot.model.errors import Refusal
from bot.model.history import game_history
from bot.model.room import PlayedRoom, Room
from bot.model.sandbox import ImportedGame
from bot.model.timeline import has_secrets, pending_lines
from bot.screens import verbs
from bot.screens.replay import jump_lists, moment_index, moment_parts, step_buttons
from bot.screens.rules import paragraph_text
from bot.screens.screen import Attachment, Button, ButtonStyle, InputForm, Screen, Text, buttons, text_block
from bot.screens.table import board_view, points_line
from bot.text.names import escape_name, plain_name
from bot.text.words import Words, rulebook
from engine import IllegalMove
from engine.robots.core import OFFERED_LEVELS
from engine.transcript import write_transcript
from render import accent

SANDBOX_START = -2  # instead of a moment's index: the moment at which the sandbox began


def record_file(room: PlayedRoom, match: Sequence[Room], words: Words) -> Screen:
    """The table's record as a file; it contains the seed only once the bag's key is revealed.

    Simultaneous choices that still wait for other seats are left out.

    Raises Refusal("secret_record") for an unfinished game with hidden hands.
    """
    table = room.table
    if room.phase == "playing":
        if has_secrets(table):
            raise Refusal("secret_record", tag=room.tag)
        table = table.back_to(min(pending_lines(table), default=len(table.log)))
    seed = table.seed if revealed_key(room, match) else None
    over = room.phase != "playing"  # then nothing is secret any more, even if the game was ended early
    text = write_transcript(table, [plain_name(who.name) for who in room.occupants], seed, for_referee=over)
    title = words("record.exported", tag=room.tag, n=len(text.splitlines()))
    paper = Attachment(f"tessera-{room.tag.removeprefix('#')}.txt", text.encode())
    return Screen((Text(title), paper), accent=accent(room.game.key))


def illegal_line(error: IllegalMove, words: Words) -> Screen:
    """The first illegal line of a record and why it is illegal, with the text of the rule if the line breaks one."""
    facts = {**error.facts, "text": escape_name(str(error.facts["text"]))}
    rules = rulebook(str(facts["key"]), words.language) if facts["why"] == "rule" else {}
    rule = rules.get(str(facts.get("rule")))
    return Screen(
        (text_block([words(f"record.no_{facts['why']}", **facts), paragraph_text(rule, words) if rule else ""]),)
    )


def record_replay(brought: ImportedGame, room: PlayedRoom, words: Words, at: int) -> Screen:
    """The recorded game at one of its moments, with a button to try other moves from there.

    `at`: the moment's index, -1 for the last one, SANDBOX_START for the one from which other moves were tried.
    """
    moments = game_history(room, None)
    at = moment_index(
        moments,
        sum(moment.log_length <= brought.sandbox_start for moment in moments[1:]) if at == SANDBOX_START else at,
    )
    moment = moments[at]
    standing = points_line(room, words, room.table.back_to(moment.log_length))
    head = words("record.title", game=room.game.title)
    cut_short = "" if brought.is_whole else words("record.version", n=len(moments) - 1)
    here = Button(words("button.try_here"), verbs.TRY_RECORD(room.id, moment.log_length, mark="t"))
    on = Button(words("button.try_on"), verbs.RESUME_SANDBOX(room.id)) if brought.tried else None
    return Screen(
        (
            text_block([head, cut_short, standing]),
            *moment_parts(room, None, words, moments, at),
            *jump_lists(words, moments, verbs.SHOW_RECORD, room.id),
            buttons(*step_buttons(words, verbs.SHOW_RECORD, room.id, at, len(moments) - 1), here, on),
        ),
        accent=accent(room.game.key),
    )


def draw_screen(room: PlayedRoom, words: Words) -> Screen:
    """A sandbox in which tiles must be drawn next, at random or as typed."""
    seen = board_view(room, words, None, 0)
    return Screen(
        (
            Text(words("sandbox.draw", game=room.game.title)),
            seen.picture,
            buttons(
                Button(words("button.roll"), verbs.ROLL_DRAW(room.id, room.chairs[0].stamp), ButtonStyle.MAIN),
                Button(words("button.type_it"), verbs.TYPE_DRAW(room.id, room.chairs[0].stamp)),
            ),
        ),
        accent=accent(room.game.key),
    )


def draw_form(room: Room, words: Words) -> InputForm:
    """The form to type drawn tiles."""
    code = verbs.SUBMIT_DRAW(room.id, room.chairs[0].stamp)
    return InputForm(code, words("sandbox.form"), words("sandbox.form_label"), room.game.chance_form)


def finished_sandbox(room: PlayedRoom, words: Words) -> Screen:
    """A sandbox whose game is over."""
    seen = board_view(room, words, None, len(room.table.log))
    title = words("sandbox.over", game=room.game.title)
    return Screen((text_block([title, points_line(room, words)]), seen.picture), accent=accent(room.game.key))


def ask_sandbox_robot(room: PlayedRoom, words: Words) -> Screen:
    """Asks which robot makes the next move of a sandbox."""
    levels = (
        (words(f"robot.level.{level}"), verbs.TRY_ROBOT(room.id, room.chairs[0].stamp, level))
        for level in OFFERED_LEVELS
    )
    return Screen(
        (
            text_block([words("sandbox.which_robot"), *(words(f"robot.plays.{level}") for level in OFFERED_LEVELS)]),
            buttons(*(Button(name.capitalize(), press) for name, press in levels)),
        ),
        accent=accent(room.game.key),
    )


def with_sandbox_controls(screen: Screen, brought: ImportedGame, room: PlayedRoom, words: Words) -> Screen:
    """The screen with an explanation of sandboxes above it and the sandbox's buttons below it."""
    undo = verbs.RETRACT_MOVE(room.id, brought.change)
    robot = verbs.TRY_ROBOT(room.id, brought.change, None)
    back = buttons(
        Button(words("button.take_back"), undo) if brought.tried else None,
        Button(words("button.robot_moves"), robot) if room.to_act else None,
        Button(words("button.to_record"), verbs.SHOW_RECORD(brought.id, SANDBOX_START, mark="r")),
    )
    return Screen((Text(words("sandbox.mark")), *screen.parts, back), screen.accent)
