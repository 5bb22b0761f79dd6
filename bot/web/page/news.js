/**
 * The news of a table as they come. Events are read from an answer that does not end, so that it works with headers, too.
 */

import { reason } from "./texts.js";

const AGAIN = 3000; // milliseconds before news are asked for again
const SILENT = 40_000; // milliseconds without a word after which a connection is given up; the server speaks every 15 seconds
const FIRST = 6000; // milliseconds after which it is clear that something on the way holds news back
const POLLED = 200;

let isHeldBack = false; // so the newest is asked for again and again
let seen = ""; // the name of the newest that was shown then
let control = null; // ends what was asked for last

/**
 * The news of that address from now on, in place of any other. `on` is called with `news` (each text), `open` (the date on
 * the server) and `lost` (the connection), and `end` (the status, 404 for a table that is gone, and why, if the server
 * says so), after which nothing
 * comes any more.
 */
export async function listen(address, headers, on) {
  control?.abort();
  seen = "";
  const mine = control = new AbortController();
  while (!mine.signal.aborted) {
    const { status, why } = await once(address, headers, on, mine.signal);
    if (mine.signal.aborted) return;
    if (status >= 400 && status < 500 && status !== 429) { on.end(status, why); return; }
    if (status !== POLLED) on.lost();
    await new Promise((done) => setTimeout(done, AGAIN));
  }
}

/** Nothing is listened to any more. */
export function stop() {
  control?.abort();
}

/** Reads one answer to its end; its status, 404 where it said that the table is gone, 0 without an answer; and why. */
async function once(address, headers, on, signal) {
  const late = isHeldBack ? 0 : setTimeout(() => { isHeldBack = true; listen(address, headers, on); }, FIRST);
  let quiet = 0; // gives the connection up
  const newest = `${address}${address.includes("?") ? "&" : "?"}once=1&seen=${seen}`;
  try {
    const answer = await fetch(isHeldBack ? newest : address, { headers, signal, cache: "no-store" });
    if (!answer.ok) return { status: answer.status, why: await reason(answer) };
    on.open(answer.headers.get("Date"));
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
      quiet = setTimeout(() => reader.cancel(), SILENT);
      const { value, done } = await reader.read();
      clearTimeout(quiet);
      clearTimeout(late);
      if (done) return { status: isHeldBack ? POLLED : 0 };
      const events = (rest + value).split("\n\n");
      rest = events.pop();
      for (const event of events) {
        if (event.startsWith("event: gone")) return { status: 404 };
        const [, name, text] = /^(?:id: (\w+)\n)?data: (.*)$/.exec(event) ?? [];
        if (!text) continue;
        seen = name ?? "";
        on.news(text);
      }
    }
  } catch { return { status: 0 }; } finally { clearTimeout(late); clearTimeout(quiet); }
}
