/**
 * The list above the composer: commands, choices, people, suggestions of the bot.
 * It does not know what its rows mean; who shows them says what happens on a pick.
 */

import { byId, el } from "./dom.js";

let rows = [];
let at = -1;
let pick = null;

/**
 * Shows rows {label, value, description, face} under a title. `taken(row)` gets the picked one. With `first`
 * the first row is marked at once, so that Enter takes it.
 */
export function suggest(title, list, taken, { first = true, empty = "Nothing fits." } = {}) {
  rows = list;
  pick = taken;
  const box = byId("suggestions");
  box.hidden = false;
  byId("suggestions-title").textContent = title;
  byId("suggestions-list").setAttribute("aria-label", title);
  byId("suggestions-list").replaceChildren(...(rows.length ? rows.map(drawRow) : [el("li", { class: "quiet", role: "presentation" }, empty)]));
  mark(first && rows.length ? 0 : -1);
}

/** Hides the list; nothing is picked. */
export function unsuggest() {
  rows = [];
  at = -1;
  byId("suggestions").hidden = true;
  byId("composer").querySelector("[aria-activedescendant]")?.removeAttribute("aria-activedescendant");
}

/** The list is to be seen. */
export const suggesting = () => !byId("suggestions").hidden;

/**
 * Moves in the list or takes its marked row; true when the key was for the list.
 * Enter with nothing marked is left to the composer.
 */
export function suggestionKey(event) {
  if (!suggesting()) return false;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step && rows.length) mark((at + step + rows.length + (at < 0 && step < 0 ? 1 : 0)) % rows.length);
  else if (event.key === "Tab" && rows.length && !event.shiftKey) take(Math.max(at, 0));
  else if (event.key === "Enter" && at >= 0) take(at);
  else return false;
  event.preventDefault();
  return true;
}

function drawRow(row, place) {
  return el("li", { role: "option", id: `suggestion-${place}`, "aria-selected": "false", data: { value: String(row.value) },
    on: { pointerdown: (event) => event.preventDefault(), click: () => take(place), mousemove: () => at !== place && mark(place) } },
    el("span", { class: "option" }, el("span", {}, row.label), row.description && el("small", {}, row.description)));
}

function mark(place) {
  at = place;
  for (const [index, drawn] of [...byId("suggestions-list").children].entries()) {
    drawn.classList.toggle("at", index === place);
    if (drawn.role === "option") drawn.setAttribute("aria-selected", String(index === place));
    if (index === place) drawn.scrollIntoView({ block: "nearest" });
  }
  const owner = byId("composer").querySelector(":focus");
  if (place < 0) owner?.removeAttribute("aria-activedescendant");
  else owner?.setAttribute("aria-activedescendant", `suggestion-${place}`);
}

function take(place) {
  const row = rows[place];
  if (row) pick(row);
}
