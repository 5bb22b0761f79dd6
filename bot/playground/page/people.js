/**
 * The people panel on the right and the menu on a person's name with the bot's user commands.
 * It does not know what those commands do.
 */

import { ON_USER, shownName, usable } from "./commands.js";
import { byId, el, refill } from "./dom.js";
import { sendCommand } from "./draft.js";
import { face } from "./message.js";
import { addressOf } from "./sidebar.js";
import { nameOf, userOf, when, world } from "./world.js";

const wide = matchMedia("(min-width: 1100px)");
const narrow = matchMedia("(max-width: 820px)");

/** Starts panel and menu. */
export function startPeople() {
  when("world", redraw);
  byId("people-toggle").addEventListener("click", () => toggle(byId("people").hidden));
  document.addEventListener("click", cover);
  document.addEventListener("click", reveal);
  document.addEventListener("contextmenu", reveal);
  byId("person-menu").addEventListener("keydown", key);
  toggle(wide.matches);
  wide.addEventListener("change", () => toggle(wide.matches));
}

function toggle(open) {
  byId("people").hidden = !open;
  byId("people-toggle").setAttribute("aria-expanded", String(open));
}

/** On a narrow window the panel lies over the messages: a click that is not in it closes it. */
function cover(event) {
  const inside = event.composedPath().some((part) => ["people", "people-toggle"].includes(part.id));
  if (!inside && narrow.matches) toggle(false);
}

function redraw() {
  const all = [...world.people, world.bot].filter(Boolean);
  refill(byId("people-list"), ...all.map((user) => el("li", {},
    el("button", { type: "button", class: "person", "aria-haspopup": "menu", data: { userId: user.id } }, face(user), el("span", {}, nameOf(user)),
      user.bot ? el("span", { class: "tag" }, "BOT") : user.id === world.me.id && el("span", { class: "quiet" }, "you")))));
}

function reveal(event) {
  const menu = byId("person-menu");
  const anchor = event.target.closest?.("[data-user-id]");
  const user = anchor && userOf(anchor.dataset.userId);
  if (!user) { if (!menu.contains(event.target)) menu.hidden = true; return; }
  event.preventDefault();
  fillMenu(menu, user);
  place(menu, anchor.getBoundingClientRect());
  menu.anchor = anchor;
  menu.querySelector("[role=menuitem]")?.focus();
}

function fillMenu(menu, user) {
  const name = nameOf(user);
  const item = (label, pressed) => el("button", { type: "button", role: "menuitem", on: { click: () => { menu.hidden = true; pressed(); } } }, label);
  const commands = usable(ON_USER).map((command) => item(shownName(command), () =>
    sendCommand({ t: "user_command", command: command.id, target: user.id }, shownName(command))));
  const become = !user.bot && user.id !== world.me.id && item(`Be ${name} in a new tab`, () => window.open(addressOf(user), "_blank", "noopener"));
  menu.setAttribute("aria-label", name);
  menu.replaceChildren(el("p", {}, face(user), el("strong", {}, name), el("span", { class: "quiet" }, `@${user.username}`)),
    ...commands, ...(become ? [become] : []), ...(commands.length || become ? [] : [el("p", { class: "quiet" }, "No commands for people yet.")]));
}

function place(menu, at) {
  menu.hidden = false;
  const { offsetWidth: w, offsetHeight: h } = menu;
  menu.style.left = `${Math.max(8, Math.min(at.left, window.innerWidth - w - 8))}px`;
  menu.style.top = `${at.bottom + h + 8 > window.innerHeight ? Math.max(8, at.top - h - 4) : at.bottom + 4}px`;
}

function key(event) {
  const menu = byId("person-menu");
  const items = [...menu.querySelectorAll("[role=menuitem]")];
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (step) items[(items.indexOf(document.activeElement) + step + items.length) % items.length]?.focus();
  else if (event.key === "Escape" || event.key === "Tab") { menu.hidden = true; menu.anchor?.focus(); }
  else return;
  event.preventDefault();
}
