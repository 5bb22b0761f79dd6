"""What people are called and what they chose last."""

from dataclasses import replace

from bot.model.people import Person
from tests.bot.store.test_store import ANA, CY, LOBBY


async def test_people_go_by_the_name_last_seen(store):
    record = await store.add(LOBBY, 1)
    await store.people.rename(Person(ANA.id, "Anna"))
    assert (await store.load(record.id)).host.name == "Anna"
    await store.people.rename(Person(555, "Nobody"))
    assert [await store.people.name(number) for number in (ANA.id, CY.id, 555)] == ["Anna", CY.name, ""]
    await store.add(replace(LOBBY, guests=(Person(CY.id, "Cyril"),)), 2)
    assert (await store.load(record.id)).guests[0].name == "Cyril"


async def test_a_habit_is_the_last_choice_of_a_person_for_a_game(store):
    await store.add(LOBBY, 1)
    assert await store.lobby_habits.load(ANA.id, "stones") == ({}, {})
    await store.lobby_habits.set(ANA.id, "stones", {"pile": "9"}, {})
    await store.lobby_habits.set(ANA.id, "stones", {"pile": "40"}, {"where": "thread"})
    assert await store.lobby_habits.load(ANA.id, "stones") == ({"pile": "40"}, {"where": "thread"})
    assert await store.lobby_habits.load(ANA.id, "votes") == await store.lobby_habits.load(CY.id, "stones") == ({}, {})
