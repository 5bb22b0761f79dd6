"""The running program: the client, its commands and chores, start-up and shutdown.

This room knows no game, only how the parts are put together.

**Wiring.** `wire` makes each service once and passes it to its users. Handlers get services, never the store.

**Start-up** retries until Discord and the database server are reachable; permanent errors are raised at once. While the
bot runs, output to standard error becomes log lines.

**Health.** `vitals` looks every 15 seconds whether the bot can write, hears Discord and shows its tables. `watchdog`, a
thread, ends a process that cannot work any more.

**Metrics.** Whoever knows something reports it to `bot/metrics.py`, where by default nobody listens. `metrics` does,
the only module that knows Prometheus. What nobody reports is looked up when somebody asks, at most every 5 seconds.

**Shards.** `shards` follows the connections: deadlines pass only where people can press something.
"""
