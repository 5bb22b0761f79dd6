/**
 * The menu of a move: one question after the other, answered on the board or beside it; then what the move leads to.
 * The server knows the questions; nothing of the game is known here.
 */

import { shrink } from "./enlarge.js";
import * as places from "./places.js";
import { offer as offerReview } from "./review.js";
import { openRule } from "./rules.js";
import { ask, drawn, end, listen } from "./table.js";
import { button, paragraph, reason, told, ways } from "./texts.js";

/** The panels beside the menu: the function that shows or hides each, by the name that the server has for it. */
const PANELS = { review: offerReview };

const byId = (id) => document.getElementById(id);
const own = byId("own");
const said = own.dataset; // the words of the page
const menu = byId("own-menu");

let turn = null; // what the person can do, as the newest page says
let step = null; // the question or the preview that is shown
let trail = []; // the answers given before it
let ahead = ""; // how a move is prepared
let loading = 0; // counts what was asked for; an answer to anything older is not shown
let isDrawn = false; // the board shows what the step has drawn
let asked = []; // what the step that is shown was asked for by
let byKeyboard = false;
let isPressed = false; // something was pressed, and what it asked for is not there yet
let isDoing = false; // a move is being made or taken back here, so news of it are no surprise
let isUnsure = false; // what was sent got no answer, so only the next news can show whether it was done
let first = null; // what the first click of a double click was on
let isAside = false; // the board shows the game before, and nothing can be pressed

/** Whether the board shows what a move would lead to, or what is asked. */
export const isHeld = () => isDrawn;

/** What the step has drawn is drawn again. */
export const redraw = () => load(...asked);

/** The board shows the game before: nothing can be pressed until the next page comes. */
export function aside() {
  isAside = true;
  isPressed = false;
  loading += 1;
  own.hidden = true;
  places.clear();
}

/** A new page of the table came, null if there are no more. A half-given answer stays as long as it is possible. */
export function heard(page) {
  const wasAside = isAside;
  isAside = false;
  turn = page?.turn ?? null;
  own.hidden = turn === null || turn.is_over; // a game that is over asks for nothing
  for (const [name, offer] of Object.entries(PANELS)) offer(turn?.panels.includes(name) ?? false);
  offerConsent(turn?.asked ?? "");
  if (turn === null) {
    loading += 1; // answers that are still on their way are for a seat that is gone
    leave();
    return;
  }
  if (turn.acts) ahead = "";
  const isSame = ahead || (turn.acts && step?.stamp === turn.stamp);
  if (!isSame && !isDoing && !isUnsure && isHalfGiven()) say(said.overtaken);
  else if (!isSame && (turn.acts || isUnsure) && byId("own-said").textContent !== said.overtaken) say("");
  if (!isSame) isUnsure = false;
  if (!isSame) begin();
  else if (isPressed) return; // what was pressed is asked for already, and must not be dropped
  else if (step && !step.move) load(step.path ?? "", { stamp: step.stamp });
  else if (wasAside) redraw();
}

/** Whether something was chosen that is not played yet. */
function isHalfGiven() {
  return trail.length > 0 || Boolean(step?.path || step?.move || menu.querySelector(":checked"));
}

/** The first question; or what there is to do while others move. */
function begin() {
  trail = [];
  if (turn.acts || ahead) load("");
  else wait();
}

/** The board shows the game again. */
function leave() {
  places.clear();
  const wasPreview = isDrawn;
  [isDrawn, step] = [false, null];
  if (wasPreview) listen();
}

/** Asks for the step after these answers and shows it. */
async function load(path, more = {}) {
  if (isAside) return;
  const mine = busy();
  asked = [path, more];
  const query = new URLSearchParams({ path, ahead, ...more });
  const found = await answer(`/menu?${query}`);
  if (mine !== loading) return;
  if (!found) { ready(); return; }
  if (found.no) { say(found.no); ahead = ""; leave(); if (!turn?.acts) wait(); else ready(); return; }
  if (found.moved_on) { say(found.moved_on); trail = []; }
  if (found.plays) { step = found; await play(); return; }
  if (isDrawn && !found.svg) { isDrawn = false; listen(); }
  const kept = step?.path === found.path ? [...menu.querySelectorAll(":checked")].map((box) => box.value) : [];
  step = found;
  if (found.move) preview(); else question(kept);
  ready();
}

/** Something was asked for; a number that rises each time. */
function busy() {
  own.setAttribute("aria-busy", "true");
  return ++loading;
}

/** What was asked for last is shown. */
function ready() {
  isPressed = false;
  own.setAttribute("aria-busy", "false");
  own.dataset.stamp = step?.stamp ?? "";
}

/** Asks for the next answer; of tiles to choose together those that were ticked before stay so. */
function question(ticked) {
  byId("own-title").textContent = ahead ? said.ahead : said.turn;
  isDrawn = Boolean(step.svg);
  if (isDrawn) drawn({ ...step, alt: byId("alt").dataset.text });
  const form = step.ticks && ticksForm(ticked);
  places.show(form ? ticksPlaces(form) : [...step.answers.map(answerPlace), ...step.refused.map(refusedPlace)], step.given);
  const placeless = step.answers.filter((one) => !one.boxes.length);
  fill(
    ...step.lapsed.map(paragraph),
    paragraph(step.asked),
    ...(form ? [form] : []),
    ways(placeless.map((one) => answerButton(one))),
    ways([...step.instead.map((one) => answerButton(one, one.ends)), ...back()]),
    ...refusedList(),
  );
  focusFirst();
}

function preview() {
  isDrawn = true;
  places.clear();
  drawn(step);
  shrink();
  byId("own-title").textContent = step.head;
  const main = button(ahead ? said.prepareIt : said.playIt, once(play), true);
  fill(
    ...[...step.lapsed, ...step.lines].map(paragraph),
    ways([main, ...step.instead.map((one) => answerButton(one)), ...back()]),
  );
  if (byKeyboard && isHere()) main.focus();
}

/** What there is to do while others are to move: prepare, take out, take back. */
async function wait() {
  const mine = busy();
  leave();
  const found = await answer("/waiting");
  if (mine !== loading || turn?.acts || ahead) return;
  ready();
  if (!found) return;
  byId("own-title").textContent = turn.paused ? said.paused : found.count ? said.prepared : said.waits;
  if (found.no) { fill(paragraph(found.no)); return; }
  step = { stamp: found.stamp };
  const others = found.count > 1 ? [button(said.takeOutAll, once(() => takeOut(null)))] : [];
  const outs = Array.from({ length: found.count }, (_, n) => button(`${said.takeOut} ${n + 1}`, once(() => takeOut(n))));
  fill(
    ...found.prepared.map(paragraph),
    ways([
      ...(found.adds ? [button(said.prepare, once(() => prepare("p")), true)] : []),
      ...(found.goes_on ? [button(said.prepareOn, once(() => prepare("t")))] : []),
      ...outs,
      ...others,
      ...(found.back === "free" ? [button(said.takeBack, once(() => undo({})))] : []),
      ...(found.back === "ask" ? [button(said.askBack, once(() => undo({ ask: true })))] : []),
    ]),
  );
}

function prepare(mode) {
  [ahead, step, trail] = [mode, null, []];
  load("");
}

function stopPreparing() {
  ahead = "";
  begin();
}

async function play() {
  busy();
  isDoing = true;
  const played = step;
  const done = await post("/move", { move: step.move, stamp: step.stamp, ahead });
  isDoing = false;
  if (!done) { ready(); return; }
  say(done.no ?? done.said, done.rule);
  trail = [];
  if (step === played) { leave(); fill(); } // else the news of it came first
  if (done.goes_on || done.no) load("");
  else if (ahead) stopPreparing();
}

async function undo(more) {
  busy();
  isDoing = true;
  const done = await post("/back", { stamp: step.stamp, ahead, ...more });
  isDoing = false;
  if (!done) { ready(); return; }
  say(done.no ?? done.said);
  if (ahead || done.no || more.ask) begin();
}

async function takeOut(place) {
  const done = await post("/out", { place });
  if (done?.no) say(done.no);
  wait();
}

/* What can be pressed. */

/** Does the deed, unless what was pressed before is still under way. What was said before is over. */
const once = (deed) => (event) => {
  if (event.detail === 1) first = event.currentTarget;
  const isSecond = event.detail > 1 && event.currentTarget !== first; // the double click was on what stood there before
  if (isPressed || isSecond) return;
  isPressed = true;
  if (event.type !== "submit") byKeyboard = event.detail === 0;
  say("");
  deed(event);
};

const choose = (path) => once(() => {
  trail.push(step.path ?? "");
  load(path, { stamp: step.stamp });
});

const answerPlace = (one) => ({ boxes: one.boxes, label: label(one), look: "", press: choose(one.path) });

const refusedPlace = (one) => ({ boxes: one.boxes, label: `${one.label}: ${one.why}`, look: "refused", press: () => refuse(one) });

function refuse(one) {
  say(`${said.refused}: ${[one.label, one.why].filter(Boolean).join(", ")}`, one.rule);
}

function answerButton(one, isMain = false) {
  const made = button(one.label, choose(one.path), isMain);
  if (one.detail) made.append(Object.assign(document.createElement("small"), { textContent: one.detail }));
  return made;
}

/** The way to the answer before, to the beginning, out of preparing, or back in a turn that has begun. */
function back() {
  const found = [];
  if (trail.length) found.push(button(said.back, once(() => load(trail.pop(), { stamp: step.stamp }))));
  if (trail.length > 1) found.push(button(said.startOver, once(() => { trail = []; load(""); })));
  if (!trail.length && step.begun) {
    found.push(button(said.back, once(() => undo({}))), button(said.startOver, once(() => undo({ turn: true }))));
  }
  if (ahead) found.push(button(said.leaveAhead, once(stopPreparing)));
  return found;
}

function refusedList() {
  if (!step.refused?.length) return [];
  const list = document.createElement("details");
  list.append(Object.assign(document.createElement("summary"), { textContent: said.refused }));
  list.append(ways(step.refused.map((one) => button(`${one.label} ${one.why}`, () => refuse(one)))));
  return [list];
}

/* What others propose, such as taking a move back. */

/** It can be agreed to, or not; an empty text where nothing is proposed. */
function offerConsent(text) {
  if (!text && byId("asked").contains(document.activeElement)) byId("own-title").focus({ preventScroll: true });
  byId("asked").hidden = !text;
  byId("asked-what").replaceChildren(...told(text));
  byId("agree").onclick = () => consent(true);
  byId("disagree").onclick = () => consent(false);
}

async function consent(agrees) {
  const done = await post("/consent", { agrees });
  if (done) say(done.no ?? done.said);
}

/* Tiles that are chosen together. */

function ticksForm(ticked) {
  const form = document.createElement("form");
  const { tiles, least, most } = step.ticks;
  const left = [...ticked];
  const next = button(said.next, () => {}, true);
  next.type = "submit";
  form.append(paragraph(step.ticks.hint), ...tiles.map((one) => tick(one, left)), next);
  const count = () => form.querySelectorAll(":checked").length;
  const check = () => { next.disabled = count() < least || count() > most; };
  form.addEventListener("change", () => { check(); places.show(ticksPlaces(form)); });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    once(() => {
      const chosen = [...form.querySelectorAll(":checked")].map((box) => box.value).join(".");
      trail.push(step.path ?? "");
      load(step.path ?? "", { tiles: chosen, stamp: step.stamp });
    })(event);
  });
  check();
  return form;
}

/** The tile, ticked if there is one of its kind among those that are `left` to tick. */
function tick(one, left) {
  const made = Object.assign(document.createElement("label"), { className: "tick" });
  const box = Object.assign(document.createElement("input"), { type: "checkbox", value: one.path });
  const at = left.indexOf(one.path);
  box.checked = at >= 0;
  if (box.checked) left.splice(at, 1);
  made.append(box, one.label);
  return made;
}

/** A place for each kind of tile: a press takes one more of the kind, or none once all are taken. */
function ticksPlaces(form) {
  const boxes = new Map();
  for (const one of step.ticks.tiles) if (!boxes.has(one.path)) boxes.set(one.path, one);
  return [...boxes.values()].map((one) => {
    const chosen = [...form.querySelectorAll(":checked")].some((box) => box.value === one.path);
    return { boxes: one.boxes, label: one.label, look: chosen ? "chosen" : "", press: () => toggle(one.path) };
  });
}

function toggle(kind) {
  const all = [...menu.querySelectorAll("input")].filter((box) => box.value === kind);
  const next = all.find((box) => !box.checked);
  if (next) next.checked = true;
  else for (const box of all) box.checked = false;
  all[0]?.dispatchEvent(new Event("change", { bubbles: true }));
}

/* Small parts. */

const label = (one) => [one.label, one.detail].filter(Boolean).join(", ");

/** What stands in the menu from now on. The focus is not lost with what stood there. */
function fill(...parts) {
  const hadFocus = isHere();
  menu.replaceChildren(...parts);
  if (hadFocus && byKeyboard) byId("own-title").focus({ preventScroll: true });
}

/** Whether the keyboard is at the menu or at the board, and not somewhere else on the page. */
function isHere() {
  const at = document.activeElement;
  return !at || at === document.body || own.contains(at) || byId("view").contains(at);
}

function focusFirst() {
  if (!byKeyboard || !isHere()) return;
  const first = menu.querySelector("input, button");
  if (step.answers.some((one) => one.boxes.length)) places.focus();
  else first?.focus();
}

/** Says what was done or why nothing was, with the way to the rule that forbids it, if one does. */
function say(text, rule = "") {
  byId("own-said").replaceChildren(...told(text ?? ""));
  const way = byId("own-rule");
  way.hidden = !rule;
  way.textContent = `${said.rule} ${rule}`;
  way.onclick = () => openRule(rule);
}

/** What the server answers, null where it does not; that is said in the words given. */
async function answer(path, options = {}, silence = said.noAnswer) {
  try {
    const found = await ask(path, options);
    if (found.ok || found.status === 409) return await found.json();
    const why = await reason(found); // so it may be that nobody may play here any more
    if (found.status === 401 || why) { end(found.status, why); return null; }
  } catch { /* said below */ }
  say(silence);
  return null;
}

async function post(path, facts) {
  const headers = { "Content-Type": "application/json" };
  const done = await answer(path, { method: "POST", headers, body: JSON.stringify(facts) }, said.unsure);
  isUnsure = done === null;
  return done;
}
