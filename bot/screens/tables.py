"""Tables as one person sees them: a board, the person's tables, a channel's tables.

Independent of the Discord library.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import label, message_link
from bot.model.room import OwnPreparedTurns, PlayedRoom, Room
from bot.model.timeline import own_turn_end
from bot.screens import prepared as prepared_screen
from bot.screens import verbs
from bot.screens.news import fold_lines, message_start
from bot.screens.screen import (
    Button,
    Buttons,
    ButtonStyle,
    Option,
    Screen,
    ScreenPart,
    Section,
    Select,
    Text,
    buttons,
    text_block,
)
from bot.screens.seat_names import occupant_name
from bot.screens.table import board_view as drawn
from bot.screens.table import other_sight, page_button, points_line, title, turn_request
from bot.text.names import escape_name
from bot.text.words import Words
from engine import Seat
from render import accent
from render import text as spelled

ROWS_A_PAGE = 8
TABLE_FILTERS = (
    "all",
    "waiting",
    "lobbies",
    "here",
)  # which of a person's tables are shown; "here": on this server
MAX_TABLES_LISTED = 25  # tables in a list to choose from
MAX_WISH_LETTERS = 60  # letters of the custom_id


def ask_which_table(rooms: Sequence[Room], person: int, words: Words, wish: str) -> Screen:
    """Asks which table the person means; `wish`: what to do there, "board" or "move:" followed by the typed text."""
    rows = tuple(Option(table_line(room, person, words), room.code) for room in rooms[:MAX_TABLES_LISTED])
    pick = Select(verbs.CHOOSE_TABLE(wish)[:MAX_WISH_LETTERS], words("turns.hint"), rows)
    return Screen((Text(words("refusal.which_table", n=len(rooms))), pick))


def own_tables(rooms: Sequence[Room], person: int, words: Words, page: int, only: str = TABLE_FILTERS[0]) -> Screen:
    """A person's tables and lobbies, eight per page, filtered by `only`.

    `only`: one of TABLE_FILTERS. For "here", the caller must leave out the tables of other servers.
    """
    waiting = sum(_waits_for(room, person) for room in rooms)
    head = words("turns.title", n=waiting, rest=len(rooms) - waiting) if rooms else words("turns.none")
    kept = list(rooms)
    if only == "waiting":
        kept = [room for room in rooms if _waits_for(room, person)]
    elif only == "lobbies":
        kept = [room for room in rooms if room.table is None]
    home = Button(words("button.from_turns"), verbs.LIST_CHANNEL_TABLES(0, mark="c"))
    options = tuple(
        Option(words(f"turns.only.{table_filter}"), table_filter, chosen=table_filter == only)
        for table_filter in TABLE_FILTERS
    )
    pick = Select(verbs.LIST_OWN_TABLES(0, "f", None), words("turns.only.hint"), options)
    nothing = () if kept or only == TABLE_FILTERS[0] else (Text(words("turns.only.none")),)
    rows = _page(kept, person, words, page, home, lambda to, mark: verbs.LIST_OWN_TABLES(to, mark, only))
    return Screen((Text(head), pick, *nothing, *rows))


def with_prepared(screen: Screen, own: Mapping[int, OwnPreparedTurns], words: Words) -> Screen:
    """The person's tables with the turns prepared at each, and a list to prepare more. `own`: by table number."""
    waiting = {verbs.SHOW_BOARD(room_id): prepared for room_id, prepared in own.items() if prepared.waiting_turns}
    parts: list[ScreenPart] = []
    for part in screen.parts:
        if isinstance(part, Section) and part.button.id in waiting:
            prepared = waiting[part.button.id]
            text = part.text + prepared_screen.prepared_row(prepared, words)
            parts.append(Section(text, prepared_screen.prepared_button(prepared, words) or part.button))
        else:
            parts.append(part)
    choice = [prepared for prepared in own.values() if prepared.may_add or prepared.turns][:MAX_TABLES_LISTED]
    return replace(screen, parts=(*parts[:-1], *prepared_screen.table_chooser(choice, words), parts[-1]))


def channel_tables(rooms: Sequence[Room], person: int, words: Words, page: int) -> Screen:
    """A channel's tables and lobbies, eight per page."""
    head = words("games.title", n=len(rooms)) if rooms else words("games.none")
    home = Button(words("button.from_games"), verbs.LIST_OWN_TABLES(0, "m", None))
    rows = _page(rooms, person, words, page, home, lambda to, mark: verbs.LIST_CHANNEL_TABLES(to, mark=mark))
    return Screen((Text(head), *rows))


def table_line(room: Room, person: int, words: Words) -> str:
    """A table in one line, its tag first, for a list to choose from."""
    seats = ", ".join(label(who) for who in room.occupants)
    key = "turns.yours" if _waits_for(room, person) else "turns.other"
    return words(key, tag=room.tag, game=room.game.title, seats=seats, what=turn_request(room, words))


def _page(
    rooms: Sequence[Room], person: int, words: Words, page: int, home: Button, to: Callable[[int, str], str]
) -> list[ScreenPart]:
    """A page of eight tables, each with its button, and buttons to other pages; `home` leads to another list."""
    last = max(0, (len(rooms) - 1) // ROWS_A_PAGE)
    page = min(max(page, 0), last)
    rows: list[ScreenPart] = []
    look = ButtonStyle.MAIN  # of the first table that waits for the person
    for room in rooms[page * ROWS_A_PAGE : (page + 1) * ROWS_A_PAGE]:
        rows.append(_row(room, person, words, look))
        if _waits_for(room, person):
            look = ButtonStyle.PLAIN
    controls = buttons(
        Button(words("button.earlier"), to(page - 1, "e")) if page else None,
        Button(words("button.later"), to(page + 1, "l")) if page < last else None,
        Button(words("button.refresh"), to(page, "r")),
        home,
        Button(words("button.puzzles"), verbs.LIST_PUZZLES()),
    )
    return [*rows, controls]


def _row(room: Room, person: int, words: Words, play_look: ButtonStyle) -> Section:
    mine = room.seat_of(person) is not None
    look = Button(words("button.board"), verbs.SHOW_BOARD(room.id))
    there = {"id": room.place.channel, "link": message_link(room.place, room.newest_message.id)}
    where = words("turns.direct") if room.place.guild is None else words("turns.where", **there)
    facts = {"tag": room.tag, "game": room.game.title, "where": where}
    if not isinstance(room, PlayedRoom):
        seats = ", ".join(occupant_name(who, words) for who in room.occupants)
        sit = Button(words("button.join"), verbs.JOIN_FROM_LIST(room.id))
        return Section(words("turns.lobby", **facts, seats=seats), look if mine else sit)
    standing = points_line(room, words)
    if _waits_for(room, person):
        play = Button(words("button.play"), verbs.PLAY(room.id), play_look)
        due = room.deadlines.get(room.seat_of(person) or 0)
        left = f"<t:{int(due)}:R>" if due is not None else ""
        return Section(words("turns.waits", **facts, seats=standing, left=left, what=turn_request(room, words)), play)
    if room.seat_kept_for(person) is not None:
        return Section(
            words("turns.warm", **facts, seats=standing), Button(words("button.return"), verbs.RETURN(room.id))
        )
    if room.record.is_paused:
        return Section(words("turns.paused", **facts, seats=standing), look)
    waited = [room.occupants[seat] for seat in room.to_act]
    acting = ", ".join(escape_name(who.name, who.seat_number) for who in waited)
    key = "turns.waits_for" if acting else "turns.over"
    return Section(words(key, **facts, seats=standing, name=acting, since=f"<t:{int(room.record.changed_at)}:R>"), look)


def _waits_for(room: Room, person: int) -> bool:
    return room.seat_of(person) in room.to_act


def board_screen(
    room: PlayedRoom, seat: Seat | None, words: Words, own: OwnPreparedTurns | None = None, page: PageLink = NO_PAGE
) -> Screen:
    """The table as the seat (None: a spectator) sees it now, with the turns prepared in `own` outlined.

    `page`: how to open the table's web page.
    """
    waits = seat is not None and seat in room.to_act
    since = own_turn_end(room.table, seat, room.unchosen_moves) if seat is not None and waits else message_start(room)
    shown_board = (
        prepared_screen.prepared_board(own, words, since)
        if own and own.waiting_turns
        else drawn(room, words, seat, since)
    )
    play = Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN) if waits else None
    prepared = prepared_screen.prepared_lines(own, words) if own else []
    sight = other_sight(room)
    other = Button(words(f"button.sight_{sight}"), verbs.CHANGE_BOARD_SIGHT(room.id, sight))
    return Screen(
        (
            text_block([title(room, words), points_line(room, words)]),
            shown_board.picture,
            text_block([*prepared, *fold_lines(shown_board.lines, words, shown_board.pinned)]),
            buttons(
                play,
                prepared_screen.prepared_button(own, words) if own else None,
                Button(words("button.as_text"), verbs.READ_BOARD(room.id)),
                Button(words("button.larger"), verbs.ENLARGE_SEATS(room.id)),
                other if own and own.waiting_turns else None,
                Button(words("button.show_here"), verbs.POST_HERE(room.id)) if seat is not None else None,
                page_button(room, page, words),
            ),
        ),
        accent=accent(room.game.key),
    )


def text_board(
    room: PlayedRoom, seat: Seat | None, words: Words, own: OwnPreparedTurns | None = None, page: PageLink = NO_PAGE
) -> Screen:
    """The whole position in words, and what the person has prepared; `page` as for `board_screen`."""
    view = replace(room.table.view(seat), stopped=room.phase == "ended")
    parts = spelled(view, [escape_name(who.name, who.seat_number) for who in room.occupants], words)
    play = Button(words("button.play"), verbs.PLAY(room.id), ButtonStyle.MAIN) if seat in room.to_act else None
    picture = Button(words("button.as_picture"), verbs.SHOW_BOARD(room.id))
    prepared = prepared_screen.prepared_lines(own, words) if own else []
    way = prepared_screen.prepared_button(own, words) if own else None
    controls = buttons(play, way, picture, page_button(room, page, words))
    return Screen((Text(title(room, words)), *map(Text, parts), *map(Text, prepared), controls))


def with_activity_button(screen: Screen, room_id: int, words: Words) -> Screen:
    """The screen with one more button at its end, which opens the table in the Activity."""
    *parts, last = screen.parts
    button = Button(words("button.in_discord"), verbs.OPEN_ACTIVITY(room_id))
    own = last.buttons if isinstance(last, Buttons) else ()
    return replace(screen, parts=(*parts, *([] if own else [last]), Buttons((*own, button))))
