"""The life of a table through the real client: take back, resign, rematch, history, people and channels that vanish."""

from __future__ import annotations

import asyncio

from tests.bot.support.local_discord import buttons, text
from tests.bot.support.tessera import first_answers, says, turn_of


async def begun(running_bot, *people, robots=0):
    """A table has started; who is to move, who is not, and the table's message."""
    await running_bot.table(*people, robots=robots)
    message = await people[0].until(says("your turn"))
    acting = next(person for person in people if person.mention in text(message))
    return acting, [person for person in people if person is not acting], message


async def plays(person, message):
    preview = await first_answers(person, await person.press(message, label="Play"))
    return await person.press(preview.message, label="Play it")


async def chosen(person, message, label):
    """What an entry of More answers."""
    more = await person.press(message, label="More")
    return await person.choose(more.message, labels=[label])


async def test_a_move_is_taken_back_before_the_other_has_moved(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    played = await plays(acting, message)
    asked = await turn_of(other)
    menu = await acting.press(played.message, label="Take back")
    assert "The move is taken back." in menu.text
    assert "Which tiles?" in menu.text
    changed = await acting.until(lambda m: m["id"] == asked["id"] and "took back" in text(m))
    assert f"{acting.mention}, your turn" in text(changed)
    assert "It is **" in (await other.press(changed, label="Play")).text
    twice = await acting.raw_press(int(message["channel_id"]), played.message["id"], "undo:1:2")
    assert "You have made no move" in twice.text or "moved on" in twice.text
    again = await first_answers(acting, menu)
    await acting.press(again.message, label="Play it")
    await other.until(lambda m: f"{other.mention}, your turn" in text(m) and int(m["id"]) > int(asked["id"]))


async def test_after_the_other_has_moved_all_are_asked(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    await plays(acting, message)
    await plays(other, await turn_of(other))
    message = await turn_of(acting)
    ask = await chosen(acting, message, "Ask to take back my last move")
    assert "The others are asked" in ask.text
    public = await other.until(lambda m: "asks to take back" in text(m))
    assert [one["id"] for one in public["mentions"]] == [str(other.id)]
    assert (await acting.press(public, label="I agree")).text.startswith("You have agreed already")
    assert "You do not sit" in (await local.person("Cy").press(public, label="No")).text
    await other.press(public, label="I agree")
    gone = await other.until(says("With everybody's consent"))
    assert "I agree" not in buttons(gone)
    assert len([e for e in (await running_bot.rooms.room(1)).table.log if e.seat >= 0]) == 0


async def test_with_two_resigning_hands_the_win_over_after_a_question(local, running_bot, ana, ben):
    await begun(running_bot, ana, ben)
    sure = await ana.command("resign", channel=local.channel("games"))
    assert "**Ben** wins" in sure.text
    await ana.press(sure.message, label="Keep playing")
    sure = await ana.command("resign", channel=local.channel("games"), table="#1")
    await ana.press(sure.message, label="Resign")
    final = await ben.until(says("final"))
    assert "**Ana** resigned." in text(final)
    assert "**1.** **Ben**" in text(final)
    assert "**Ana** (resigned)" in text(final)
    assert [one["id"] for one in final["mentions"]] == [str(ben.id)]  # Ana has read what comes of it


async def test_the_end_says_nothing_again_that_was_said_before_it(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    await plays(acting, message)
    before = await turn_of(other)
    assert " took 1" in text(before)
    sure = await acting.command("resign", channel=local.channel("games"))
    await acting.press(sure.message, label="Resign")
    final = await other.until(says("final"))
    assert " resigned." in text(final)
    assert " took 1" not in text(final)


async def test_a_second_resign_asks_which_table_before_it_takes_one_elsewhere(local, running_bot, ana, ben):
    """It asked about the table elsewhere where the first question had stood, so two quick presses gave up both."""
    games = local.channel("games")
    await running_bot.table(ana, ben)
    local.server.simulation.add_channel(local.guild, "cellar", "")
    await running_bot.table(ana, ben, channel="cellar")
    sure = await ana.command("resign", channel=games)
    assert "Resign Azul #1?" in sure.text.replace("*", "")
    await ana.press(sure.message, label="Resign")
    again = await ana.command("resign", channel=games)
    assert "Your only table is not in this channel." in again.text
    assert not again.buttons
    sure = await ana.choose(again.message, values=["2"])
    assert "Resign Azul #2?" in sure.text.replace("*", "")


async def test_with_three_a_robot_plays_on_and_the_seat_is_marked(local, running_bot, ana, ben):
    cy = local.person("Cy")
    acting, others, message = await begun(running_bot, ana, ben, cy)
    sure = await chosen(acting, message, "Resign")
    assert "A robot plays your seat on" in sure.text
    await acting.press(sure.message, label="Resign")
    name = next(name for name in ("Ana", "Ben", "Cy") if local.person(name).id == acting.id)
    later = await others[0].until(lambda m: "resigned." in text(m) and any(o.mention in text(m) for o in others))
    assert f"**{name}** (resigned)" in text(later)
    assert f"**{name}** took" in text(later)
    assert (await acting.press(later, label="Play")).text.startswith("You do not sit at Azul #1")


async def test_both_press_rematch_at_once_and_get_one_lobby(local, running_bot, ana, ben):
    await begun(running_bot, ana, ben)
    seats = (await running_bot.rooms.room(1)).occupants
    sure = await ana.command("resign", channel=local.channel("games"))
    await ana.press(sure.message, label="Resign")
    final = await ben.until(says("final"))
    both = await asyncio.gather(ana.press(final, label="Rematch"), ben.press(final, label="Rematch"))
    assert all("ematch" in reply.text and reply.private for reply in both)
    await local.quiet()
    lobbies = [
        room for room in await running_bot.rooms.list_in_channel(local.channel("games")) if room.phase == "lobby"
    ]
    assert [len(room.people) for room in lobbies] == [2]
    lobby = await ana.until(lambda m: "Join" in buttons(m) and "Azul #2" in text(m))
    await (ana if lobbies[0].record.host.id == ana.id else ben).press(lobby, label="Start with 2")
    await ana.until(says("#2", "your turn"))
    assert [one.id for one in (await running_bot.rooms.room(2)).occupants] == [seats[1].id, seats[0].id]
    herald = text(await ana.until(says("#2", "Seats, moved")))
    assert f"Seats, moved up by one since the last game: 1 **{seats[1].name}**, 2 **{seats[0].name}**." in herald
    assert "by lot" not in herald


async def test_history_and_replay_of_a_table_under_way_and_over(local, running_bot, ana):
    games = local.channel("games")
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    for _ in range(4):
        await plays(ana, message)
        message = await ana.until(
            lambda m, n=int(message["id"]): f"{ana.mention}, your turn" in text(m) and int(m["id"]) > n
        )
    listed = await ana.command("history", channel=games)
    assert "**Round 1**" in listed.text
    assert "**Ana** took" in listed.text
    step = await ana.press(listed.message, label="Replay")
    assert "**The beginning**" in step.text
    moved = await ana.press(step.message, label="Next")
    assert "**Move 1 of " in moved.text
    assert len(moved.message["attachments"]) == 1
    last = await ana.press(moved.message, label="Last")
    assert buttons(last.message)["Next"].disabled
    back = await ana.press(last.message, label="Back")
    assert "**Move " in back.text
    assert (await ana.press(back.message, label="First")).text == step.text
    sure = await ana.command("resign", channel=games)
    await ana.press(sure.message, label="Resign")
    await ana.until(says("final"))
    over = await ana.command("replay", channel=games)
    assert "The beginning" in over.text
    offered = await ana.complete("history", channel=games, focused="table", table="")
    assert [one["value"] for one in offered.choices] == ["#1"]


async def test_a_spectator_is_offered_only_what_everybody_may(local, running_bot, ana):
    await running_bot.table(ana, robots=1)
    more = await local.person("Cy").press(await turn_of(ana), label="More")
    assert [one["label"] for one in next(iter(more.selects.values()))["options"]] == [
        "History", "Replay", "Read the board", "Follow this game", "Report a fault",
    ]  # fmt: skip
    for verb in ("resigned:1", "undo:1:1", "agree:1", "no:1", "ask:1", "seat:1:0", "seat:1:x", "again:1", "movehere:1"):
        reply = await local.person("Cy").raw_press(int(more.message["channel_id"]), more.message["id"], verb)
        assert reply.answers == 1, verb
        assert "went wrong" not in reply.text, verb


async def test_somebody_who_left_the_server_is_replaced_when_the_turn_comes(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    running_bot.client.messages.membership.recently_seen_age = 0.0
    local.expel(other)
    await plays(acting, message)
    again = await acting.until(
        lambda m: f"{acting.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"])
    )
    assert "is no longer here. A robot plays until somebody takes the seat." in text(again)
    take = next(label for label in buttons(again) if label.startswith("Take seat"))
    cy = local.person("Cy")
    assert "You have a seat at Azul #1" in (await cy.press(again, label=take)).text
    await plays(acting, again)
    news = await cy.until(lambda m: f"{cy.mention}, your turn" in text(m))
    assert "**Cy** took over the seat of" in text(news)
    assert not [label for label in buttons(news) if label.startswith("Take seat")]


async def test_nobody_is_looked_up_who_has_pressed_something_a_moment_ago(local, running_bot, ana, ben):
    acting, (other,), message = await begun(running_bot, ana, ben)
    lookups = local.requests("GET", "/guilds/*/members/*")
    await plays(acting, message)
    await other.until(lambda m: f"{other.mention}, your turn" in text(m))
    assert local.requests("GET", "/guilds/*/members/*") == lookups
    membership = running_bot.client.messages.membership
    membership._seen.clear()  # as a minute later
    membership._recent_members.clear()
    await plays(other, await turn_of(other))
    await acting.until(lambda m: f"{acting.mention}, your turn" in text(m) and int(m["id"]) > int(message["id"]))
    assert len(local.requests("GET", "/guilds/*/members/*")) == len(lookups) + 1


async def test_a_table_that_may_not_be_shown_sleeps_says_so_once_and_wakes(local, running_bot, ana):
    games = local.channel("games")
    await running_bot.table(ana, robots=1)
    message = await turn_of(ana)
    preview = await first_answers(ana, await ana.press(message, label="Play"))
    await running_bot.forbid(games, "send_messages")
    await ana.press(preview.message, label="Play it")
    told = await ana.until(lambda m: "I may not show Azul #1" in text(m))
    assert int(told["channel_id"]) == ana.dm
    tries = len(local.requests("POST", f"/channels/{games}/messages"))
    await running_bot.client.messages.sweep()
    await local.quiet()
    assert len(local.requests("POST", f"/channels/{games}/messages")) == tries
    await running_bot.restart()
    await local.until(lambda: len(local.requests("POST", f"/channels/{games}/messages")) == tries + 1)
    await local.quiet()
    await plays(ana, told)
    await local.quiet()
    assert len([m for m in ana.sees(ana.dm) if "I may not show Azul #1" in text(m)]) == 1
    local.forbid(games)
    later = await ana.until(lambda m: f"{ana.mention}, your turn" in text(m) and int(m["id"]) > int(told["id"]))
    assert int(later["channel_id"]) == games


async def test_who_moderates_one_server_ends_no_table_of_another(local, running_bot, ana, ben, games):
    await running_bot.table(ana, ben)
    page = await ana.command("turns", channel=games)
    async with running_bot.changing() as database:
        database.execute("UPDATE rooms SET guild = guild + 1")
    reply = await ana.raw_press(games, page.message["id"], "end:1")
    assert reply.private
    assert "Others still play" in reply.text
    assert (await running_bot.rooms.room(1)).phase == "playing"
