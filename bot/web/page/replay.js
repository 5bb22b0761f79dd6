/**
 * The game so far, moment by moment: a slider, steps, and going on by itself. It knows no game and draws nothing itself.
 */

const SPACED = 150; // milliseconds between two moments that are asked for; the server answers only so many
const PAUSE = 1600; // milliseconds for which a moment is seen when it goes on by itself

const byId = (id) => document.getElementById(id);
const slider = byId("replay-at");
const since = byId("replay-since");
const seat = byId("replay-seat"); // whose place is shown enlarged, "" for the usual picture
let on = false;
let moments = []; // what happened in each
let known = []; // those that there were when somebody began to look
let asks = 0; // counts how often it was asked whether there are more; only the newest answer counts
let timer = 0;
let turn = 0; // counts each beginning and end of going on by itself
let wanted = 0; // counts the moments that were to be shown
let isAsking = false;
let ways = { ask: () => null, begin: () => {}, show: () => {}, end: () => {} };

/** Whether a moment is shown in place of the game as it stands. */
export const isOn = () => on;

/**
 * The controls work. `own` has: `ask(path)` gets what the server answers, null for nothing; `begin()` makes room on the
 * board; `show(page)` shows a moment, `end()` the game again.
 */
export function follow(own) {
  ways = own;
  byId("replay-begin").addEventListener("click", begin);
  byId("replay-end").addEventListener("click", stop);
  byId("replay-play").addEventListener("click", () => play(byId("replay-play").getAttribute("aria-pressed") === "false"));
  slider.addEventListener("input", () => { play(false); show(); });
  seat.addEventListener("change", show);
  for (const button of document.querySelectorAll("[data-to]")) {
    button.addEventListener("click", () => { play(false); go(button.dataset.to); });
  }
}

/** The moment of the slider is shown, as soon as it comes. While it moves on, only every now and then one is asked for. */
export async function show() {
  slider.setAttribute("aria-valuetext", moments[slider.value]);
  wanted += 1;
  if (isAsking) return;
  isAsking = true;
  for (let mine = 0; on && mine !== wanted;) {
    if (mine) await new Promise((done) => setTimeout(done, SPACED));
    mine = wanted;
    const page = await ways.ask(`/moments/${slider.value}?seat=${seat.value}`);
    if (!page || !on) continue;
    offer(page.seats);
    ways.show(page);
  }
  isAsking = false;
}

/** The places of these people can be shown enlarged. */
function offer(names) {
  if (seat.options.length > 1) return;
  seat.append(...names.map((name, at) => new Option(name, at)));
}

/** The game goes on meanwhile: the slider reaches as far as it does now, and it says how much is new. */
export async function grow() {
  const mine = ++asks;
  const found = await ways.ask("/moments");
  if (!found || !on || mine !== asks) return;
  reach(found);
  const same = known.findIndex((text, at) => text !== moments[at]); // moves may have been taken back
  const news = moments.length - (same < 0 ? known.length : same);
  const text = news === 1 ? since.dataset.one : since.dataset.many.replace("#", news);
  since.textContent = news > 0 ? text : "";
}

async function begin() {
  const found = await ways.ask("/moments");
  if (!found) return;
  reach(found);
  on = true;
  ways.begin();
  known = moments;
  since.textContent = "";
  slider.value = moments.length - 1;
  reveal();
  slider.focus();
  await show();
}

function stop() {
  play(false);
  on = false;
  reveal();
  byId("replay-begin").focus();
  ways.end();
}

function reach(found) {
  moments = found;
  slider.max = moments.length - 1;
}

function reveal() {
  byId("replay-controls").hidden = !on;
  byId("replay-begin").hidden = on;
}

function go(where) {
  const [at, last] = [Number(slider.value), Number(slider.max)];
  slider.value = { first: 0, back: Math.max(at - 1, 0), next: Math.min(at + 1, last), last }[where];
  return show();
}

/** Goes on by itself to the end, from the first moment if it is there already; or stops where it is. */
function play(isPlaying) {
  clearTimeout(timer);
  turn += 1;
  byId("replay-play").setAttribute("aria-pressed", String(isPlaying));
  if (isPlaying) step(slider.value === slider.max ? "first" : "next");
}

async function step(where) {
  const mine = turn;
  await go(where);
  if (mine !== turn) return;
  if (slider.value === slider.max) play(false);
  else timer = setTimeout(step, PAUSE, "next");
}
