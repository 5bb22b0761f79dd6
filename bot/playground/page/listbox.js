/**
 * A list to pick from: one pick or several, with a filter for long lists, by mouse, finger or keyboard.
 * It does not know what is picked or where the picks go.
 */

import { el, icon } from "./dom.js";

const EDGE = 48; // pixels of the window's height that a list leaves free of its control
const LONG = 12; // from here on a list has a filter
let open = null;

/**
 * Opens a list at `anchor`. `options` are {label, value, description, emoji}; `picked` is a set of values;
 * `least` and `most` bound the number of picks. `chosen(values)` is called once, unless the list is left by Escape.
 */
export function openList({ anchor, label, options, picked, least = 1, most = 1, chosen }) {
  closeList();
  const box = new List(anchor, label, options, new Set(picked), { least, most, chosen });
  open = box;
  (anchor.closest("dialog") ?? document.body).append(box.root);
  box.place();
  box.start();
}

/** Closes the open list, if any; several picks count as chosen when `keep` is set. */
export function closeList(keep = false) {
  const box = open;
  open = null;
  box?.finish(keep);
}

/** A list is open. */
export const listIsOpen = () => open !== null;

class List {
  constructor(anchor, label, options, picked, rules) {
    Object.assign(this, { anchor, options, picked, rules, at: -1, several: rules.most > 1, before: [...picked].join() });
    this.list = el("ul", { role: "listbox", "aria-label": label, "aria-multiselectable": this.several, tabindex: "-1", id: "open-list" });
    this.filter = el("input", { type: "text", placeholder: "Search", "aria-label": `Search: ${label}`, autocomplete: "off",
      role: "combobox", "aria-expanded": "true", "aria-controls": "open-list", on: { input: () => this.draw() } });
    this.done = el("button", { type: "button", class: "button primary", on: { click: () => closeList(true) } }, "Done");
    this.root = el("div", { class: "list", on: { keydown: (event) => this.key(event) } },
      options.length > LONG && this.filter, this.list, this.several && el("footer", {}, this.hint(), this.done));
    this.draw();
  }

  hint() {
    const { least, most } = this.rules;
    const text = least === most ? `Pick ${most}` : `Pick ${least} to ${most}`;
    return el("span", { class: "quiet" }, text);
  }

  draw() {
    const words = this.filter.value.toLowerCase();
    this.shown = this.options.filter((option) => `${option.label} ${option.description ?? ""}`.toLowerCase().includes(words));
    this.list.replaceChildren(...this.shown.map((option, place) => this.row(option, place)));
    if (!this.shown.length) this.list.append(el("li", { class: "quiet", role: "presentation" }, "Nothing fits."));
    this.done.disabled = this.picked.size < this.rules.least;
    this.move(Math.min(Math.max(this.at, 0), this.shown.length - 1));
  }

  row(option, place) {
    const on = this.picked.has(option.value);
    return el("li", { role: "option", id: `open-list-${place}`, "aria-selected": String(on), data: { value: option.value },
      on: { click: () => this.take(place), mousemove: () => this.at !== place && this.move(place) } },
      option.emoji && el("span", { class: "emoji" }, option.emoji),
      el("span", { class: "option" }, el("span", {}, option.label), option.description && el("small", {}, option.description)),
      on && icon("tick"));
  }

  move(place) {
    this.at = place;
    for (const [index, row] of [...this.list.children].entries()) row.classList.toggle("at", index === place);
    const row = this.list.children[place];
    for (const owner of [this.list, this.filter]) owner.setAttribute("aria-activedescendant", row?.id ?? "");
    row?.scrollIntoView({ block: "nearest" });
  }

  take(place) {
    const value = this.shown[place]?.value;
    if (value === undefined) return;
    if (!this.several) { this.picked = new Set([value]); closeList(true); return; }
    if (!this.picked.delete(value) && this.picked.size < this.rules.most) this.picked.add(value);
    this.at = place;
    this.draw();
  }

  key(event) {
    const last = this.shown.length - 1;
    const moves = { ArrowDown: Math.min(this.at + 1, last), ArrowUp: Math.max(this.at - 1, 0), PageDown: Math.min(this.at + 8, last), PageUp: Math.max(this.at - 8, 0) };
    if (event.target !== this.filter) Object.assign(moves, { Home: 0, End: last });
    const picks = event.key === "Enter" || (event.key === " " && event.target !== this.filter);
    if (event.key in moves) this.move(moves[event.key]);
    else if (event.key === "Escape") closeList();
    else if (event.key === "Tab") closeList(true);
    else if (picks && event.target !== this.done) this.take(this.at);
    else return;
    event.stopPropagation();
    event.preventDefault();
  }

  start() {
    const first = this.shown.findIndex((option) => this.picked.has(option.value));
    this.move(Math.max(first, 0));
    (this.filter.isConnected ? this.filter : this.list).focus({ preventScroll: true });
    this.anchor.setAttribute("aria-expanded", "true");
  }

  /** Under the control where there is room, else above it, always within the window. */
  place() {
    const at = within(this.anchor.getBoundingClientRect());
    const width = Math.min(Math.max(at.width, 220), window.innerWidth - 16);
    const below = window.innerHeight - at.bottom - 12;
    const upward = below < 240 && at.top > below;
    const style = this.root.style;
    style.width = `${width}px`;
    style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - width - 8))}px`;
    style.maxHeight = `${Math.min(400, upward ? at.top - 12 : below)}px`;
    style.bottom = upward ? `${window.innerHeight - at.top + 4}px` : "auto";
    style.top = upward ? "auto" : `${at.bottom + 4}px`;
  }

  finish(keep) {
    this.anchor.setAttribute("aria-expanded", "false");
    const mine = this.root.contains(document.activeElement);
    this.root.remove();
    if (mine) this.anchor.focus({ preventScroll: true });
    const enough = this.picked.size >= this.rules.least && this.picked.size <= this.rules.most;
    const changed = !this.several || [...this.picked].join() !== this.before;
    if (keep && enough && changed) this.rules.chosen([...this.picked]);
  }
}

/** Where a control is, or the nearest edge of the window once it was scrolled out. */
function within({ left, top, bottom, width }) {
  const inside = (y) => Math.max(EDGE, Math.min(y, window.innerHeight - EDGE));
  return { left, width, top: inside(top), bottom: inside(bottom) };
}

document.addEventListener("pointerdown", (event) => {
  if (open && !open.root.contains(event.target) && !open.anchor.contains(event.target)) closeList(open.several);
});
window.addEventListener("resize", () => open?.place());
document.addEventListener("scroll", (event) => { if (open && !open.root.contains(event.target)) open.place(); }, true);
