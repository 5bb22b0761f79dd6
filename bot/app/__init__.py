"""The running program: the client, its commands and chores, start-up and shutdown.

This room is independent of games; it only knows how the parts are put together.

**Wiring.** `make_services` creates each service once and passes it on. Handlers get services, never the store.

**Start-up** retries until Discord and the database server are reachable; permanent errors are raised at once. While the
bot runs, output to standard error becomes log lines.

**Health.** `health_monitor` checks every 15 seconds that the bot can write, hears Discord and shows its tables.
`watchdog`, a thread, ends a process that no longer works.

**Metrics.** Code reports events to `bot/metrics.py`, which discards them by default. `prometheus`, the only module that
knows that library, records them. Gauges are looked up at each scrape, at most every 5 seconds.

**Shards.** `shards` tracks the connections: deadlines pass only where people can press something.
"""
