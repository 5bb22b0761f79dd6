"""The database: its statements, transactions, migrations and backups. Records go in and come out.

It knows no Discord, no words and no rules of a game.

**Subjects.** `Store` has one object for each subject, such as `store.outbox`. They share one `Database` (connection,
transactions, cache). A room that was read is remembered until something is written; a transaction says which rooms it
touches. A write by another program changes the version of the file, which is compared once a press.

**Speed.** All work of a transaction is done in one visit to the connection's thread, because the way there and back
costs more than most statements. Everyone waits for the one connection, so each statement finds its rows by an index.
The tests let both kinds of database explain every statement, and name the scans that are allowed.

**Two databases.** `database` is the port, with an adapter for SQLite and one for PostgreSQL. Statements are written
once; `database_dialect` adapts placeholders and types. On a server transactions overlap: work may be done more than
once, work that concerns many tables is `wide` and takes a lock first, and a commit is never repeated.

**Several processes** that share a server each have a `Home`: the servers of some shards. Statements about all tables
are narrowed to it in `homes`. While one process takes over from another both have the same home, so a message of a
table is leased, and a notification is taken by an update that only one process can make. What they agree
on by time uses the server's clock, `:clock`. A file is for one process, which asks nobody.

**Folded logs.** 90 days after the end of a table its log becomes one compressed row. `folding` writes and reads such
rows without playing, because rules may have been corrected since.

**People's data.** `erasure` removes a person. A test knows every column, and fails for a new one until somebody has
declared whether it holds people.
"""
