/**
 * The news of a table as they come. Events are read from an answer that does not end, so that it works with headers, too.
 */

const AGAIN = 3000; // milliseconds before news are asked for anew

let control = null; // ends what was asked for last

/**
 * The news of that address from now on, in place of any other. `on` is told of `news` (each text), `open` and `lost`
 * (the connection), and `end` (the status, 404 for a table that is gone), after which nothing comes any more.
 */
export async function listen(address, headers, on) {
  control?.abort();
  const mine = control = new AbortController();
  while (!mine.signal.aborted) {
    const status = await once(address, headers, on, mine.signal);
    if (mine.signal.aborted) return;
    if (status >= 400 && status < 500 && status !== 429) { on.end(status); return; }
    on.lost();
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** Nothing is listened to any more. */
export function stop() {
  control?.abort();
}

/** Reads one answer to its end; its status, 404 where it said that the table is gone, 0 without an answer. */
async function once(address, headers, on, signal) {
  try {
    const answer = await fetch(address, { headers, signal, cache: "no-store" });
    if (!answer.ok) return answer.status;
    on.open();
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return 0;
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        if (event.startsWith("event: gone")) return 404;
        if (event.startsWith("data: ")) on.news(event.slice(6));
      }
    }
  } catch { return 0; }
}
