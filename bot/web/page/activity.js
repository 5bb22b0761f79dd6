/**
 * The Activity: who sits here, which tables there are, one of them. It knows no game.
 *
 * The token stays in memory. Which table is open stands in the address, because a phone may load the frame again.
 */

import { close, code, connect, instance } from "./host.js";
import { wear } from "./look.js";
import { button } from "./texts.js";

const LIST = "all"; // what stands in the address while somebody chooses among tables
const RIGHT = { 401: "refused", 403: "refused" }; // what is said for the status of an answer; all else may be better soon
const OFTEN = 60_000; // milliseconds between two signs-in at least, when nobody has asked for one

const byId = (id) => document.getElementById(id);
const texts = byId("texts").dataset;
const headers = {};
let ready = null;
let signedIn = 0; // when, in milliseconds since the page began

wear();
byId("again").addEventListener("click", enter);
byId("close").addEventListener("click", close);
enter();

/** Signs in, and shows the table that was asked for, the only one there is, or a list. */
async function enter() {
  if (!instance) { say("outside"); return; }
  say("entering");
  try {
    ready ??= connect().catch((fault) => { ready = null; throw fault; });
    await ready;
    await begin(await signIn());
  } catch (fault) {
    say(RIGHT[fault.status] ?? "away", "again");
  }
}

/** From now on there is a new token; what else the server says of it. */
async function signIn() {
  const content = { "Content-Type": "application/json" };
  const given = await (await asked("activity/enter", { method: "POST", headers: content, body: JSON.stringify({ code: await code(), instance }) })).json();
  headers.Authorization = `Bearer ${given.token}`;
  signedIn = performance.now();
  return given;
}

/** The answer of the server. Rejected with its status for any but a good one. */
async function asked(path, options) {
  const answer = await fetch(path, options);
  if (!answer.ok) throw Object.assign(new Error(path), { status: answer.status });
  return answer;
}

async function begin({ open, tables }) {
  const place = open || location.hash.slice(1);
  const wanted = tables.find((table) => table.code === place) ?? (tables.length === 1 && place !== LIST ? tables[0] : null);
  if (wanted) await show(wanted, tables.length > 1);
  else choose(tables);
}

function choose(tables) {
  say(tables.length ? "choose" : "none", "look");
  byId("tables").replaceChildren(...tables.map((table) => button(table.text, () => show(table, true))));
  byId("tables").hidden = !tables.length;
}

/** The page of that table takes the place of this one, as it is in a browser; people who sit there play. */
async function show(table, isOneOfSeveral) {
  const answer = await asked(`activity/tables/${table.code}`, { headers });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  history.replaceState(null, "", `#${table.code}`);
  document.documentElement.lang = page.documentElement.lang;
  document.body.replaceChildren(...page.body.children);
  if (isOneOfSeveral) document.querySelector("header").append(button(texts.others, () => leave(LIST)));
  const ways = table.plays ? await import("./menu.js") : null;
  const { follow, listen } = await import("./table.js");
  const own = ways && { heard: ways.heard, aside: ways.aside, isHeld: ways.isHeld, redraw: ways.redraw };
  follow({ base: table.base, headers, signedOut: () => again(listen), ...own });
}

/** The token has run out. */
async function again(listen) {
  try {
    if (performance.now() - signedIn < OFTEN) throw new Error("signed in just now");
    await signIn();
    listen();
  } catch {
    byId("signed-out").textContent = texts.away;
    byId("signed-out").hidden = false;
  }
}

/** The frame begins again, with the list or with a table. */
function leave(place) {
  history.replaceState(null, "", `#${place}`);
  location.reload();
}

/** Says how it stands, and which button goes on from there, if any; then one can leave, too. */
function say(key, way = "") {
  byId("said").textContent = texts[key];
  byId("again").textContent = texts[way] ?? "";
  byId("again").hidden = byId("close").hidden = !way;
}
