/**
 * Discord's time stamps, relative ones kept true while the page is open.
 * It does not know where a stamp stands.
 */

import { el } from "./dom.js";
import { world } from "./world.js";

const STYLES = {
  t: { timeStyle: "short" }, T: { timeStyle: "medium" }, d: { dateStyle: "short" }, D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" }, F: { dateStyle: "full", timeStyle: "short" },
  s: { dateStyle: "short", timeStyle: "short" }, S: { dateStyle: "short", timeStyle: "medium" },
};
const STEPS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

const locale = () => world.me?.locale || "en-GB";

/** The element of a stamp: `seconds` since 1970, one of Discord's style letters. */
export function time(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return "an unknown time";
  return el("time", { datetime: date.toISOString(), title: written(date, "F"), data: { stamp: seconds, style } },
    style === "R" ? relative(seconds) : written(date, style));
}

/** The date in that style and this person's language. */
export function written(date, style) {
  return new Intl.DateTimeFormat(locale(), STYLES[style] ?? STYLES.f).format(date);
}

/** How far away that moment is: "in 5 minutes", "2 hours ago", but never "tomorrow": a day away may be the day after it. */
export function relative(seconds, now = Date.now() / 1000) {
  const away = Math.round(seconds - now);
  const [unit, size] = STEPS.find(([, step]) => Math.abs(away) >= step) ?? STEPS.at(-1);
  return new Intl.RelativeTimeFormat(locale(), { numeric: away ? "always" : "auto" }).format(Math.round(away / size), unit);
}

/** The time of a message as its header shows it. */
export function spoken(iso) {
  const date = new Date(iso);
  const today = new Date().toDateString() === date.toDateString();
  return written(date, today ? "t" : "s");
}

/** The day of a message, for the divider above its first one. */
export const day = (iso) => new Intl.DateTimeFormat(locale(), { dateStyle: "long" }).format(new Date(iso));

/** Keeps every relative stamp of the page true. */
export function tick() {
  for (const stamp of document.querySelectorAll('time[data-style="R"]')) {
    const now = relative(Number(stamp.dataset.stamp));
    if (stamp.textContent !== now) stamp.textContent = now;
  }
}
