"""The statements that erase a person from the database, in order, and all columns that may name people.

A new column with account IDs or names needs an entry in PERSONAL_COLUMNS and a statement here; a test compares
PERSONAL_COLUMNS with the newest schema. Knows nothing about connections.
"""

from collections.abc import Collection

from bot.model.lobby_options import DEFAULT_KEEPER
from bot.text.names import plain_name

NAMELESS = "N. N."  # reads the same in every language
ERASED_MARK = "erased"  # the mark of a nameless seat at a table that is over
NOBODY_ID = 0  # replaces the account ID in columns that require one

# Every column that may hold an account ID or a name. All others hold neither.
PERSONAL_COLUMNS = frozenset({
    "people.id", "people.name", "known_names.person", "known_names.name", "rooms.host", "rooms.invited", "rooms.note",
    "rooms.ended_by", "rooms.channel", "seats.person", "seats.name", "seats.former_person", "lobby_removals.person",
    "room_events.facts", "lobby_habits.person", "preferences.person", "imports.person", "imports.text", "offers.person",
    "offers.giver", "handovers.person", "guests.person", "results.person", "ratings.person", "rating_changes.person",
    "followers.person", "notifications.person", "notifications.about", "puzzle_attempts.person", "solved_days.person",
    "page_sessions.person",
})  # fmt: skip

# Rooms that refer to the person by account ID, in any role.
LINKED_ROOMS = """
    SELECT id FROM rooms WHERE host = :person
    UNION SELECT id FROM rooms WHERE invited = :person
    UNION SELECT room FROM seats WHERE person = :person
    UNION SELECT room FROM seats WHERE former_person = :person
    UNION SELECT room FROM lobby_removals WHERE person = :person
    UNION SELECT room FROM guests WHERE person = :person
    UNION SELECT room FROM handovers WHERE person = :person
    UNION SELECT room FROM offers WHERE person = :person
    UNION SELECT room FROM offers WHERE giver = :person"""

# Parts that the statements below contain, such as `{sat}`.
_PARTS = {
    "linked": LINKED_ROOMS,
    "sat": "SELECT room FROM seats WHERE person = :person",
    "alone": """SELECT id FROM rooms WHERE phase = 'playing' AND id IN (SELECT room FROM seats WHERE person = :person)
        AND NOT EXISTS (SELECT 1 FROM seats WHERE room = rooms.id AND person IS NOT NULL AND person <> :person)""",
    "nameless": f"'{NAMELESS} ' || (seat + 1)",
    "nobody": str(NOBODY_ID),
    "erased": f"'{ERASED_MARK}'",
    "keeper": f"'{DEFAULT_KEEPER}'",
    "least": "(SELECT min(person) FROM results WHERE person IS NOT NULL)",
}

_PERSON_TABLES = (
    "followers", "lobby_removals", "lobby_habits", "preferences", "imports", "puzzle_attempts", "solved_days",
    "page_sessions",
)  # fmt: skip
_ERASE_PERSON = (
    # Tables in direct messages: only this person and robots had seats, and the channel is the person's own.
    """DELETE FROM rooms WHERE guild IS NULL AND id IN (
        SELECT id FROM rooms WHERE host = :person UNION SELECT room FROM seats WHERE person = :person
        UNION SELECT room FROM seats WHERE former_person = :person)""",
    # Makes steps that are in progress start again; otherwise they would save the erased person again.
    "UPDATE rooms SET change = change + 1 WHERE id IN ({linked})",
    # At running tables an event says that a robot plays on. If nobody else is left, the game is over.
    "DELETE FROM proposals WHERE room IN ({sat})",
    """INSERT INTO room_events (room, n, log_length, kind, facts, at)
        SELECT rooms.id, (SELECT count(*) FROM room_events WHERE room = rooms.id), rooms.length, 'gone',
            '{{"name": "' || {nameless} || '"}}', :now
        FROM seats JOIN rooms ON rooms.id = seats.room WHERE seats.person = :person AND rooms.phase = 'playing'""",
    "UPDATE seats SET owes_move = 0, clock_started = NULL, due = NULL, remind_at = NULL WHERE room IN ({alone})",
    """INSERT INTO outbox (room, length, change, since)
        SELECT id, length, change, :now FROM rooms WHERE phase = 'playing' AND id IN ({sat})
        ON CONFLICT (room) DO UPDATE SET length = excluded.length, change = excluded.change""",
    # If a robot already plays for the person, the table does not change, but its message names the person and must be
    # updated, see _LOOK_AGAIN.
    """INSERT INTO outbox (room, length, change, since)
        SELECT id, -1, change, changed_at FROM rooms WHERE phase = 'playing' AND message IS NOT NULL
            AND id IN (SELECT room FROM seats WHERE former_person = :person)
        ON CONFLICT (room) DO UPDATE SET length = -1, change = excluded.change""",
    """INSERT INTO notifications (room, kind, person, since, due)
        SELECT followers.room, 'ended', followers.person, rooms.change, :now
        FROM followers JOIN rooms ON rooms.id = followers.room WHERE followers.room IN ({alone})""",
    "DELETE FROM followers WHERE room IN ({alone})",
    # A message that is posted during the erasure does not show its changes, see _UPDATE_ROOM.
    """UPDATE rooms SET changed_at = :now, posted = CASE WHEN posted > :now THEN :now ELSE posted END,
        phase = CASE WHEN id IN ({alone}) THEN 'over' ELSE phase END
        WHERE phase = 'playing' AND id IN ({sat})""",
    # Seats and their moves stay, but prepared moves do not.
    "DELETE FROM prepared_turns WHERE (room, seat) IN (SELECT room, seat FROM seats WHERE person = :person)",
    """UPDATE seats SET person = NULL, level = {keeper}, name = {nameless}, former_person = NULL, stamp = stamp + 1,
        clock_started = NULL, due = NULL, remind_at = NULL, missed_deadlines = 0,
        mark = CASE (SELECT phase FROM rooms WHERE id = seats.room) WHEN 'playing' THEN 'gone' ELSE {erased} END
        WHERE person = :person""",
    """UPDATE seats SET name = CASE WHEN person IS NULL THEN {nameless} ELSE name END, former_person = NULL,
        mark = CASE WHEN mark = 'late' THEN 'gone' ELSE mark END WHERE former_person = :person""",
    "UPDATE rooms SET invited = NULL WHERE invited = :person",
    """UPDATE rooms SET host = coalesce(
            (SELECT person FROM seats WHERE room = rooms.id AND person IS NOT NULL ORDER BY seat LIMIT 1),
            {nobody})
        WHERE host = :person""",
    "DELETE FROM guests WHERE person = :person",
    "DELETE FROM offers WHERE person = :person OR giver = :person",
    "DELETE FROM notifications WHERE person = :person OR about = :person",
    "UPDATE handovers SET person = {nobody} WHERE person = :person",
    # Results stay, under an unused negative ID, so that the ratings of others do not change.
    """UPDATE results SET person = CASE WHEN {least} < 0 THEN {least} - 1 ELSE -1 END
        WHERE person = :person""",
    "UPDATE ratings SET person = {least} WHERE person = :person",
    "UPDATE rating_changes SET person = {least} WHERE person = :person",
    # Rows that belong to the person alone.
    *(f"DELETE FROM {table} WHERE person = :person" for table in _PERSON_TABLES),  # noqa: S608 - no outside text
    "DELETE FROM people WHERE id = :person",
)

# Tables of a server, some at a time, newest first, because the games of a match refer to its first game.
DELETE_SERVER_TABLES = """
    DELETE FROM rooms WHERE id IN (SELECT id FROM rooms WHERE guild = ? ORDER BY id DESC LIMIT ?) RETURNING id"""
# Run after DELETE_SERVER_TABLES, in this order, in one transaction. `:guild` is the server's ID.
FORGET_SERVER_STATEMENTS = (
    "UPDATE results SET guild = NULL WHERE guild = :guild",  # the results still count in global ratings
    "DELETE FROM ratings WHERE guild = :guild AND guild <> 0",
    "DELETE FROM server_settings WHERE guild = :guild",
    "DELETE FROM puzzles WHERE guild = :guild AND guild <> 0",
)
# FIND_STRANGERS returns, for people after an ID, whether nothing but a name is known of them: no row refers to them by
# one of these columns.
_PERSON_REFERENCES = (
    "seats.person", "seats.former_person", "rooms.host", "rooms.invited", "offers.person", "offers.giver",
    "notifications.about", "handovers.person", "guests.person", "results.person", "lobby_habits.person",
    "preferences.person", "imports.person", "puzzle_attempts.person", "solved_days.person", "page_sessions.person",
)  # fmt: skip
_UNREFERENCED = [
    f"NOT EXISTS (SELECT 1 FROM {column.partition('.')[0]} WHERE {column} = people.id)"  # noqa: S608
    for column in _PERSON_REFERENCES
]
_IS_STRANGER = " AND ".join((f"people.id <> {NOBODY_ID}", *_UNREFERENCED))
FIND_STRANGERS = f"SELECT id, {_IS_STRANGER} AS unknown FROM people WHERE id > ? ORDER BY id LIMIT ?"  # noqa: S608
DELETE_STRANGER = f"DELETE FROM people WHERE id = ? AND {_IS_STRANGER}"  # noqa: S608
DELETE_DEPARTURE = "DELETE FROM departures WHERE guild = ?"

# In this order, in one transaction. `:person` is an account ID, `:now` is in unix seconds.
ERASE_PERSON = tuple(statement.format(**_PARTS) for statement in _ERASE_PERSON)


def _quotes_name(column: str, mark: str) -> str:
    """Return an SQL condition: in the JSON text of the column, the quoted name follows the first such mark.

    There is an index for each pair of column and mark. A mark ends with the quote that begins the name. No name
    contains a mark, because quotes in names are escaped. The condition compares with the tilde, because in JSON all
    characters that may follow a quoted text sort before it.
    """
    rest = f"substr({column}, instr({column}, '{mark}'))"
    start = mark[:-1]
    return f"instr({column}, '{mark}') > 0 AND {rest} >= '{start}' || :quoted AND {rest} < '{start}' || :quoted || '~'"


NAME_FACTS = ("name", "old")  # keys of facts that are names
_MARKS = [f'"{key}": "' for key in NAME_FACTS]
# The events of tables, and below the notes of lobbies, that may contain the name. In rooms that refer to the person by
# account ID the whole text is searched.
FIND_EVENTS = " UNION ".join(
    (
        *(f"SELECT room, n, facts FROM room_events WHERE {_quotes_name('facts', key)}" for key in _MARKS),  # noqa: S608
        f"SELECT room, n, facts FROM room_events WHERE room IN ({LINKED_ROOMS}) AND instr(facts, :quoted) > 0",  # noqa: S608
    )
)
FIND_NOTES = " UNION ".join(
    (
        *(f"SELECT id, note FROM rooms WHERE {_quotes_name('note', mark)}" for mark in ('", "', ', ["')),  # noqa: S608
        f"SELECT id, note FROM rooms WHERE id IN ({LINKED_ROOMS}) AND instr(note, :quoted) > 0",  # noqa: S608
    )
)
FIND_ENDED_BY = "SELECT id, ended_by FROM rooms WHERE ended_by = :name AND ended_by <> ''"
# Rooms where another person with the same name has or had a seat; the name there is taken to be that person's.
_NAMESAKE = "known_names.name = :name AND known_names.person <> :person"
NAMESAKE_ROOMS = f"""
    SELECT seats.room FROM known_names JOIN seats ON seats.person = known_names.person WHERE {_NAMESAKE}
    UNION SELECT seats.room FROM known_names JOIN seats ON seats.former_person = known_names.person WHERE {_NAMESAKE}
    UNION SELECT rooms.id FROM known_names JOIN rooms ON rooms.host = known_names.person WHERE {_NAMESAKE}
    UNION SELECT rooms.id FROM known_names JOIN rooms ON rooms.invited = known_names.person WHERE {_NAMESAKE}"""  # noqa: S608


def redact_record(text: str, names: Collection[str]) -> str:
    """Return the record with the names of these people removed from its seats."""
    called = {plain_name(name) for name in names}
    lines = []
    for line in text.split("\n"):
        key, _, rest = line.partition(" ")
        seat, _, name = rest.partition(" ")
        lines.append(f"name {seat} {NAMELESS}" if key == "name" and plain_name(name) in called else line)
    return "\n".join(lines)
