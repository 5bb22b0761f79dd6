"""The menu of a move: which table is meant, what is played unasked, who may look. Knows no Discord."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.interactions.move_menu import MoveMenu
from bot.interactions.tables import SeveralTables, Tables
from bot.model.errors import Refusal
from bot.model.move_menu import MenuState
from bot.model.people import Asker
from bot.playground.limits import choice_faults
from bot.screens.screen import Screen
from bot.store.store import Store
from bot.text.words import Words
from engine import CHANCE, GAMES
from tests.bot.services.test_table_actions import one_way
from tests.bot.support.new_files import store_at
from tests.bot.support.rooms import ALONE, ANA, BEN, CY, DEE, HERE, Backend, refusal_of

WORDS = Words()


class Counter(Backend):
    """Rooms of the real games on one file, with the menu of a move."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.wire(lambda: "tiles", GAMES)
        self.tables = Tables(self.rooms, self.services.preferences)
        self.menu = MoveMenu(self.rooms, self.services.preferences, self.tables)

    def asker(self, person=ANA, place=HERE):
        return Asker(person, WORDS, WORDS, self.press, place.guild, place.channel)

    async def at_work(self, *people, game="azul", place=HERE):
        """A table of these people, dealt."""
        room = await self.lobby(*people, game=game, place=place)
        return await self.rooms.start(room.id, people[0].id, self.press)

    async def waiting_for(self, person, *people):
        """A table at which that person is to move."""
        room = await self.at_work(*people)
        while room.to_act != (room.seat_of(person.id),):
            room = await self.move(room, str(room.table.view(room.to_act[0]).moves[0]))
        return room


@pytest.fixture
async def counter(tmp_path):
    store = await store_at(tmp_path / "tessera.db")
    yield Counter(store)
    await store.close()


def said(screen: Screen) -> str:
    return "\n".join(getattr(part, "text", "") for part in screen.parts)


def labels(screen: Screen) -> list[str]:
    return [one.label for part in screen.parts for one in getattr(part, "buttons", ())]


async def test_play_opens_the_only_move_and_never_makes_it(counter):
    room, lot = await counter.at_work(ANA, BEN), Random(4)
    for person in (ANA, BEN):
        await counter.store.preferences.set(person, "only", "no")
        await counter.store.preferences.set(person, "confirm", "never")
    while not one_way(room.table):
        room = await counter.move(room, str(lot.choice(room.table.view(room.to_act[0]).moves)))
    opened = await counter.menu.menu(counter.asker(room.occupants[room.to_act[0]]), MenuState(room.id))
    assert "Play it" in labels(opened)
    assert (await counter.rooms.room(room.id)).table.log == room.table.log


async def test_nobody_looks_into_the_direct_messages_of_somebody_else(counter):
    room = await counter.lobby(ANA, game="azul", place=ALONE)
    for place in (ALONE, replace(ALONE, channel=99), HERE):
        no = await refusal_of(counter.tables.board(counter.asker(BEN, place), room.id))
        assert no.key == "wrong_place"
    assert said(await counter.tables.board(counter.asker(ANA, HERE), room.id))


async def test_of_several_tables_here_the_one_that_waits_for_oneself_is_meant(counter):
    mine = await counter.waiting_for(ANA, ANA, BEN)
    other = await counter.waiting_for(BEN, ANA, BEN)
    foreign = await counter.at_work(BEN, CY)
    for find in (counter.tables.find, counter.tables.find_own):
        assert (await find(counter.asker(ANA), None)).id == mine.id
    with pytest.raises(SeveralTables) as caught:
        await counter.tables.find(counter.asker(DEE, HERE), None)
    assert {room.id for room in caught.value.tables} >= {mine.id, other.id, foreign.id}


async def test_a_table_is_suggested_once_and_found_in_any_case(counter):
    room = await counter.at_work(ANA, BEN)
    for typed in ("", "azul", "AZUL", room.tag.upper()):
        (row,) = await counter.tables.suggest_tables(counter.asker(ANA), typed)
        assert row.value == room.tag
    assert await counter.tables.suggest_tables(counter.asker(ANA), "pillars") == []
    for typed in (room.tag, room.tag[1:], f"Azul {room.tag}", f"{room.tag} Azul"):
        assert (await counter.tables.find(counter.asker(ANA), typed)).id == room.id


async def test_tables_of_this_server_are_not_those_of_another(counter):
    room = await counter.at_work(ANA, BEN)
    for place, there in ((HERE, True), (replace(HERE, guild=8), False)):
        told = str(await counter.tables.turns(counter.asker(ANA, place), 0, "here"))
        assert (room.tag in told) is there
    assert (await refusal_of(counter.tables.turns(counter.asker(ANA), 0, "mine"))).key == "unknown"


async def test_the_next_table_is_another_one(counter):
    room = await counter.waiting_for(ANA, ANA, BEN)
    move = str(room.table.view(room.to_act[0]).moves[0])
    one = await counter.menu.play(counter.asker(ANA), MenuState(room.id, room.chairs[room.to_act[0]].stamp, (move,)))
    assert not [label for label in labels(one) if label.startswith("Next table")]
    room = await counter.waiting_for(ANA, *(await counter.rooms.room(room.id)).occupants)
    other = await counter.waiting_for(ANA, ANA, BEN)
    move = str(room.table.view(room.to_act[0]).moves[0])
    two = await counter.menu.play(counter.asker(ANA), MenuState(room.id, room.chairs[room.to_act[0]].stamp, (move,)))
    assert [other.tag in label for label in labels(two) if label.startswith("Next table")] == [True]


async def test_what_is_typed_is_shown_as_it_was_typed_and_formats_nothing(counter):
    room = await counter.waiting_for(ANA, ANA, BEN)
    screen = await counter.menu.answer_typed(counter.asker(ANA), room.id, "`zzz` **a**")
    assert "I cannot read `'zzz' **a**`." in said(screen)
    no = await refusal_of(counter.tables.find(counter.asker(ANA), "**?**"))
    assert no.facts["tag"] == r"\*\*?\*\*"


async def test_an_unsent_suggestion_has_a_value_while_others_move(counter):
    await counter.waiting_for(BEN, ANA, BEN)
    room = (await counter.rooms.list_for_person(ANA.id))[0]
    (row,) = await counter.menu.suggest(counter.asker(ANA), room, "")
    assert row.value == "?"
    assert "Ben" in row.name


@pytest.mark.parametrize("mover", [ANA, BEN])
async def test_long_courtesy_before_undo_gives_a_suggestion_that_discord_takes(counter, mover):
    await counter.waiting_for(mover, ANA, BEN)
    (room,) = await counter.rooms.list_for_person(ANA.id)
    (row,) = await counter.menu.suggest(counter.asker(ANA), room, "please " * 20 + "undo")
    assert choice_faults([{"name": row.name, "value": row.value}]) == []
    assert row.name.endswith("…")


async def test_a_lost_menu_says_why_another_question_is_asked(counter):
    room = await counter.waiting_for(ANA, ANA, BEN)
    for state in (
        MenuState(room.id, 0, ("9", "Z")),
        MenuState(room.id, room.chairs[room.to_act[0]].stamp, ("9", "Z")),
    ):
        assert "moved on" in said(await counter.menu.menu(counter.asker(ANA), state)).splitlines()[0]


async def test_pictures_are_in_the_own_colors_or_none_at_all(counter):
    room = await counter.waiting_for(ANA, ANA, BEN)
    light = (await counter.tables.board(counter.asker(ANA), room.id)).pictures
    await counter.store.preferences.set(ANA, "theme", "dark")
    assert (await counter.tables.board(counter.asker(ANA), room.id)).pictures[0].png != light[0].png
    await counter.store.preferences.set(ANA, "pictures", "none")
    assert not (await counter.tables.board(counter.asker(ANA), room.id)).pictures


async def test_a_paragraph_that_does_not_exist_is_no_reason(counter):
    room = await counter.waiting_for(ANA, ANA, BEN)
    no = await refusal_of(counter.menu.reason(counter.asker(ANA), MenuState(room.id), "0:99.99"))
    assert isinstance(no, Refusal)
    assert no.key == "unknown"


async def test_a_move_that_was_not_shown_before_it_was_played_is_shown_afterwards(counter):
    seen = {}
    for pictures in ("all", "none"):
        await counter.store.preferences.set(ANA, "confirm", "never")
        await counter.store.preferences.set(ANA, "pictures", pictures)
        room = await counter.waiting_for(ANA, ANA, BEN)
        seat = room.to_act[0]
        path = tuple(str(answer) for answer in room.table.view(seat).moves[0].answers())
        screen = await counter.menu.menu(counter.asker(ANA), MenuState(room.id, room.chairs[seat].stamp, path))
        assert "Played:" in said(screen)
        seen[pictures] = len(screen.pictures)
    assert seen == {"all": 1, "none": 0}


async def test_who_wants_to_be_asked_before_what_is_final_is_asked_only_then(counter):
    await counter.store.preferences.set(ANA, "confirm", "final")
    room, shown = await counter.waiting_for(ANA, ANA, BEN), {}
    while len(shown) < 2:
        seat = room.to_act[0]
        move = room.table.view(seat).moves[0]
        to_act = room.table.state.after(seat, move).to_act()
        final = not to_act or CHANCE in to_act
        if room.occupants[seat] != ANA or final in shown:
            room = await counter.move(room, str(move))
            continue
        path = tuple(str(answer) for answer in move.answers())
        screen = await counter.menu.menu(counter.asker(ANA), MenuState(room.id, room.chairs[seat].stamp, path))
        shown[final] = "Play it" in labels(screen)
        room = await counter.rooms.room(room.id)
    assert shown == {True: True, False: False}


async def test_answers_of_a_menu_that_is_behind_are_not_played_unasked(counter):
    for person in (ANA, BEN):
        await counter.store.preferences.set(person, "confirm", "never")
    room = await counter.at_work(ANA, BEN)
    seat = room.to_act[0]
    who, stamp = room.occupants[seat], room.chairs[seat].stamp
    for _ in range(2):
        room = await counter.move(room, str(room.table.view(room.to_act[0]).moves[0]))
    assert room.to_act == (seat,)
    path = tuple(map(str, room.table.view(seat).moves[0].answers()))  # it would be legal now, but was meant before
    shown = await counter.menu.menu(counter.asker(who), MenuState(room.id, stamp, path))
    assert Words()("refusal.stale") in said(shown)
    assert (await counter.rooms.room(room.id)).table.log == room.table.log
    await counter.menu.menu(counter.asker(who), MenuState(room.id, room.chairs[seat].stamp, path))
    assert len((await counter.rooms.room(room.id)).table.log) > len(room.table.log)


async def test_the_whole_table_is_one_press_away_and_back_and_nothing_is_played(counter):
    room = await counter.at_work(ANA, BEN, CY)
    mover = next(who for who in (ANA, BEN, CY) if room.seat_of(who.id) in room.to_act)
    asker, seat = counter.asker(mover), room.to_act[0]
    move = room.table.view(seat).moves[0]
    for path in (("1",), (str(move),), (f"={move}",)):
        widths = []
        for sight in ("whole", "own"):
            if path == (str(move),):
                at = MenuState(room.id, room.chairs[seat].stamp, tuple(map(str, move.answers())), sight=sight)
            else:
                at = MenuState(room.id, room.chairs[seat].stamp, path, sight=sight)
            shown = await counter.menu.redraw(asker, at)
            widths.append(int.from_bytes(shown.pictures[0].png[16:20]))
            assert f"sight:{room.code}:{room.chairs[seat].stamp}{'o' if sight == 'whole' else 'w'}:" in str(shown)
        assert widths == [1200, 720]
    assert (await counter.rooms.room(room.id)).table.log == room.table.log


async def test_who_prefers_the_whole_table_sees_it_in_every_menu(counter):
    room = await counter.at_work(ANA, BEN, CY)
    mover = next(who for who in (ANA, BEN, CY) if room.seat_of(who.id) in room.to_act)
    await counter.store.preferences.set(mover, "sight", "whole")
    shown = await counter.menu.begin(counter.asker(mover), room.id)
    assert int.from_bytes(shown.pictures[0].png[16:20]) == 1200
