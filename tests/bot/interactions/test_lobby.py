"""The lobby as people use it, through the real client: seats, invitations, who leaves, how it ends."""

from __future__ import annotations

from tests.bot.interactions.test_replay import ended
from tests.bot.support.lobby import (
    BLUE,
    GRAY,
    asked,
    choose,
    lobby_of,
    managed,
    options_of,
    played_before,
    refused,
)
from tests.bot.support.local_discord import Person, text
from tests.bot.support.tessera import says, turn_of


async def test_a_lobby_pings_nobody_and_tells_game_length_seats_and_end(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    assert not lobby.message["mentions"]
    assert "1. **Ana** (host)" in lobby.text
    assert "4. open seat" in lobby.text
    assert "2 to 4 players" in lobby.text
    assert "Closes <t:" in lobby.text
    assert list(lobby.buttons) == ["Join", "Add robot", "Start", "Manage", "Rules in 60 seconds"]
    assert [one.style == BLUE for one in lobby.buttons.values()] == [True] + 4 * [False]


async def test_start_turns_blue_as_soon_as_it_can_start(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    question = await ana.press(lobby.message, label="Add robot")
    assert question.private
    await ana.press(question.message, label="Amateur")
    start = (await local.until(lambda: lobby.buttons.get("Start with 2"))).style
    assert (start, lobby.buttons["Join"].style) == (BLUE, GRAY)
    await ana.press((await managed(ana, lobby.message, "Remove")).message, label="2. Vera")
    await local.until(lambda: "Start" in lobby.buttons)
    await ben.press(lobby.message, label="Join")
    assert (lobby.buttons["Start with 2"].style, lobby.buttons["Join"].style) == (BLUE, GRAY)


async def test_join_answers_who_is_seated_in_private_with_the_way_out(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    again = await ben.press(lobby.message, label="Join")
    assert refused(again, "already_in", n=2)
    assert list(again.buttons) == ["Leave"]
    gone = await ben.press(again.message, label="Leave")
    assert gone.private
    assert gone.text == "You have left Azul #1."
    await local.until(lambda: "2. open seat" in lobby.text)
    assert refused(await ben.raw_press(games, lobby.message["id"], "leave:1"), "not_in")


async def test_what_only_the_host_needs_is_behind_manage(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    page = await ana.press(lobby.message, label="Manage")
    assert page.private
    assert list(page.buttons) == ["Options", "Invite", "Remove", "Cancel"]
    whom = await ana.press(page.message, label="Invite")
    assert list((await ana.press(whom.message, label="Back")).buttons) == list(page.buttons)
    theirs = await ben.press(lobby.message, label="Manage")
    assert theirs.private
    assert not theirs.buttons
    assert "Only **Ana** can change these." in theirs.text
    done = await managed(ana, lobby.message, "Cancel")
    assert done.text == "**Ana** cancelled Azul #1."
    await local.until(lambda: lobby.text == "**Ana** cancelled Azul #1.")


async def test_what_is_standard_is_small_print(local, running_bot, ana, games):
    await played_before(running_bot, ana)
    lobby = await lobby_of(ana, games)
    small = "-# colored wall · official rules · ties: more wall tiles · rated"
    assert f"standard game · 24 hours a turn\n{small}\n" in lobby.text
    await choose(ana, await options_of(ana, lobby), "rules", "Hungarian house rules")
    await local.until(lambda: "\nHungarian house rules · 24 hours a turn\n-# colored wall · literal sum" in lobby.text)


async def test_an_invitation_pings_once_keeps_a_seat_and_can_be_declined(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": ben})
    assert [one["id"] for one in lobby.message["mentions"]] == [str(ben.id)]
    assert f"{ben.mention}, **Ana** invites you to a game of Azul." in lobby.text
    assert "2. **Ben** (invited)" in lobby.text
    await ben.press(lobby.message, label="No, thanks")
    told = await ana.until(says("**Ben** does not join"))
    assert told["channel_id"] == str(ana.dm)
    await local.quiet()
    assert "No, thanks" not in lobby.buttons
    assert "(invited)" not in lobby.text
    assert ben.mention not in lobby.text
    assert "2. open seat" in lobby.text
    await ben.press(lobby.message, label="Join")
    assert "2. **Ben**" in lobby.text


async def test_only_the_invited_join_where_the_host_wants_it_so(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": ben})
    await choose(ana, await options_of(ana, lobby), "who", "only invited people")
    cy = local.person("Cy")
    assert refused(await cy.press(lobby.message, label="Join"), "invited_only", name="Ana")
    await ben.press(lobby.message, label="Join")
    assert "2. **Ben**" in lobby.text


async def test_bots_and_oneself_and_strangers_are_not_invited(local, running_bot, ana, games):
    mine = await lobby_of(ana, games, **{"with": ana})
    assert "1. **Ana**" in mine.text  # who opens a table sits at it anyway, so it is open
    assert "invited" not in mine.text
    assert not mine.message["mentions"]
    robot = await ana.command(
        "play", channel=games, game="azul", **{"with": Person(local, local.server.simulation.bot_id)}
    )
    assert refused(robot, "bot_user", own=True)
    assert "I keep the tables, so I cannot sit at one." in robot.text
    direct = await lobby_of(ana, ana.dm, **{"with": local.person("Ben")})
    assert refused(direct, "no_guests")
    assert [room.id for room in await running_bot.rooms.list_for_person(ana.id)] == [1]


async def test_a_removed_person_stays_away(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games, **{"with": local.person("Cy")})
    await ben.press(lobby.message, label="Join")
    question = await ana.press(lobby.message, label="Add robot")
    await ana.press(question.message, label="Amateur")
    which = await managed(ana, lobby.message, "Remove")
    assert which.private
    assert list(which.buttons) == ["2. Ben", "3. Vera", "4. Cy", "Back"]
    gone = await ana.press(which.message, label="2. Ben")
    assert "**Ben** sits at Azul #1 no more." in gone.text
    await local.until(lambda: "Ben" not in lobby.text)
    assert refused(await ben.press(lobby.message, label="Join"), "kicked")
    again = await ana.raw_press(games, gone.message["id"], f"out:1:{ben.id}")
    assert refused(again, "not_there")
    for label in ("2. Vera", "3. Cy"):
        which = await managed(ana, lobby.message, "Remove")
        await ana.press(which.message, custom_id=next(
            one.custom_id for name, one in which.buttons.items() if name.endswith(label[3:])
        ))  # fmt: skip
    await local.quiet()
    assert "2. open seat" in lobby.text
    alone = await managed(ana, lobby.message, "Remove")
    assert "Nobody else sits" in alone.text
    assert refused(await ben.raw_press(games, lobby.message["id"], "remove:1"), "host_only", name="Ana")


async def test_an_old_lobby_is_posted_again_silently_and_the_old_one_is_gone(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    old = lobby.message
    await local.quiet()
    await running_bot.age(1, "posted", minutes=51)
    await ben.press(old, label="Join")
    newer = await ana.until(lambda m: "2. **Ben**" in text(m) and m["id"] != old["id"])
    await local.until(lambda: all(m["id"] != old["id"] for m in ana.sees(games)))
    assert newer["flags"] & (1 << 12)
    await ana.press(newer, label="Start with 2")
    await ana.until(says("your turn"))


async def test_a_lobby_expires_after_a_day_also_across_a_restart(local, running_bot, ana, games):
    lobby = await lobby_of(ana, games)
    await running_bot.stop()
    await running_bot.age(1, "opened", minutes=24 * 60 + 1)
    await running_bot.start()
    await local.until(lambda: "Nobody started" in lobby.text)
    assert "`/play` opens a new one" in lobby.text
    assert not lobby.buttons
    late = await ana.raw_press(games, lobby.message["id"], "join:1")
    assert refused(late, "gone", tag="#1", phase="expired", link="")


async def test_who_left_the_server_is_not_played_with_unless_the_host_waits(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    eve = local.newcomer("Eve")
    for person in (ben, eve):
        await person.press(lobby.message, label="Join")
    local.expel(eve)
    question = await ana.press(lobby.message, label="Start with 3")
    assert question.private
    assert "**Eve** is no longer here. Start without this person?" in question.text
    waits = await ana.press(question.message, label="Wait")
    assert not waits.buttons
    assert (await running_bot.rooms.room(1)).phase == "lobby"
    question = await ana.press(lobby.message, label="Start with 3")
    await ana.press(question.message, label="Start")
    await ana.until(says("your turn"))
    assert {one.name for one in (await running_bot.rooms.room(1)).occupants} == {"Ana", "Ben"}


async def test_a_host_who_left_the_server_is_not_passed_over_within_two_hours(local, running_bot, ana, ben, games):
    cy = local.person("Cy")
    lobby = await lobby_of(ben, games)
    for person in (ana, cy):
        await person.press(lobby.message, label="Join")
    local.expel(ben)
    for _ in range(2):
        assert refused(await ana.press(lobby.message, label="Start with 3"), "host_only", name="Ben")
    await running_bot.age(1, "host_seen", minutes=121)
    question = await ana.press(lobby.message, label="Start with 3")
    assert "**Ben** is no longer here. Start without this person?" in question.text


async def test_a_lobby_that_is_starting_cannot_be_pressed(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    await local.quiet()
    local.faults.hang("POST", f"/channels/{games}/messages")
    await ana.press(lobby.message, label="Start with 2")
    assert all(one.disabled for one in lobby.buttons.values())
    local.faults.release()
    await local.until(lambda: lobby.message not in ana.sees(games))


async def test_a_started_lobby_leads_to_its_table(local, running_bot, ana, ben, games):
    await running_bot.leave_lines()
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    await ana.press(lobby.message, custom_id="start:1")
    table = await ana.until(says("your turn"))
    link = f"https://discord.com/channels/{local.guild}/{games}/{table['id']}"
    await local.until(lambda: f"Azul #1 has started: [go to the table]({link})" in lobby.text)
    assert not lobby.buttons
    late = await local.person("Cy").raw_press(games, lobby.message["id"], "join:1")
    assert refused(late, "gone", tag="#1", phase="playing", link=link)
    options = await ana.raw_press(games, lobby.message["id"], "options:1")
    assert refused(options, "gone", tag="#1", phase="playing", link=link)


async def test_a_direct_message_seats_a_robot_and_needs_nobody_to_join(local, running_bot, ana):
    lobby = await lobby_of(ana, ana.dm)
    assert "2. Robot **Vera**, amateur" in lobby.text
    assert list(lobby.buttons) == ["Add robot", "Start with 2", "Manage", "Rules in 60 seconds"]
    assert lobby.buttons["Start with 2"].style == BLUE
    assert set(asked(await options_of(ana, lobby))) == {"wall", "rules", "tiebreak", "match"}
    await ana.press(lobby.message, custom_id="start:1")
    await turn_of(ana)


async def test_somebodys_menu_invites_to_a_game(local, running_bot, ana, ben, games):
    question = await ana.user_command("Play a game", channel=games, target=ben)
    assert question.private
    assert "**Which game** with **Ben**?" in question.text
    opened = await ana.press(question.message, label="Azul")
    assert "Azul #1 is open in this channel." in opened.text
    lobby = await ben.until(says("invites you to a game of Azul"))
    assert [one["id"] for one in lobby["mentions"]] == [str(ben.id)]
    await ben.press(lobby, label="Join")
    assert (await running_bot.rooms.room(1)).people[1].name == "Ben"
    own = await ana.user_command("Play a game", channel=games, target=ana)
    assert "**Which game?**" in own.text
    assert "is open in this channel." in (await ana.press(own.message, label="Azul")).text
    bot = Person(local, local.server.simulation.bot_id)
    assert refused(await ana.user_command("Play a game", channel=games, target=bot), "bot_user", own=True)


async def test_a_server_that_the_bot_has_not_joined_gets_no_table_but_the_way_to_invite_it(
    local, running_bot, ana, ben, games
):
    local.server.simulation.personal.add(local.guild)
    link = f"https://discord.com/oauth2/authorize?client_id={running_bot.client.application_id}"
    for reply in (
        await lobby_of(ana, games),
        await ana.user_command("Play a game", channel=games, target=ben),
    ):
        assert reply.private
        assert "Tessera has not joined this server" in reply.text
        assert link in reply.text
    assert await running_bot.rooms.list_in_channel(games) == []


async def test_the_host_invites_several_people_and_each_is_pinged_once(local, running_bot, ana, ben, games):
    cy, dee = local.person("Cy"), local.person("Dee")
    lobby = await lobby_of(ana, games, **{"with": ben})
    assert refused(await ben.raw_press(games, lobby.message["id"], "guests:1"), "host_only", name="Ana")
    question = await managed(ana, lobby.message, "Invite")
    done = await ana.choose(question.message, values=[cy, dee])
    assert "**Cy** and **Dee** are invited to Azul #1." in done.text
    newer = await cy.until(lambda m: "4. **Dee** (invited)" in text(m))
    assert "2. **Ben** (invited)\n3. **Cy** (invited)" in text(newer)
    assert {one["id"] for one in newer["mentions"]} == {str(cy.id), str(dee.id)}
    assert (await ana.press(newer, label="Manage")).buttons["Invite"].disabled
    await running_bot.restart()
    await ben.press(newer, label="No, thanks")
    later = await ben.until(lambda m: "2. **Cy** (invited)" in text(m))
    assert later["id"] == newer["id"]
    asked = await managed(ana, later, "Invite")
    assert refused(await ana.choose(asked.message, values=[ana]), "sits_here", name="Ana")
    await dee.press(later, label="Join")
    await dee.until(lambda m: "2. **Dee**" in text(m))


async def test_a_rematch_keeps_seats_for_all_who_played(local, running_bot, ana, ben, games):
    cy = local.person("Cy")
    await running_bot.table(ana, ben, cy)
    final = await ended(ana, await ana.until(says("your turn")))
    await ben.press(final, label="Rematch")
    lobby = await ana.until(says("Azul #2"))
    assert text(lobby).startswith("**Ben** wants a rematch.\n")
    assert f"{ana.mention} and {cy.mention}, **Ben** invites you" in text(lobby)
    assert text(lobby).count(ana.mention) == 1
    assert {one["id"] for one in lobby["mentions"]} == {str(ana.id), str(cy.id)}
    assert "1. **Ben** (host)" in text(lobby)
    assert "**Ana** (invited)" in text(lobby)
    assert "**Cy** (invited)" in text(lobby)
    await cy.press(lobby, label="Join")
    await cy.until(lambda m: "2. **Cy**" in text(m))


async def test_what_belongs_to_a_server_is_not_pressed_from_elsewhere(local, running_bot, ana, ben, games):
    await lobby_of(ana, games)
    page = await ben.command("turns", channel=ben.dm)
    for verb in ("join:1", "leave:1", "cancel:1", "sit:1", "options:1", "again:1"):
        assert refused(await ben.raw_press(ben.dm, page.message["id"], verb), "wrong_place"), verb
    room = await running_bot.rooms.room(1)
    assert [one.name for one in room.people] == ["Ana"]


async def test_when_the_host_leaves_the_lobby_says_who_hosts(local, running_bot, ana, ben, games):
    lobby = await lobby_of(ana, games)
    await ben.press(lobby.message, label="Join")
    again = await ana.press(lobby.message, label="Join")
    await ana.press(again.message, label="Leave")
    await local.until(lambda: "**Ana** left; **Ben** now hosts." in lobby.text)
