"""The steps of a lobby: each takes a room's record and returns the changed record, or refuses.

Independent of storage and Discord; uses neither clock nor chance: `now` and `seed` are parameters.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field, replace

from bot.logic.bag_proof import publish_lock, seat_lot
from bot.logic.results import CASUAL
from bot.model.errors import Refusal
from bot.model.lobby_options import TERMS, THREAD_REFUSED, default_terms, is_match, questions
from bot.model.people import Location, Occupant, Person, Robot, free_robot_name, message_link, occupant_key
from bot.model.record import Chair, LobbyNote, Record
from bot.model.record_table import with_table
from engine.core import Game
from engine.robots.core import Level
from engine.table import Table

HOST_AWAY_AFTER = 2 * 3600.0  # seconds of host inactivity after which anyone seated may act as the host
SOLO_ROBOT_LEVEL = Level.AMATEUR.value  # level of the robot that joins a table opened in a direct message


@dataclass(frozen=True)
class LobbyPreset:
    """The initial settings of a lobby, besides its game."""

    guests: tuple[Person, ...] = ()  # people who are invited
    options: Mapping[str, str] = field(default_factory=dict)  # game options
    terms: Mapping[str, str] = field(default_factory=dict)  # table options that apply at its location
    last_answers: tuple[Mapping[str, str], Mapping[str, str]] = field(default_factory=lambda: ({}, {}))
    """Options and terms of the host's last lobby, offered again in this one."""
    is_first_game: bool = False  # whether this is the host's first table of this game
    robot_level: str | None = None  # level of a robot that joins at once, None for no robot


def open_lobby(game: Game, host: Person, place: Location, preset: LobbyPreset, now: float) -> Record:
    """Open a lobby with its host seated; in a direct message a robot joins too. Raises Refusal: self, unknown.

    Options of the preset that the game no longer knows keep their defaults.
    """
    if host.id in (guest.id for guest in preset.guests):
        raise Refusal("self")
    level = preset.robot_level or (SOLO_ROBOT_LEVEL if place.guild is None else None)
    if level is not None and level not in tuple(Level):
        raise Refusal("unknown")
    record = Record(
        id=0,
        game=game.key,
        edition=game.edition,
        options=game.chosen({k: v for k, v in preset.options.items() if v in game.options.get(k, ())}),
        phase="lobby",
        host=host,
        host_seen=now,
        place=place,
        opened=now,
        changed_at=now,
        chairs=_chairs((host,) if level is None else (host, Robot(level, free_robot_name((host,))))),
        guests=preset.guests,
        terms=preset.terms,
    )
    if preset.is_first_game:
        return make_first_game_casual(record, host)
    return replace(record, note=_last_time_note(record, game, preset.last_answers))


def join(record: Record, game: Game, person: Person, now: float) -> Record:
    """Give the person the next open seat. Raises Refusal: gone, already_in, kicked, invited_only, full."""
    _require_lobby(record)
    seat = record.seat_of(person.id)
    if seat is not None:
        raise Refusal("already_in", n=seat + 1)
    is_guest = any(guest.id == person.id for guest in record.guests)
    if person.id in record.removed_people and not is_guest:
        raise Refusal("kicked")
    if record.terms.get("who") == "invited" and not is_guest:
        raise Refusal("invited_only", name=record.label_of(record.host.id))
    return _seat_next(_drop_reservation(record, person.id), game, person, now)


def make_first_game_casual(record: Record, person: Person) -> Record:
    """Make a first-time player's table casual and add a note that says why.

    An unrated table is unchanged. The host may still make it rated.
    """
    if record.terms.get("counts") != TERMS["counts"].values[0]:
        return record
    seat = next((n for n, occupant in enumerate(record.occupants, 1) if occupant == person), 0)
    return replace(record, terms={**record.terms, "counts": CASUAL}, note=LobbyNote("first", person.name, (str(seat),)))


def invite(record: Record, game: Game, person_id: int, guests: Collection[Person], now: float) -> Record:
    """Reserve a seat for each of these people; those who were removed may join again.

    Raises Refusal: gone, host_only, sits_here, full.
    """
    hosted = _act_as_host(record, person_id, now)
    known = {guest.id for guest in record.guests}
    for guest in guests:
        if record.chair_of(guest.id):
            raise Refusal("sits_here", name=record.label_of(guest.id))
    kept = (*record.guests, *(guest for guest in guests if guest.id not in known))
    if len(record.chairs) + len(kept) > game.seats[-1]:
        raise Refusal("full", n=game.seats[-1])
    return replace(hosted, guests=kept)


def leave_lobby(record: Record, person_id: int, now: float) -> Record:
    """Give up the person's seat or reservation. If the host leaves, the next person in the lobby becomes the host.

    The host is notified when someone gives up a reservation. When the last person leaves, the lobby is cancelled.

    Raises Refusal: gone, not_in.
    """
    _require_lobby(record)
    chair = record.chair_of(person_id)
    if chair:
        return _remove_occupant(record, chair.occupant, now)
    if any(guest.id == person_id for guest in record.guests):
        later = replace(_drop_reservation(record, person_id), changed_at=now)
        return later.with_notification("declined", record.host.id, about=person_id)
    raise Refusal("not_in")


def answer_question(record: Record, game: Game, person_id: int, answer: tuple[str, str], now: float) -> Record:
    """Set the question `answer[0]` to `answer[1]`; add a note if other people have joined.

    Raises Refusal: gone, host_only; unknown if the lobby has no such question or the question no such value.
    """
    hosted = _act_as_host(record, person_id, now)
    key, value = answer
    asked = {question.key: question for question in questions(game, record.options, record.terms, len(record.chairs))}
    if key not in asked or value not in asked[key].values:
        raise Refusal("unknown")
    if key in TERMS:
        later = replace(hosted, terms={**record.terms, key: value})
    else:
        later = replace(hosted, options={**record.options, key: value})
    return _note_changes(later, person_id, {key} if asked[key].value != value else set())


def reset_answers(record: Record, game: Game, person_id: int, now: float) -> Record:
    """Set every question to its default. Raises Refusal: gone, host_only."""
    hosted = _act_as_host(record, person_id, now)
    later = replace(hosted, options=game.chosen({}), terms=default_terms(record.terms))
    before = questions(game, record.options, record.terms, len(record.chairs))
    after = {
        question.key: question.value for question in questions(game, later.options, later.terms, len(record.chairs))
    }
    return _note_changes(
        later,
        person_id,
        {question.key for question in before if after.get(question.key, question.value) != question.value},
    )


def repeat_last_answers(record: Record, game: Game, person_id: int, now: float) -> Record:
    """Set the answers of the host's last lobby that the lobby's note offers; a new note says that this was done.

    Nothing changes if the note no longer offers them. Raises Refusal: gone, host_only.
    """
    hosted = _act_as_host(record, person_id, now)
    note = record.note
    if note is None or note.key != "last_time":
        return hosted
    pairs = [(key, value) for key, _, value in (text.partition("=") for text in note.about)]
    later = replace(
        hosted,
        options=game.chosen({**record.options, **{key: value for key, value in pairs if key not in TERMS}}),
        terms={**record.terms, **{key: value for key, value in pairs if key in TERMS}},
    )
    return replace(later, note=LobbyNote("as_last", note.name, tuple(key for key, _ in pairs)))


def _last_time_note(record: Record, game: Game, habit: tuple[Mapping[str, str], Mapping[str, str]]) -> LobbyNote | None:
    """The offer to repeat the last answers: those that are still possible and differ from the current ones."""
    options = {key: value for key, value in habit[0].items() if value in game.options.get(key, ())}
    now = {question.key: question for question in questions(game, record.options, record.terms, len(record.chairs))}
    terms = {key: value for key, value in habit[1].items() if key in now and value in now[key].values}
    then = questions(game, game.chosen(options), {**record.terms, **terms}, len(record.chairs))
    about = [
        f"{question.key}={question.value}"
        for question in then
        if question.key not in now or now[question.key].value != question.value
    ]
    return LobbyNote("last_time", record.host.name, tuple(about)) if about else None


def move_to_thread(record: Record, thread: int | None) -> Record:
    """Move the started table to this thread; None if no thread could be opened, so it stays in the channel."""
    if thread is None:
        return replace(record, terms={**record.terms, "where": THREAD_REFUSED})
    return replace(record, place=replace(record.place, channel=thread), lobby_channel=record.place.channel)


def remove_missing_people(record: Record, absent: Collection[int], now: float) -> Record:
    """Remove these people, whom Discord no longer finds, from the lobby."""
    for person in record.people:
        if person.id in absent and record.chair_of(person.id):
            record = _remove_occupant(record, person, now)
    return record


def add_robot(record: Record, game: Game, person_id: int, level: str, now: float) -> Record:
    """Give a robot of that level the next open seat. Raises Refusal: gone, host_only, unknown, full."""
    hosted = _act_as_host(record, person_id, now)
    if level not in tuple(Level):
        raise Refusal("unknown")
    return _seat_next(hosted, game, Robot(level, free_robot_name(record.occupants)), now)


def remove_by_host(record: Record, person_id: int, who: str, now: float) -> Record:
    """Remove the seat or reservation of the occupant with that key (see `occupant_key`).

    A person who was removed may not join again unless invited. Raises Refusal: gone, host_only; not_there if no one has
    that key or it is the caller's own.
    """
    hosted = _act_as_host(record, person_id, now)
    guest = next((each for each in record.guests if occupant_key(each) == who), None)
    if guest is not None:
        return replace(_drop_reservation(hosted, guest.id), removed_people=record.removed_people | {guest.id})
    found = next((occupant for occupant in record.occupants if occupant_key(occupant) == who), None)
    if found is None or who == str(person_id):
        raise Refusal("not_there")
    if isinstance(found, Person):
        hosted = replace(hosted, removed_people=record.removed_people | {found.id})
    return _remove_occupant(hosted, found, now)


def start_game(record: Record, game: Game, person_id: int, seed: str, now: float) -> Record:
    """Draw the seats by lot and deal the table. Raises Refusal: gone, host_only, too_few.

    Anyone who knows the seed can verify the lot and the draws (see `bag_proof`). The games of a match derive their
    seeds from this one (see engine/series.py).
    """
    hosted = _act_as_host(record, person_id, now)
    count = len(record.chairs)
    if count < game.seats[0]:
        raise Refusal("too_few", n=game.seats[0], game=game.title)
    chairs = tuple(record.chairs[place] for place in seat_lot(seed, count))
    several = is_match(game, record.terms, count)
    draws = f"{seed}/1" if several else seed
    dealt = Table.new(game, count, record.options, draws)
    ready = replace(hosted, chairs=chairs, guests=(), seed=draws, edition=game.edition, note=None)
    if several:
        ready = replace(ready, match=record.id)
    return publish_lock(with_table(ready, dealt, None, now), now)


def cancel_lobby(record: Record, person_id: int, now: float) -> Record:
    """Close the lobby because its host cancelled it. Raises Refusal: gone, host_only."""
    hosted = _act_as_host(record, person_id, now)
    by = record.chair_of(person_id)
    return replace(hosted, phase="cancelled", guests=(), ended_by=by.occupant.name if by else "")


def expire_lobby(record: Record, now: float) -> Record:
    """Close the lobby because nobody started it in time. Raises Refusal("gone")."""
    _require_lobby(record)
    return replace(record, phase="expired", guests=(), changed_at=now)


def gone_refusal(record: Record) -> Refusal:
    """The refusal for a lobby that is no longer open. Facts: `phase` of the table now, `link` to its message."""
    link = message_link(record.place, record.newest_message.id if record.newest_message.log_length >= 0 else None)
    return Refusal("gone", tag=record.tag, phase=record.phase, link=link)


def _require_lobby(record: Record) -> None:
    if record.phase != "lobby":
        raise gone_refusal(record)


def may_host(record: Record, person_id: int, now: float) -> bool:
    """Whether this person may act as the host: they are the host, or have joined and the host has been away."""
    away = now - record.host_seen >= HOST_AWAY_AFTER
    return person_id == record.host.id or (away and record.chair_of(person_id) is not None)


def _act_as_host(record: Record, person_id: int, now: float) -> Record:
    """Record that this person acted as the host. Raises Refusal: gone, host_only."""
    _require_lobby(record)
    if not may_host(record, person_id, now):
        raise Refusal("host_only", name=record.label_of(record.host.id))
    return replace(record, changed_at=now, host_seen=now if person_id == record.host.id else record.host_seen)


def _note_changes(record: Record, person_id: int, keys: Collection[str]) -> Record:
    """Add a note that these answers changed, if other people have joined."""
    others = [occupant for occupant in record.occupants if isinstance(occupant, Person) and occupant.id != person_id]
    fresh = [key for key in keys if key not in TERMS or TERMS[key].is_noted]
    chair = record.chair_of(person_id)
    if not others or not fresh or chair is None:
        return record
    name = chair.occupant.name
    old = record.note
    before = old.about if old and (old.key, old.name) == ("changed", name) else ()
    return replace(record, note=LobbyNote("changed", name, tuple(dict.fromkeys((*before, *sorted(fresh))))))


def _drop_reservation(record: Record, person_id: int) -> Record:
    return replace(record, guests=tuple(guest for guest in record.guests if guest.id != person_id))


def _seat_next(record: Record, game: Game, occupant: Occupant, now: float) -> Record:
    most = game.seats[-1]
    if len(record.chairs) + len(record.guests) >= most:
        raise Refusal("full", n=most)
    return replace(record, chairs=_chairs((*record.occupants, occupant)), changed_at=now)


def _remove_occupant(record: Record, gone_one: Occupant, now: float) -> Record:
    rest = tuple(occupant for occupant in record.occupants if occupant != gone_one)
    people = [occupant for occupant in rest if isinstance(occupant, Person)]
    after = replace(record, chairs=_chairs(rest), changed_at=now)
    if not people:
        return replace(after, phase="cancelled", guests=(), ended_by=gone_one.name)
    if record.note and record.note.key == "first":
        after = replace(after, note=replace(record.note, about=()))  # the seat number in the note may be wrong now
    if gone_one == record.host:
        return replace(
            after, host=people[0], host_seen=now, note=LobbyNote("host_left", gone_one.name, (people[0].name,))
        )
    return after


def _chairs(occupants: tuple[Occupant, ...]) -> tuple[Chair, ...]:
    return tuple(Chair(occupant, place) for place, occupant in enumerate(occupants))
