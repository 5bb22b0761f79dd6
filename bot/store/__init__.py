"""The database: its statements, transactions, migrations and backups. It stores and returns whole Records.

It knows nothing about Discord, texts and rules of games.

**Subjects.** `Store` has one object for each subject, such as `store.outbox`. They share one `Database` (connection,
transactions, cache). A room stays in the cache until it changes; each transaction says which rooms it changes. When
another program writes to the file, the file's version changes; it is checked once per press.

**Speed.** With SQLite, a transaction does all its work in one visit to the connection's thread, because switching
threads costs more than most statements. All calls share one connection, so each statement finds its rows by an index.
Tests ask both kinds of database to explain every statement, and list the full scans that are allowed.

**Two databases.** `database` defines the port; SQLite and PostgreSQL each have an adapter. Statements are written once;
`postgres_dialect` translates placeholders and types. On a server transactions overlap, so the work of a transaction may
be repeated. Work on data of many tables is `serialized`: it takes a lock first. A commit is never repeated.

**Several processes** can share a database server. Each has a `ShardRange`: the Discord servers of some shards.
`shard_range` narrows statements about all tables to these. While one process takes over from another, both have the
same range. A process therefore leases a table's message before it sends the message, and takes a notification with an
update that succeeds only once. Times on which processes must agree come from the database server's clock, `:clock`. A
file is used by only one process, so nothing is leased there.

**Folded logs.** 90 days after the end of a table its log becomes one compressed row. `folded_logs` writes and reads
such rows without replaying the game, because the rules program may have been corrected since.

**People's data.** `erasure` removes a person. A test fails for every new column until it is declared whether the column
may name people.
"""
