"""What follows a finished game: the next game of its match, or a lobby for a rematch.

Independent of storage and Discord.
"""

from dataclasses import replace

from bot.model.errors import Refusal
from bot.model.people import Location, Person, Robot
from bot.model.record import ENDED_PHASES, Chair, NewestMessage, Record
from bot.model.record_table import with_table
from engine.core import Game
from engine.table import Table


def open_rematch(earlier: Record, person: Person, now: float) -> Record:
    """Open a lobby with the settings of the finished table, hosted by this person, with its robots seated.

    Seats are reserved for the other people who played to the end. Raises Refusal: not_over, no_rematch.
    """
    if earlier.phase not in ENDED_PHASES:
        raise Refusal("not_over", tag=earlier.tag)
    sat = [_player_key(chair) for chair in earlier.chairs]
    if str(person.id) not in sat:
        raise Refusal("no_rematch", tag=earlier.tag)
    robots = [chair for chair in earlier.chairs if isinstance(chair.occupant, Robot) and not chair.departure]
    others = [
        occupant
        for chair in earlier.chairs
        if isinstance(occupant := chair.occupant, Person) and occupant.id != person.id
    ]
    occupants = (person, *(chair.occupant for chair in robots))
    return Record(
        id=0,
        game=earlier.game,
        edition=earlier.edition,
        options=earlier.options,
        phase="lobby",
        host=person,
        host_seen=now,
        place=rematch_location(earlier),
        opened=now,
        changed_at=now,
        chairs=tuple(Chair(occupant, place) for place, occupant in enumerate(occupants)),
        guests=tuple(others),
        terms=earlier.terms,
        rematch_of=earlier.id,
    )


def rematch_location(earlier: Record) -> Location:
    """Where the rematch lobby opens: in the channel of the finished table's lobby, or else the table's own channel."""
    return Location(earlier.place.guild, earlier.lobby_channel or earlier.place.channel)


def rotated_seating(earlier: Record) -> tuple[str, ...]:
    """The keys of the earlier table's players in seat order, rotated by one: second seat first, first seat last."""
    sat = [_player_key(chair) for chair in earlier.chairs]
    return (*sat[1:], *sat[:1])


def seat_in_order(dealt: Record, order: tuple[str, ...]) -> Record:
    """Seat the players in that order, given by key, instead of by lot; newcomers come last."""
    if not order:
        return dealt
    places = {who: n for n, who in enumerate(order)}
    ranked = sorted(dealt.chairs, key=lambda chair: places.get(_player_key(chair), len(order)))
    pairs = zip(dealt.chairs, ranked, strict=True)
    return replace(
        dealt, chairs=tuple(replace(seat, occupant=who.occupant, lobby_place=who.lobby_place) for seat, who in pairs)
    )


def _player_key(chair: Chair) -> str:
    """The account number of a person, even if a robot plays for them; else the robot's name."""
    if chair.former_person is not None:
        return str(chair.former_person)
    return str(chair.occupant.id) if isinstance(chair.occupant, Person) else f"robot {chair.occupant.name}"


def deal_next_game(record: Record, game: Game, now: float) -> Record | None:
    """Deal the next game of the match with the same people in the same seats; None if no game follows.

    A resignation ends the match. Seeds are derived as in engine/series.py, so a match can be dealt again.
    """
    first = record.first_seat + 1
    if record.match is None or record.phase != "over" or first == len(record.chairs):
        return None
    if any(chair.departure == "resigned" for chair in record.chairs):
        return None
    seed = f"{(record.seed or '').rpartition('/')[0]}/{first + 1}"
    dealt = Table.new(game, len(record.chairs), record.options, seed, first)
    chairs = tuple(
        replace(chair, stamp=0, owes_move=False, deadline=None, may_extend=True, bank=None) for chair in record.chairs
    )
    bare = replace(
        record, id=0, change=0, edition=game.edition, opened=now, chairs=chairs, seed=seed, state=None, log=(),
        newest_message=NewestMessage(), first_seat=first, room_events=(), proposal=None, rematch_of=None,
        offers=(), handovers=(),
    )  # fmt: skip
    return with_table(bare, dealt, None, now)
