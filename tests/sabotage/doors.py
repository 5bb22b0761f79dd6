"""Faults at the gate: who may press what, and how old and how many; in menus and lobbies. Knows no test from inside."""

from tests.sabotage.fault import Fault

LOBBY, LOGIC, TABLES = "bot/interactions/lobby.py", "bot/logic/lobby.py", "bot/interactions/tables.py"
ROOMS, SEATS, LIMITS = "bot/services/rooms.py", "bot/logic/seats.py", "bot/discord_api/rate_limit.py"
CUSTOM_ID, REPLY, CALLER = "bot/discord_api/custom_id.py", "bot/discord_api/reply.py", "bot/discord_api/caller.py"
PHASES, MENU, SANDBOXES = "bot/model/phases.py", "bot/model/move_menu.py", "bot/services/sandboxes.py"
OF_LOBBY = (
    "tests/bot/interactions/test_lobby.py",
    "tests/bot/logic/test_lobby.py",
    "tests/bot/flows/test_refused_actions.py",
)
OF_ROOMS = ("tests/bot/services/test_rooms.py",)
OF_SEATS = ("tests/bot/services/test_seats.py", "tests/bot/services/test_table_life.py")
OF_LIMITS = ("tests/bot/discord_api/test_rate_limit.py",)
OF_ISOLATION = ("tests/bot/services/test_isolation.py",)
OF_MORE = ("tests/bot/interactions/test_more.py", "tests/bot/interactions/test_more_follow.py")
OF_TABLES = ("tests/bot/interactions/test_tables.py",)
OF_MENU = ("tests/bot/model/test_move_menu.py",)
OF_MENUS = ("tests/bot/interactions/test_move_menu.py",)
OF_SANDBOX = (
    "tests/bot/services/test_sandboxes.py",
    "tests/bot/interactions/test_sandbox.py",
    "tests/bot/services/test_rooms_lookups.py",
)
OF_CALLER = (
    "tests/bot/interactions/test_server_settings.py",
    "tests/bot/interactions/test_server_settings_language.py",
)

OF_GUARD = ("tests/bot/playground/test_guard.py",)

FAULTS = (
    Fault(
        "a-press-that-changes-more-than-a-room-counts-twice",
        "bot/app/client.py",
        "is_first = await self.services.rooms.take(interaction.id)",
        "is_first = True",
        ("tests/trials/test_short.py",),
        only="comes_again",
    ),
    Fault(
        "a-join-that-comes-again-after-the-start-is-a-fault",
        LOBBY,
        "            raise gone(await self._rooms.record(later.id))",
        "            pass",
        ("tests/bot/flows/test_refused_actions.py",),
        only="comes_again",
    ),
    # from where
    Fault(
        "another-site-speaks-with-the-local-discord",
        "bot/playground/guard.py",
        '"Origin" in told and',
        '"Origin" not in told and',
        OF_GUARD,
    ),
    Fault(
        "a-name-of-another-site-leads-to-the-local-discord",
        "bot/playground/guard.py",
        "HOST.fullmatch(request.host) and ",
        "",
        OF_GUARD,
    ),
    Fault(
        "a-form-does-what-a-button-does",
        "bot/app/client.py",
        "and press.verb not in FORMS",
        "and press.verb in FORMS",
        ("tests/bot/flows/test_refused_actions.py",),
        "form",
    ),
    # at the start
    Fault(
        "no-network-ends-the-bot",
        "bot/app/boot.py",
        "if not is_passing(fault):",
        "if is_passing(fault):",
        ("tests/bot/app/test_boot.py",),
        "waits_grow",
    ),
    Fault(
        "a-password-is-taken-for-a-file",
        "bot/settings.py",
        "if ADDRESS.search(given):",
        "if ADDRESS.search(given) is None:",
        ("tests/bot/test_settings.py",),
    ),
    # which server
    Fault(
        "a-lobby-of-another-server-is-joined",
        LOBBY,
        "if room.place.guild != asker.guild:",
        "if room.place.guild is asker:",
        OF_LOBBY,
    ),
    Fault(
        "a-lobby-of-another-server-is-shown",
        TABLES,
        "if not own and (room.place.guild is None or room.place.guild != asker.guild):",
        "if not own and room.table is not None and (room.place.guild is None or room.place.guild != asker.guild):",
        OF_TABLES,
    ),
    Fault(
        "a-table-in-somebody-elses-direct-messages-is-shown",
        TABLES,
        "(room.place.guild is None or room.place.guild != asker.guild)",
        "room.place.guild != asker.guild",
        OF_TABLES,
    ),
    Fault(
        "a-moderator-of-another-server-ends-the-table",
        "bot/interactions/more.py",
        "may_manage = asker.may_manage and room.place.guild == asker.guild",
        "may_manage = asker.may_manage",
        OF_MORE,
    ),
    Fault(
        "a-rematch-is-opened-from-another-server",
        "bot/interactions/more.py",
        "if earlier.place.guild != asker.guild:",
        "if earlier.place is asker:",
        OF_LOBBY,
    ),
    Fault(
        "a-table-moves-to-another-server",
        "bot/services/table_life.py",
        "if place.guild is None or place.guild != record.place.guild:",
        "if place.guild is None:",
        ("tests/bot/delivery/test_unreachable.py", *OF_SEATS),
    ),
    # who may
    Fault("anybody-seated-is-the-host", LOGIC, "away = now - record.host_seen >= HOST_AWAY", "away = True", OF_LOBBY),
    Fault(
        "anybody-ends-a-table",
        ROOMS,
        "if not may_manage and person.id != record.host.id:",
        "if not may_manage and not person:",
        OF_ROOMS,
    ),
    Fault(
        "the-host-ends-a-table-that-is-played",
        ROOMS,
        "if not may_manage and not self._room(record).idle_for(person.id):",
        "if not may_manage and not person:",
        OF_ROOMS,
    ),
    Fault(
        "anybody-takes-a-seat-that-is-kept-warm",
        SEATS,
        'chair.mark == "late" and chair.former == person.id',
        'chair.mark == "late"',
        ("tests/bot/services/test_deadlines.py", *OF_SEATS),
    ),
    Fault("an-offer-stands-for-ever", SEATS, "return now - offer.at < LASTS", "return offer.at <= now", OF_SEATS),
    Fault(
        "everybody-is-host-first",
        SEATS,
        'return None if now - since >= HOST_FIRST else "host_first"',
        "return None if since else None",
        OF_SEATS,
    ),
    Fault(
        "a-bot-is-invited",
        CALLER,
        'if user.get("bot"):',
        'if user.get("robot"):',
        ("tests/bot/flows/test_pauses_and_seat_changes.py",),
    ),
    Fault(
        "people-without-the-role-open-tables",
        CALLER,
        "if server.openers and not roles & set(server.openers) and",
        "if server.openers and not roles and",
        OF_CALLER,
    ),
    Fault(
        "a-thread-is-not-its-channel",
        CALLER,
        '{interaction.channel_id, getattr(interaction.channel, "parent_id", None)}',
        "{interaction.channel_id}",
        OF_CALLER,
    ),
    # presses: their age, their number, what they name
    Fault(
        "the-age-of-presses-is-not-counted",
        REPLY,
        "max(0.0, min(PATIENCE, PATIENCE - age))",
        "PATIENCE",
        ("tests/bot/discord_api/test_reply.py",),
    ),
    Fault(
        "a-refusal-is-said-in-public",
        REPLY,
        "await self._deliver(screen, Manner.PRIVATE)",
        "await self._deliver(screen, self.manner)",
        ("tests/bot/discord_api/test_reply.py",),
    ),
    Fault(
        "one-person-keeps-all-others-waiting",
        LIMITS,
        "if self._inside[own] >= self.paces.of_person:",
        "if self._inside[own] < 0:",
        OF_LIMITS,
    ),
    Fault(
        "one-channel-keeps-all-others-waiting",
        LIMITS,
        " or self._inside[there] >= self.paces.in_channel:",
        ":",
        OF_LIMITS,
    ),
    Fault(
        "a-press-that-failed-is-worked-on-for-ever",
        LIMITS,
        "            self._inside.subtract(places)\n",
        "            pass\n",
        OF_LIMITS,
    ),
    Fault(
        "a-clock-set-back-locks-people-out",
        LIMITS,
        "full = now if full > now + longest else full",
        "full = full",
        OF_LIMITS,
    ),
    Fault(
        "everybody-is-remembered-for-ever",
        LIMITS,
        "for one, at in self._full.items() if at > now}",
        "for one, at in self._full.items()}",
        OF_LIMITS,
    ),
    Fault(
        "a-double-press-is-a-second-move",
        PHASES,
        "if stamp is not None and stamp != room.stamp(seat):",
        "if stamp is not None and stamp > room.stamp(seat):",
        OF_ROOMS,
    ),
    Fault(
        "a-move-is-made-while-the-clock-stands",
        PHASES,
        "    needs_unpaused(room)\n    if seat",
        "    if seat",
        ("tests/bot/logic/test_consent.py",),
    ),
    Fault(
        "a-press-told-twice-is-done-twice",
        "bot/store/rooms.py",
        "            await self._database.execute(_PRESS, (press, room_id, new.moved))",
        "            pass",
        OF_ROOMS,
    ),
    Fault(
        "a-take-back-from-an-old-menu-works",
        "bot/services/table_life.py",
        "if stamp is not None and record.chairs[seat].stamp != stamp:",
        "if stamp is not None and stamp < 0:",
        OF_SEATS,
    ),
    # faults of one table, and others
    Fault(
        "a-spoiled-table-is-tried-all-day",
        "bot/services/isolation.py",
        "if self._held.get(room_id, 0.0) > self._now():",
        "if room_id < 0:",
        OF_ISOLATION,
    ),
    Fault(
        "a-spoiled-table-stops-all-clocks",
        "bot/services/isolation.py",
        "except Exception:",
        "except KeyError:",
        OF_ISOLATION,
    ),
    Fault(
        "a-listener-that-fails-hides-a-commit",
        ROOMS,
        "except Exception:  # a fault of whoever listens",
        "except KeyError:  # a fault of whoever listens",
        OF_ROOMS,
    ),
    # menus
    Fault("a-list-has-26-answers", MENU, "MOST_OPTIONS = 25", "MOST_OPTIONS = 26", OF_MENU),
    Fault(
        "two-tiles-of-a-color-count-as-one",
        MENU,
        "if Counter(tiles_of(str(choice.values[-1]))) == wanted:",
        "if set(tiles_of(str(choice.values[-1]))) == set(wanted):",
        OF_MENU,
    ),
    Fault(
        "answers-of-another-move-are-taken",
        MENU,
        "return len(tokens) <= len(answers) and all(",
        "return len(tokens) <= len(answers) and any(",
        OF_MENU,
    ),
    Fault(
        "a-menu-that-is-behind-plays-what-it-shows",
        "bot/interactions/move_menu.py",
        "if ticket.stamp not in (None, room.stamp(seat)):",
        "if ticket.stamp == 0:",
        (*OF_MENUS, "tests/bot/flows/test_refused_actions.py"),
    ),
    Fault(
        "a-preview-is-played-unasked",
        "bot/model/turns.py",
        'return confirm == "always" or (',
        'return confirm != "always" or (',
        OF_MENUS,
    ),
    Fault(
        "a-way-back-forgets-the-stamp",
        "bot/interactions/move_menu.py",
        "later = await self._rooms.play(room.id, seat, ticket.stamp, text, asker.press)",
        "later = await self._rooms.play(room.id, seat, None, text, asker.press)",
        (*OF_MENUS, "tests/bot/flows/test_refused_actions.py"),
    ),
    # records that people bring
    Fault(
        "an-import-without-limit",
        SANDBOXES,
        "if len(content) > MOST_BYTES:",
        "if len(content) > 1024 * MOST_BYTES:",
        OF_SANDBOX,
    ),
    Fault("imports-are-kept-without-limit", SANDBOXES, "MOST_RECORDS = 20 ", "MOST_RECORDS = 20_000 ", OF_SANDBOX),
    Fault(
        "the-newest-imports-are-dropped",
        "bot/store/sandboxes.py",
        "ORDER BY id DESC LIMIT :most",
        "ORDER BY id LIMIT :most",
        OF_SANDBOX,
    ),
    Fault(
        "somebody-elses-record-is-opened",
        SANDBOXES,
        "if found is None or found.person != person_id:",
        "if found is None:",
        OF_SANDBOX,
    ),
    Fault(
        "of-two-changes-of-a-sandbox-one-is-lost",
        "bot/store/sandboxes.py",
        "WHERE id = ? AND change = ? RETURNING",
        "WHERE id = ? AND ? > 0 RETURNING",
        OF_SANDBOX,
    ),
)
