/**
 * The page of one table: news come in, words and board show them. It knows no game, no rules and nobody's seat.
 */

import { show as draw } from "./board.js";
import { follow as followSize } from "./enlarge.js";
import { follow as followLook, isContrast, remember, remembered } from "./look.js";
import { listen as listenTo, stop } from "./news.js";
import { follow as followReplay, grow, isOn as isReplaying, show as showMoment } from "./replay.js";
import { about as aboutRules, follow as followRules } from "./rules.js";
import { follow as followClock, told } from "./texts.js";

const TOO_MANY = 429;
const TRIES = 5;
const LATER = 1000; // milliseconds

const byId = (id) => document.getElementById(id);
const sight = byId("sight"); // pressed while somebody's own view is enlarged
let host = { base: "", headers: {}, heard: () => {}, aside: () => {}, isHeld: () => false, redraw: () => {}, signedOut: () => {} };

/**
 * Follows the table of this page. `own` may have: `heard(page)`, called with each page that came; `aside()`, called when
 * the board shows the game before, until the next page is heard; `isHeld()`, whether something else is shown on the board
 * now, and `redraw()`, which shows that as it has to look now; `signedOut()`; `base` and `headers`, where and how the
 * table is asked for.
 */
export function follow(own = {}) {
  host = { ...host, base: location.pathname, ...own };
  followSize();
  followRules();
  followReplay({ ask: askFacts, begin: host.aside, show, end: listen });
  if (own.heard) followSight();
  followLook(byId("look"), redraw);
}

/** Somebody who sits at the table chooses what is drawn: all of it, or their own view enlarged. */
function followSight() {
  sight.hidden = false;
  sight.setAttribute("aria-pressed", String(remembered("sight") === "own"));
  sight.addEventListener("click", () => {
    const isOwn = sight.getAttribute("aria-pressed") === "false";
    sight.setAttribute("aria-pressed", String(isOwn));
    remember("sight", isOwn ? "own" : "whole");
    redraw();
  });
}

/** What is on the board is drawn again, as it has to look now. */
function redraw() {
  if (isReplaying()) { showMoment(); return; }
  listen();
  if (host.isHeld()) host.redraw();
}

/** Asks for the news of the table, drawn as the look wants it. What was asked before is dropped. */
export function listen() {
  listenTo(`${host.base}/news?${look()}`, host.headers, {
    news: (text) => hear(JSON.parse(text)),
    open: (date) => { followClock(date); lost(false); },
    lost: () => lost(true),
    end,
  });
}

/**
 * Nothing more can be asked for, as the status of an answer says: 401 where the server no longer knows who asks. `why`: what
 * it says to that, if anything.
 */
export function end(status, why = "") {
  lost(false);
  if (status === 401) host.signedOut();
  else gone(why);
}

/**
 * What the server answers about the table, with `path` after its address; a drawing in it is as the look wants it. Where
 * too much was asked for within a short time, which changes nothing there, it is asked again a little later.
 */
export async function ask(path, options = {}) {
  const address = `${host.base}${path}${path.includes("?") ? "&" : "?"}${look()}`;
  const headers = { ...host.headers, ...options.headers };
  for (let tries = 1; ; tries += 1) {
    const found = await fetch(address, { ...options, headers });
    if (found.status !== TOO_MANY || tries === TRIES) return found;
    await new Promise((done) => setTimeout(done, LATER));
  }
}

/** The JSON of such an answer, also of a refusal; null where the server does not answer or has nothing there. */
export async function askFacts(path) {
  try {
    const found = await ask(path);
    return found.ok || found.status === 409 ? await found.json() : null;
  } catch { return null; }
}

/** Shows the drawing of a page or a preview on the board; false if it is a change of another drawing. */
export function drawn(page) {
  return draw(byId("drawing"), page);
}

/** What is asked for besides, so that a drawing is as the look wants it. */
function look() {
  const isOwn = sight.getAttribute("aria-pressed") === "true";
  return new URLSearchParams({ ...(isContrast() && { look: "contrast" }), ...(isOwn && { sight: "own" }) });
}

function hear(page) {
  if (isReplaying()) { grow(); return; }
  if (host.isHeld()) say(page);
  else if (!show(page)) { listen(); return; }
  host.heard(page);
}

/** Shows a page; false if it is a change of another drawing than the one that is there. */
function show(page) {
  colors(page.game);
  if (!drawn(page)) return false;
  say(page);
  return true;
}

function say(page) {
  document.title = page.title;
  byId("title").textContent = page.title;
  byId("standing").replaceChildren(...told(page.standing));
  sayLines(page.lines);
  byId("alt").replaceChildren(...told(page.alt));
  byId("alt").dataset.text = page.alt;
  aboutRules(page.game, page.options);
}

/** The stylesheet of the game, which the document of somebody's own page does not know. */
function colors(game) {
  const sheet = new URL(`../page/${game}.css`, location.href).href;
  if (byId("colors").href !== sheet) byId("colors").href = sheet;
}

/** Lines that stand there already stay, so that only new ones are read out. */
function sayLines(texts) {
  const list = byId("lines");
  const old = [...list.children];
  const kept = texts.map((text) => {
    const at = old.findIndex((item) => item.dataset.text === text);
    return at < 0 ? line(text) : old.splice(at, 1)[0];
  });
  for (const item of old) item.remove();
  kept.forEach((item, at) => { if (list.children[at] !== item) list.insertBefore(item, list.children[at] ?? null); });
}

function line(text) {
  const item = document.createElement("li");
  item.dataset.text = text;
  item.append(...told(text));
  return item;
}

function lost(isLost) {
  byId("lost").hidden = !isLost;
}

function gone(why) {
  stop();
  if (why) byId("gone").textContent = why;
  byId("gone").hidden = false;
  document.querySelector("main").hidden = true;
  byId("drawing").replaceChildren();
  host.heard(null);
}
