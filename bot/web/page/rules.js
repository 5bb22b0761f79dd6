/**
 * The rules of the game in a dialog beside the board: loaded when somebody opens them. It knows no game.
 */

import { isContrast } from "./look.js";

const byId = (id) => document.getElementById(id);
const dialog = byId("rules");
const text = byId("rules-text");
let game = "";
let loaded = ""; // the address of what stands there

/** The controls work. */
export function follow() {
  byId("rules-open").addEventListener("click", () => openRule());
  byId("rules-close").addEventListener("click", () => dialog.close());
  text.addEventListener("click", (event) => {
    const link = event.target.closest("a");
    if (!link) return;
    event.preventDefault(); // the fragment of the page belongs to others
    show(link.hash.slice(1));
  });
}

/** Which game is played here; `how` says its options in words. */
export function about(key, how) {
  game = key;
  byId("rules-here").textContent = how;
}

/** The rules are open; with the number of a paragraph, such as "4.5", at that paragraph. */
export async function openRule(number = "") {
  if (!dialog.open) dialog.showModal();
  if (await load() && number) show(`rule-${number}`);
}

/** Whether the rules stand there, in the language of the page and drawn as the look wants it. */
async function load() {
  const query = new URLSearchParams({ language: document.documentElement.lang });
  if (isContrast()) query.set("look", "contrast");
  const wanted = new URL(`../rules/${game}?${query}`, import.meta.url).href;
  if (wanted === loaded) return true;
  const found = await fetch(wanted).then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
  if (found === null) {
    text.textContent = text.dataset.lost;
    return false;
  }
  const main = new DOMParser().parseFromString(found, "text/html").querySelector("main");
  text.replaceChildren(...main.children);
  loaded = wanted;
  return true;
}

function show(id) {
  const there = byId(id);
  there?.scrollIntoView();
  there?.focus({ preventScroll: true });
}
