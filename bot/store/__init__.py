"""The database: its statements, transactions, migrations and backups. Records go in and come out.

It knows no Discord, no words and no rules of a game.

**Subjects.** `Store` has one object for each subject, such as `store.outbox`. They share one `Database` (connection,
transactions, cache). A room stays in the cache until it changes; each transaction says which rooms it changes. When
another program writes, the version of the file changes; the version is compared once per press.

**Speed.** A transaction does all its work in one visit to the connection's thread, because the way there and back
costs more than most statements. Everyone waits for the one connection, so each statement finds its rows by an index.
The tests let both kinds of database explain every statement, and name the scans that are allowed.

**Two databases.** `database` is the port; SQLite and PostgreSQL each have an adapter. Statements are written once;
`postgres_dialect` translates placeholders and types. On a server transactions overlap: work may be repeated, work on
many tables is `serialized` (it takes a lock first), and a commit is never repeated.

**Several processes** that share a server each have a `ShardRange`: the servers of some shards. `shard_range` narrows
statements about all tables to it. While one process takes over from another, both have the same range. A process
therefore leases a table's message before it sends it, and takes a notification with an update that succeeds only once.
Times on which processes must agree come from the server's clock, `:clock`. A file has only one process, so nothing is
leased there.

**Folded logs.** 90 days after the end of a table its log becomes one compressed row. `folded_logs` writes and reads
such rows without replaying the game, because the rules program may have been corrected since.

**People's data.** `erasure` removes a person. A test knows every column, and fails for a new one until it is declared
whether it holds people.
"""
