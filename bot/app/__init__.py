"""The running program: the client, its commands and chores, start and stop.

This room knows no game, only how the parts are put together.

**Wiring.** `wire` makes each service once and gives it to those who need it. Handlers get services, never the store.

**The start** waits for Discord and for the server of the database; what waiting does not change is raised at once.
While the bot plays, whatever others write to standard error becomes lines of the log.

**Health.** `vitals` looks every 15 seconds whether the bot can write, hears Discord and shows its tables. `watchdog`, a
thread, ends a process that cannot work any more.

**Metrics.** Whoever knows something reports it to `bot/measures.py`, where by default nobody listens. `metrics` does,
the only module that knows Prometheus. What nobody reports is looked up when somebody asks, at most every 5 seconds.

**Shards.** `shards` follows the connections: deadlines pass only where people can press something.
"""
