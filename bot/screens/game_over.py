"""Screens of a finished table: result, ranking, standing of the match, proof of the bag. Independent of rules."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import chain

from bot.logic.bag_proof import PUBLISHED_DIGITS, published_lock, revealed_key, seats_fit
from bot.model.page_link import NO_PAGE, PageLink
from bot.model.people import Person, Robot, message_link
from bot.model.review import has_coach
from bot.model.room import PlayedRoom, Room
from bot.model.timeline import timeline_of
from bot.screens import verbs
from bot.screens.lobby import lobby
from bot.screens.news import FOLDED_KEY, fold_lines
from bot.screens.screen import Button, ButtonStyle, Screen, Text, buttons, text_block
from bot.screens.seat_names import names, names_with_marks, person_name, recorded_name
from bot.screens.speech import Speech
from bot.screens.table import board_view, page_button, title
from bot.text.words import Words, join_list, positive_points
from engine import IllegalMove, Score, Seat
from engine.core import places
from engine.draw_proof import first_difference, seed_lock
from engine.robots.core import Level
from engine.series import total_scores
from render import accent

KEY_LETTERS_SHOWN = 4, 2  # letters at the beginning and at the end of a shortened key


def final_screen(room: PlayedRoom, words: Words, since: int, of_match: str = "", page: PageLink = NO_PAGE) -> Screen:
    """Return the final message: picture, winner, why the game ended, last events and ranking.

    It pings each person once. A person whose resignation ended the game is pinged only if nobody else played.

    `since`: the length of the log from which events are reported. `of_match`: lines at the end, such as the standing of
    the match. `page`: the address of the table's page for spectators.
    """
    shown_board = board_view(room, words, None, since)
    left = [chair.former_person for chair in room.chairs if chair.departure == "resigned"]
    everybody = tuple(number for number in (*(who.id for who in room.people), *left) if number is not None)
    pings = tuple(who for who in everybody if who != _last_to_resign(room)) or everybody
    calls = " ".join(f"<@{who}>" for who in pings)
    return Screen(
        (
            Text(title(room, words)),
            shown_board.picture,
            text_block([*final_lines(room, words, shown_board.lines), of_match]),
            Text(calls),
            buttons(
                None
                if room.has_next_game
                else Button(words("button.rematch"), verbs.REMATCH(room.id), ButtonStyle.MAIN),
                Button(words("button.review"), verbs.REVIEW(room.id)) if has_coach(room.game) else None,
                Button(words("button.replay"), verbs.REPLAY(room.id, 0, mark="n")),
                Button(words("button.film"), verbs.FILM(room.id)),
                Button(words("button.final_board"), verbs.SHOW_BOARD(room.id)),
                Button(words("button.more"), verbs.SHOW_MORE(room.id)),
                page_button(room, page, words),
            ),
        ),
        accent=accent(room.game.key),
        pings=pings,
    )


def final_lines(room: PlayedRoom, words: Words, news: Sequence[str], folded: str = FOLDED_KEY) -> list[str]:
    """Return the winner, why the game ended, what happened last and the ranking; some of these lines may be empty.

    `news`: a line for each event. `folded`: the key of the text that replaces left-out lines.
    """
    by = recorded_name(room, room.record.ended_by, words) if room.record.ended_by else ""
    ended = "" if room.phase == "over" else words("table.ended_by", name=by)
    winner = winner_line(room, words)
    over = f"{room.game.key}.event.over"
    lines = [line for line in news if not winner or over not in words or line != words(over)]
    return [winner, beaten_robot_line(room, words), *fold_lines(lines, words, key=folded), ended, standing(room, words)]


def winner_line(room: PlayedRoom, words: Words) -> str:
    """Return who won and what ended the game; "" if it was ended early or everyone resigned."""
    (first, score), *_ = _ranks(room)
    if room.phase != "over" or room.chairs[first[0]].departure == "resigned":
        return ""
    points = Speech(words, room.game.key).points(score[0], "table.points")
    winners = join_list([names(room, words)[seat] for seat in first], words)
    sentence = _tie(room, words) or words("table.won", n=len(first), name=winners, points=points)
    because = _reason_of_end(room, words)
    return f"{sentence} {words('table.because', why=because)}" if because else sentence


def beaten_robot_line(room: PlayedRoom, words: Words, reader: Seat | None = None) -> str:
    """Return the sentence about the strongest robot that the winner has beaten; "" if there is none.

    Only robots that played from the beginning count. The `reader` is called "you".
    """
    (first, _), *_ = _ranks(room)
    winner = room.occupants[first[0]]
    robots = [
        who for seat, who in enumerate(room.occupants) if isinstance(who, Robot) and not room.chairs[seat].departure
    ]
    if room.phase != "over" or len(first) > 1 or not isinstance(winner, Person) or not robots:
        return ""
    strongest = max((Level(robot.level) for robot in robots), key=tuple(Level).index)
    level = words(f"robot.beaten.{strongest}")
    return words("table.beat", name=person_name(winner, words), level=level, you=first[0] == reader)


def _reason_of_end(room: PlayedRoom, words: Words) -> str:
    """Return a clause on what ended the game: a resignation, events, else the game's default text; "" if unknown."""
    called = names(room, words)
    key = f"{room.game.key}.end"
    if room.table.state.to_act():
        left = [called[seat] for seat in range(len(room.occupants)) if room.chairs[seat].departure == "resigned"]
        return words("table.end_resigned", name=join_list(left, words))
    speech = Speech(words, room.game.key)
    events = chain.from_iterable(timeline_of(room.table).events)
    ends = [event for event in events if f"{key}.{event.kind}" in words]
    clauses = [words(f"{key}.{e.kind}", **speech.translate(e.facts, e.seat), name=called[e.seat]) for e in ends]
    otherwise = [words(f"{key}.otherwise")] if f"{key}.otherwise" in words else []
    return join_list(clauses or otherwise, words)


def head_to_head(room: Room, wins: tuple[int, int] | None, words: Words) -> str:
    """Return how often each of two opponents has beaten the other; "" if `wins` (games won by each) is None."""
    if wins is None:
        return ""
    people = [person_name(player, words) for player in room.people]
    (most, name), (least, other) = sorted(zip(wins, people, strict=True), reverse=True)
    return words("table.head_to_head", name=name, other=other, most=most, least=least, even=most == least)


def own_result(room: PlayedRoom, seat: Seat, wins: tuple[int, int] | None, words: Words) -> Text:
    """Return the result as the person on this seat reads it privately; `wins` as in `head_to_head`."""
    (first, score), *_ = _ranks(room)
    points = Speech(words, room.game.key).points(score[0], "table.points")
    lines = [words("table.won", you=1, points=points) if first == [seat] else winner_line(room, words)]
    lines.append(beaten_robot_line(room, words, seat))
    if wins is not None:
        mine = [player.id for player in room.people].index(getattr(room.occupants[seat], "id", 0))
        facts = {"mine": wins[mine], "theirs": wins[1 - mine], "ahead": wins[mine] > wins[1 - mine]}
        other = person_name(room.people[1 - mine], words)
        lines.append(words("table.your_head", other=other, **facts, even=wins[mine] == wins[1 - mine]))
    return text_block(lines)


def rematch_lobby(room: Room, words: Words) -> Screen:
    """Return the first message of a rematch lobby, which invites and pings the people of the previous table."""
    host = next((player for player in room.people if player.id == room.record.host.id), Person(0, ""))
    shown = lobby(room, words)
    text = words("rematch.invites", name=person_name(host, words))
    return replace(shown, parts=(Text(text), *shown.parts)) if room.record.guests else shown


def result(room: PlayedRoom, words: Words) -> Screen:
    """Return the result of a table in one paragraph for another channel; it pings nobody."""
    there = message_link(room.place, room.newest_message.id)
    text = words("table.result", game=room.game.title, tag=room.tag, standing=standing(room, words), link=there)
    return Screen((Text(text),), accent=accent(room.game.key))


def end_note(room: PlayedRoom, words: Words, *, lost: bool = False) -> Screen:
    """Return the private message that the game has ended; it pings nobody. `lost`: the channel was deleted."""
    facts = {
        "game": room.game.title,
        "tag": room.tag,
        "link": "" if lost else message_link(room.place, room.newest_message.id),
    }
    text = words(f"follow.{room.phase}", standing=standing(room, words), **facts)
    return Screen((Text(text),), accent=accent(room.game.key))


def standing(room: PlayedRoom, words: Words) -> str:
    """Return the ranking, best place first. Equal scores share a place; people who resigned come last."""
    rows = []
    place = 1
    for sharing, score in _ranks(room):
        key = "table.place" if len(sharing) == 1 else "table.shared"
        name = join_list([names_with_marks(room, words)[seat] for seat in sharing], words)
        rows.append(words(key, place=place, name=name, points=Speech(words, room.game.key).points(score[0])))
        place += len(sharing)
    return " · ".join(rows)


def _ranks(room: PlayedRoom) -> list[tuple[list[Seat], Score]]:
    scores = room.table.state.scores()
    by_rank: dict[tuple[bool, Score], list[Seat]] = {}
    for seat, score in enumerate(scores):
        by_rank.setdefault((room.chairs[seat].departure != "resigned", score), []).append(seat)
    return [(by_rank[rank], rank[1]) for rank in sorted(by_rank, reverse=True)]


def _tie(room: PlayedRoom, words: Words) -> str:
    """Return a sentence on how equal points were decided or shared; "" if the points decided.

    The text depends on which number of the score decided, counted from 1 after the points; 0 if all share the win.
    """
    ranks = [(seats, score) for seats, score in _ranks(room) if room.chairs[seats[0]].departure != "resigned"]
    equal = [(seats, score) for seats, score in ranks if score[0] == ranks[0][1][0]]
    sharing = [seat for seats, _ in equal for seat in seats]
    if room.phase != "over" or len(sharing) < 2:
        return ""
    decisive = 0
    if len(equal) > 1:
        scores = zip(equal[0][1], equal[1][1], strict=True)
        decisive = next(place for place, (own, other) in enumerate(scores) if own != other)
    speech = Speech(words, room.game.key)
    people = names(room, words)
    return words(
        speech.own_key("tie", "table.tie"),
        **room.game.chosen(room.record.options),
        names=join_list([people[seat] for seat in sorted(sharing)], words),
        name=join_list([people[seat] for seat in equal[0][0]], words),
        n=len(equal[0][0]),
        by=decisive,
        points=speech.points(equal[0][1][0], "table.points"),
    )


def _last_to_resign(room: PlayedRoom) -> int | None:
    """Return the account number of the person whose resignation ended the game, and who therefore knows the result."""
    if room.phase != "over" or not room.table.state.to_act():
        return None
    name = next(
        (
            room_event.facts.get("name")
            for room_event in reversed(room.record.room_events)
            if room_event.kind == "resigned"
        ),
        None,
    )
    seats = [
        seat
        for seat, who in enumerate(room.occupants)
        if room.chairs[seat].departure == "resigned" and who.name == name
    ]
    return room.chairs[seats[0]].former_person if len(seats) == 1 else None


def match_standing(room: Room, games: Sequence[Room], words: Words) -> str:
    """Return the standing of the match after this game and the link to the next one; "" outside a match.

    `games`: the games of the match so far, in order.
    """
    first = room.record.first_seat
    if room.record.match is None or room.table is None:
        return ""
    over = [game for game in games if game.phase == "over" and game.record.first_seat <= first]
    scores = [game.table.state.scores() for game in over if game.table]
    totals = total_scores(scores) or ((0, 0),) * len(room.occupants)
    facts = {"n": first + 1, "of": len(room.occupants), "next": first + 2}
    if room.phase == "over" and facts["n"] == facts["of"]:
        return words("match.final", **facts, standing=_places(room, totals, words))
    called = zip(names(room, words), totals, strict=True)
    each = (
        words("match.seat", name=name, points=positive_points(total[0], room.game.key, words)) for name, total in called
    )
    points = _mark_fewest_wins(", ".join(each), room, words)
    if not room.has_next_game:
        return words("match.ended", **facts, standing=points)
    later = next((game for game in games if game.record.first_seat == room.record.first_seat + 1), room)
    link = message_link(
        later.place, later.newest_message.id if later is not room and later.newest_message.log_length >= 0 else None
    )
    return words("match.standing", **facts, standing=points, link=link)


def _places(room: Room, totals: Sequence[Score], words: Words) -> str:
    """Return the ranking, best place first; seats with equal points and games won share a place."""
    place_of = places(totals)
    called = names(room, words)
    rows = []
    for place in sorted(set(place_of)):
        seats = [seat for seat, seat_place in enumerate(place_of) if seat_place == place]
        shared = join_list([called[seat] for seat in seats], words)
        points, won = totals[seats[0]]
        key = "match.place" if len(seats) == 1 else "match.shared"
        rows.append(words(key, place=place, name=shared, points=positive_points(points, room.game.key, words), won=won))
    return _mark_fewest_wins(" · ".join(rows), room, words)


def _mark_fewest_wins(standing: str, room: Room, words: Words) -> str:
    """Add a remark to the standing in games in which the fewest points win."""
    key = f"{room.game.key}.few"
    return words(key, standing=standing) if key in words else standing


def bag_key_line(room: Room, match: Sequence[Room], words: Words) -> str:
    """Return the line with the shortened key of the bag; "" while it is secret or if nothing was drawn."""
    found = revealed_key(room, match)
    if not found or room.table is None or not room.table.draws:
        return ""
    first, last = KEY_LETTERS_SHOWN
    short = found if len(found) <= first + last else f"{found[:first]}…{found[-last:]}"
    return words("bag.key", key=short)


def bag_check(room: PlayedRoom, match: Sequence[Room], words: Words) -> Screen:
    """Return the check of the bag: whether the key fits the lock and reproduces all draws and the seat order."""
    table = room.table
    published = published_lock(match or [room])
    if not table.draws:
        return Screen((text_block([words("bag.no_draws", tag=room.tag, game=room.game.title)]),))
    found = revealed_key(room, match)
    lock_line = words("bag.lock", lock=published) if published else ""
    if not found:
        return Screen((text_block([words("bag.locked", tag=room.tag, match=room.record.match), lock_line]),))
    fits = (
        words("bag.fits")
        if seed_lock(found)[:PUBLISHED_DIGITS] == published
        else words("bag.misfit", code=f"{room.id}-0")
    )
    checks = [fits if published else words("bag.no_lock"), _redeal_line(room, words)]
    drawn_by_lot = seats_fit(room)  # None if the seats were not drawn by lot
    if drawn_by_lot is not None:
        checks.append(words("bag.seats") if drawn_by_lot else words("bag.seats_differ", code=f"{room.id}-s"))
    title = words("bag.title", tag=room.tag)  # says which table, since the person may not have named one
    return Screen((text_block([title, *checks, lock_line, words("bag.whole_key", key=found)]),))


def _redeal_line(room: PlayedRoom, words: Words) -> str:
    """Return whether repeating the deal gives the same draws; if not, with a code of game and draw for operators."""
    table = room.table
    try:
        number = first_difference(table, table.seed or "")
    except IllegalMove:
        return words("bag.corrected", n=table.draws)
    if number:
        return words("bag.differs", n=number, code=f"{room.id}-{number}")
    return words("bag.same", n=table.draws)
