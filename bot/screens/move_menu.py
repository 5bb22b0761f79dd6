"""The private menu for choosing a move: question, preview, refused answers. Independent of rules and Discord."""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from itertools import chain

from bot.model.move_menu import WHOLE_MOVE, AnswerPath, Choice, MenuState, MoveStep, NoSuchPath, Question, next_step
from bot.model.puzzle import PuzzleRoom
from bot.model.room import PlayedRoom, Room
from bot.model.sandbox import Sandbox
from bot.model.timeline import has_secrets, is_mid_turn, move_count, moves_again, own_turn_end, ready_seats, turns_since
from bot.screens import verbs
from bot.screens.news import fold_lines, sentences
from bot.screens.rules import paragraph_text
from bot.screens.screen import (
    BUTTONS_A_ROW,
    MAX_LABEL_LETTERS,
    Button,
    Buttons,
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
    cut,
    text_block,
)
from bot.screens.seat_names import names, short_names
from bot.screens.speech import Speech
from bot.screens.table import board_view, draw, menu_aspect, other_sight, round_number, turn_request
from bot.text.names import escape_name
from bot.text.words import DAY, Words, capitalize, first_emoji, format_duration, join_list, rulebook, without_emojis
from engine import Event, Move, Seat, View
from engine.core import State
from render import accent, alt_text

MAX_ANSWER_BUTTONS = 10
MAX_ANSWER_BUTTON_LETTERS = 30  # letters of an answer that can be a button
MAX_DETAILED_ANSWER_LETTERS = 24  # the same for an answer with a detail, which a button does not show
MAX_REFUSALS_NAMED = 4  # refusals named under the question; "Why not" lists all


@dataclass(frozen=True)
class MoveOutcome:
    """The result of a move that was not played yet, for every kind of menu."""

    head: str  # the move in words
    lines: tuple[str, str]  # its consequences, and the points before and after
    view: View[State]  # the position afterwards, as far as its seat can see it
    events: Sequence[Event]  # those that lead to that position
    alt: str  # the position in words


def question_screen(room: PlayedRoom, seat: Seat, words: Words, progress: MoveStep, given: AnswerPath) -> Screen:
    """Return the next question with its answers and the seat's picture of the table."""
    assert progress.question is not None
    question = progress.question
    speech = Speech(words, room.game.key)
    view = room.table.view(seat)
    refused = speech.refused_answers(view, question)
    is_narrowed = given or question.kind.ONE_BY_ONE  # then what the answers have in common is worth marking
    marks = [move for choice in question.choices for move in choice.moves] if is_narrowed else ()
    since = own_turn_end(room.table, seat, room.unchosen_moves)
    shown_board = board_view(room, words, seat, since, menu_aspect(room, seat, marks))
    recap = fold_lines(shown_board.lines, words, shown_board.pinned)
    impossible = ""
    if refused and len(refused) <= MAX_REFUSALS_NAMED and len(question.fields) == 1:
        labels = ", ".join(f"{answer.label} ({answer.short})" if answer.short else answer.label for answer in refused)
        impossible = words("menu.not_possible", what=labels)
    parts: list[ScreenPart] = [
        text_block([_title(room, seat, words), "" if given else _news(room, seat, words, progress, recap)]),
        shown_board.picture,
        text_block([speech.question(view, progress, question), impossible]),
        *answer_controls(room, speech, view, question, given),
    ]
    ways = []
    for other in progress.other_kinds:  # blue if it ends an unfinished turn at once
        look = ButtonStyle.MAIN if ends_turn(room, seat, other) else ButtonStyle.PLAIN
        ways.append(_move_button(room, seat, speech, other, look))
    below = buttons(
        *_back_buttons(room, seat, words, given),
        Button(words("button.why_not"), verbs.LIST_REFUSALS(_menu_state(room, seat, given))) if refused else None,
        _type_button(room, seat, words, given),
        Button(words("button.rules"), verbs.SHOW_RULES(room.code, None, None)),
    )
    sight = _sight_button(room, seat, words, given)
    if not ways:
        parts.append(buttons(*below.buttons, sight))
    elif len(below.buttons) == BUTTONS_A_ROW:  # no space left for the sight button
        parts += [buttons(*ways, sight), below]
    else:
        parts += [buttons(*ways), buttons(*below.buttons, sight)]
    return Screen(tuple(parts), accent=accent(room.game.key))


def move_outcome(room: PlayedRoom, seat: Seat, words: Words, move: Move) -> MoveOutcome:
    """Return the result of the move, as far as the seat can know it."""
    speech = Speech(words, room.game.key)
    view = room.table.view(seat)
    phrase = speech.move_phrase(view.state, seat, move)
    consequences = speech.consequences(view, move)
    later = view.state.after(seat, move)
    if not later.to_act() and has_secrets(room.table):  # the end of the game depends on what this seat cannot see
        after = view
        events = []
        consequences = [words("menu.ends"), *consequences]
    else:
        after = View(view.game, seat, later.view(seat))
        events = [event for event in later.events if event.seen_by(seat)]
    head = words("menu.preview", move=capitalize(phrase))
    lines = (" ".join(consequences[:-1]), consequences[-1])
    alt = alt_text(after, short_names(room), words, first=words("menu.after", move=without_emojis(phrase)))
    return MoveOutcome(head, lines, after, events, alt)


def preview_screen(room: PlayedRoom, seat: Seat, words: Words, move: Move, given: AnswerPath) -> Screen:
    """Return the position after the move, its consequences, and the button that plays it."""
    outcome = move_outcome(room, seat, words, move)
    png = draw(room, outcome.view, words, replace(menu_aspect(room, seat), changes=[outcome.events]))
    picture = Picture(f"preview-{room.code}-{len(room.table.log)}.png", png, outcome.alt)
    parts: list[ScreenPart] = [Text(outcome.head), picture, text_block(outcome.lines)]
    first = next_step(room.table.view(seat).moves, ())
    if first.move == move and not given and first.other_kinds:  # replaces a first question with only one answer
        speech = Speech(words, room.game.key)
        parts.append(
            buttons(*(_move_button(room, seat, speech, other, ButtonStyle.PLAIN) for other in first.other_kinds))
        )
    if room.preparation:
        parts.append(Text(words("prepared.when")))
    elif len({player.id for player in room.people}) > 1:  # other people may have prepared moves, which follow at once
        parts.append(Text(words("prepared.may_follow")))
    label = words("prepared.button.it" if room.preparation else "button.play_it")
    below = buttons(
        Button(label, verbs.PLAY_IT(_menu_state(room, seat, (str(move),))), ButtonStyle.MAIN),
        *_back_buttons(room, seat, words, given),
        Button(words("button.start_over"), _answer_id(room, seat, ())) if given else None,
        _type_button(room, seat, words, given),
        _sight_button(room, seat, words, given or (WHOLE_MOVE + str(move),)),
    )
    return Screen((*parts, below), accent=accent(room.game.key))


def _type_button(room: Room, seat: Seat, words: Words, given: AnswerPath) -> Button | None:
    """Return the button to type the move; None while preparing, which the form does not support."""
    return (
        None if room.preparation else Button(words("button.type_it"), verbs.TYPE_MOVE(_menu_state(room, seat, given)))
    )


def closing_message(
    room: PlayedRoom, words: Words, phrase: str, following: Room | None, person: int, sequel: Sequence[str] = ()
) -> Screen:
    """Return the menu's closing message: the move, who is next, and a button to the next table that waits.

    `following`: the next table at which it is this person's turn. `sequel`: what happened right after the move, one
    text per paragraph.
    """
    seat_names = names(room, words)
    acting = [seat_names[seat] for seat in room.to_act]
    if room.seat_of(person) in ready_seats(room.table):
        done = words("menu.chosen", move=phrase, names=join_list(acting, words), n=len(acting))
    else:
        done = words("menu.played", move=phrase)
        if acting:
            done += f" {words('menu.next', name=acting[0])}"
    paragraphs = (text_block([done]), *map(Text, sequel))
    if following is None:
        return Screen(paragraphs)
    seat = following.seat_of(person)
    left = ""
    if seat is not None and seat in following.deadlines:
        left = format_duration(max(following.deadlines[seat] - following.now, 0.0), words)
    on = Button(words("button.next_table", tag=following.tag, left=left), verbs.PLAY(following.id))
    return Screen((*paragraphs, buttons(on)))


def with_own_picture(last: Screen, room: PlayedRoom, seat: Seat, since: int, words: Words) -> Screen:
    """Add the seat's picture to the closing message, with changes after log length `since` outlined."""
    picture = board_view(room, words, seat, since, menu_aspect(room, seat)).picture
    return replace(last, parts=(last.parts[0], picture, *last.parts[1:]), accent=accent(room.game.key))


def with_draws(phrase: str, room: PlayedRoom, seat: Seat, since: int, words: Words) -> str:
    """Append to the move phrase what only its seat learned after log length `since`, such as drawn tiles."""
    own = [event for turn in turns_since(room.table, since, seat) for event in turn.events if not event.seen_by(None)]
    for line in Speech(words, room.game.key, seat).event_lines(own, names(room, words)):
        phrase += f". {line.rstrip('.')}"
    return phrase


def sequel_lines(before: Room, later: PlayedRoom, seat: int, words: Words) -> list[str]:
    """Return the prepared moves that were played right after a move of the seat; [] if there are none."""
    length = len(before.log)
    new = [turn for turn in turns_since(later.table, length, seat) if later.log[turn.number - 1].trigger == "prepared"]
    if not new:
        return []
    lines = [words("prepared.followed", what=" ".join(sentences(later, words, new)))]
    if seat in later.to_act:
        lines.append(words("prepared.again"))
    return lines


def with_take_back(screen: Screen, room: Room, stamp: int, words: Words) -> Screen:
    """Put a take-back button before the other buttons of the closing message."""
    undo = Button(words("button.take_back"), verbs.TAKE_BACK(room.id, stamp, None))
    if undo.id in [button.id for part in screen.parts if isinstance(part, Buttons) for button in part.buttons]:
        return screen  # a menu that continues the turn has its own take-back button
    last = screen.parts[-1]
    if not isinstance(last, Buttons):
        return Screen((*screen.parts, buttons(undo)), screen.accent)
    return Screen((*screen.parts[:-1], buttons(undo, *last.buttons)), screen.accent)


def refusal_list(room: PlayedRoom, seat: Seat, words: Words, question: Question, given: AnswerPath) -> Screen:
    """Return a list of the refused answers; choosing one shows the rule that forbids it."""
    rows: list[Option] = []
    for place, answer in enumerate(Speech(words, room.game.key).refused_answers(room.table.view(seat), question)):
        rows.append(Option(answer.label, f"{place}:{answer.reason}", answer.short, emoji=answer.emoji))
    shelves = [tuple(rows[start : start + 25]) for start in range(0, len(rows), 25)]
    state = _menu_state(room, seat, given)
    hints = _hints([[option.label for option in shelf] for shelf in shelves], words("menu.why_hint"))
    picks = [Select(verbs.SHOW_RULE(state, mark=str(n)), hints[n], shelf) for n, shelf in enumerate(shelves)]
    home = Button(words("button.back_to_move"), _answer_id(room, seat, given))
    return Screen((Text(words("menu.why_not")), *picks, buttons(home)))


def move_form(room: Room, words: Words) -> InputForm:
    """Return the form for typing a move."""
    hint = words(f"{room.game.key}.example").replace("`", "")
    title = words("menu.form", game=room.game.title, tag=room.tag)
    return InputForm(verbs.SUBMIT_MOVE(room.id), title, words("menu.write"), hint)


def ask_which_move(room: Room, words: Words, rows: Sequence[Suggestion]) -> Screen:
    """Ask which of the moves that match the typed text to play."""
    options = tuple(Option(cut(row.name, MAX_LABEL_LETTERS), row.value, emoji=row.emoji) for row in rows)
    return Screen((Text(words("menu.several")), Select(verbs.SUBMIT_MOVE(room.id), words("menu.choose"), options)))


def home_buttons(room: Room, seat: Seat, words: Words, *, typed: bool = False) -> Buttons:
    """Return a button back to the first question; after a `typed` move, also one to type again and one to the rules."""
    home = Button(words("button.back_to_move"), _answer_id(room, seat, ()))
    again = Button(words("button.type_it"), verbs.TYPE_MOVE(_menu_state(room, seat, ())))
    rules = Button(words("button.rules"), verbs.SHOW_RULES(room.code, None, None))
    return buttons(home, *((again, rules) if typed else ()))


def refusal_reason(room: PlayedRoom, seat: Seat, words: Words, chosen: str, given: AnswerPath) -> Screen:
    """Return the rule that forbids an answer, with the cause outlined; `chosen`: "<refusal index>:<paragraph>"."""
    _, _, number = chosen.partition(":")
    view = room.table.view(seat)
    speech = Speech(words, room.game.key)
    try:
        question = next_step(view.moves, given).question
    except NoSuchPath:
        question = None
    refused: tuple[Move, str] | None = None
    why = ""
    for place, answer in enumerate(speech.refused_answers(view, question) if question else ()):
        if f"{place}:{answer.reason}" == chosen:
            refused = (answer.move, number)
            why = speech.reason(number, view.state.facts(seat, answer.move))
    png = draw(room, view, words, replace(menu_aspect(room, seat), refused=refused))
    picture = Picture(f"rule-{room.code}-{len(room.table.log)}.png", png, alt_text(view, short_names(room), words))
    home = Button(words("button.back_to_move"), _answer_id(room, seat, given))
    rule = paragraph_text(rulebook(room.game.key, words.language)[number], words)
    state = replace(_menu_state(room, seat, given), sight=other_sight(room))
    other = Button(words(f"button.sight_{state.sight}"), verbs.CHANGE_RULE_SIGHT(state, chosen))
    return Screen((text_block([why, rule]), picture, buttons(home, other)))


def _title(room: PlayedRoom, seat: Seat, words: Words) -> str:
    tag = words(f"{room.tag}.tag") if isinstance(room, Sandbox | PuzzleRoom) else room.tag  # only tables have a number
    asked = turn_request(room, words)
    what = capitalize(asked) if asked and not room.preparation else ""
    name = escape_name(room.occupants[seat].name, room.occupants[seat].seat_number)
    key = "prepared.title" if room.preparation else "menu.title"
    return words(key, name=name, game=room.game.title, tag=tag, round=round_number(room.table.state), what=what)


def ends_turn(room: PlayedRoom, seat: Seat, other: Choice) -> bool:
    """Whether this other kind of move ends an unfinished turn at once."""
    return other.move is not None and not fields(other.move) and is_mid_turn(room.table, seat)


def _move_button(room: PlayedRoom, seat: Seat, speech: Speech, other: Choice, look: ButtonStyle) -> Button:
    way = speech.other_move(room.table.view(seat), other)
    return Button(way.label, _answer_id(room, seat, other.path), look, emoji=way.emoji)


def _news(room: PlayedRoom, seat: Seat, words: Words, progress: MoveStep, lines: Sequence[str]) -> str:
    """Return the introduction to the first question: what happened since, or that a turn is unfinished."""
    for other in progress.other_kinds:
        if ends_turn(room, seat, other):
            view = room.table.view(seat)
            speech = Speech(words, room.game.key)
            return words("menu.unfinished", what=speech.move_phrase(view.state, seat, other.moves[0]))
    if room.preparation:
        return words("prepared.as_if")
    since = own_turn_end(room.table, seat, room.unchosen_moves)
    news = words("menu.since" if since else "menu.so_far", what=" ".join(lines)) if lines else ""
    is_long_ago = 0 < since <= len(room.log) and room.now - room.log[since - 1].at >= DAY
    count = move_count(turns_since(room.table, since)) if is_long_ago else 0
    welcome = words("menu.welcome", n=count, at=f"<t:{int(room.log[since - 1].at)}:F>") if count else ""
    return " ".join(text for text in (welcome, news) if text)


def answer_controls(
    room: Room, speech: Speech, view: View[State], question: Question, given: AnswerPath
) -> list[ScreenPart]:
    """Return the controls of a question: buttons for a few short answers, else lists of at most 25."""
    seat = view.seat
    assert seat is not None
    if question.tile_choice:
        options = tile_options(question.tile_choice.tiles, speech)
        least = question.tile_choice.minimum
        most = question.tile_choice.maximum
        hint = speech.words("menu.tick_hint", least=least, most=most, same=least == most)
        return [Select(verbs.TICK_TILES(_menu_state(room, seat, given)), hint, options, least, most)]
    fits = len(question.choices) <= MAX_ANSWER_BUTTONS and not speech.needs_list(question)
    shelves: list[list[Option]] = []
    for shelf in question.selects:
        shelves.append([])
        for choice in shelf:
            shown = speech.answer(view, question, choice)
            fits = fits and len(shown.label) <= (
                MAX_DETAILED_ANSWER_LETTERS if shown.detail else MAX_ANSWER_BUTTON_LETTERS
            )
            shelves[-1].append(Option(shown.label, ".".join(choice.path), shown.detail, emoji=shown.emoji))
    if fits:
        row: list[Button] = []
        for choice, option in zip(question.choices, chain.from_iterable(shelves), strict=True):
            row.append(Button(option.label, _answer_id(room, seat, choice.path), emoji=option.emoji))
        return [buttons(*row)]
    state = _menu_state(room, seat, given)
    hints = _hints([[option.label for option in shelf] for shelf in shelves], speech.hint(question))
    return [Select(verbs.ANSWER_MENU(state, mark=str(n)), hints[n], tuple(shelf)) for n, shelf in enumerate(shelves)]


def _hints(shelves: Sequence[Sequence[str]], hint: str) -> list[str]:
    """Return a distinct placeholder for each list: its first and last label, or its number if those are too long."""
    if len(shelves) == 1:
        return [hint]
    spans = [f"{shelf[0]} - {shelf[-1]}" if len(shelf) > 1 else shelf[0] for shelf in shelves]
    if all(len(span) <= MAX_LABEL_LETTERS for span in spans):
        return spans
    return [f"{hint} {n}/{len(shelves)}" for n in range(1, len(shelves) + 1)]


def tile_options(pool: Sequence[str], speech: Speech) -> tuple[Option, ...]:
    """Return an option for each tile; equal tiles are numbered so that each label is distinct."""
    rows = []
    for n, tile in enumerate(pool):
        shown = speech.tile(tile)
        of = pool.count(tile)
        name = without_emojis(shown)
        label = name if of == 1 else speech.words("menu.equal", tile=name, n=pool[:n].count(tile) + 1, of=of)
        rows.append(Option(label, f"{n}:{tile}", emoji=first_emoji(shown)))
    return tuple(rows)


def _sight_button(room: Room, seat: Seat, words: Words, given: AnswerPath) -> Button:
    """Return the button that switches between the seat's part and the whole table; answers are kept."""
    other = other_sight(room)
    return Button(
        words(f"button.sight_{other}"), verbs.CHANGE_SIGHT(replace(_menu_state(room, seat, given), sight=other))
    )


def _back_buttons(room: PlayedRoom, seat: Seat, words: Words, given: AnswerPath) -> tuple[Button, ...]:
    """Return the button to the previous question; on the first one, those that undo the last step or the whole turn.

    There are no such undo buttons while seats choose simultaneously, since everyone has seen the previous turn, nor
    after an automatic move, since going back would undo what was played before that move.
    """
    if given:
        return (Button(words("button.back"), verbs.STEP_BACK(_menu_state(room, seat, given))),)
    made_by_itself = bool(room.log) and not room.log[-1].is_chosen
    if made_by_itself or not moves_again(room.table, seat) or len(room.to_act) > 1:
        return ()
    undo = verbs.STEP_BACK_PREPARED if room.preparation else verbs.TAKE_BACK
    step = undo(room.id, room.chairs[seat].stamp, None)
    whole_turn = undo(room.id, room.chairs[seat].stamp, "turn")
    return Button(words("button.back"), step), Button(words("button.start_over"), whole_turn)


def _answer_id(room: Room, seat: Seat, path: AnswerPath) -> str:
    return verbs.ANSWER_MENU(_menu_state(room, seat, path))


def _menu_state(room: Room, seat: Seat, path: AnswerPath) -> MenuState:
    """Return everything that a later press needs; menus are not stored."""
    return MenuState(room.id, room.chairs[seat].stamp, path, room.preparation, room.sight)
