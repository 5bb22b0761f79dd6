/**
 * Draws the components of a message, version 2 and the older rows, each control ready to be pressed.
 * It does not know the list of messages around it.
 */

import { SELECTS, defaults, emojiOf, selectControl } from "./choices.js";
import { el, icon } from "./dom.js";
import { blocks, link } from "./markdown.js";
import { fileCard, picture } from "./media.js";
import { openModal } from "./modal.js";
import { keyOf, press } from "./pending.js";

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "secondary link", 6: "secondary" };
const WIDE_GAP = 2;

/** What this person picked in selects of messages since those were last drawn anew by the bot. */
const picks = new Map();

/** Forgets what was picked in a message: the bot has written it anew. */
export function forgetPicks(message) {
  for (const key of [...picks.keys()]) if (key.startsWith(`${message} `)) picks.delete(key);
}

/** The elements of all components of a message. `place` is {channel, message}, both ids. */
export const draw = (components, place) => components.map((component) => one(component, place));

function one(component, place) {
  switch (component.type) {
    case 1: return row(component, place);
    case 9: return section(component, place);
    case 10: return el("div", { class: "text" }, blocks(component.content ?? ""));
    case 11: return picture(component, "thumbnail");
    case 12: return gallery(component);
    case 13: return fileCard(component.file?.url, component.name, component.size);
    case 14: return separator(component);
    case 17: return container(component, place);
    default: return control(component, place);
  }
}

function row({ components }, place) {
  return el("div", { class: "row", role: "group", "aria-label": "Actions" }, draw(components, place));
}

function section({ components, accessory }, place) {
  return el("div", { class: "section" }, el("div", { class: "texts" }, draw(components, place)), one(accessory, place));
}

function gallery({ items }) {
  return el("div", { class: "gallery", data: { count: Math.min(items.length, 4) } }, items.map((item) => picture(item, "shot")));
}

function separator({ divider = true, spacing = 1 }) {
  return el("hr", { class: [divider ? "" : "blank", spacing === WIDE_GAP ? "wide" : ""].join(" ").trim() || null });
}

function container({ components, accent_color: accent, spoiler }, place) {
  const made = el("div", { class: "container" }, draw(components, place));
  if (Number.isInteger(accent)) made.style.setProperty("--stripe", `#${accent.toString(16).padStart(6, "0")}`);
  if (spoiler) cover(made);
  return made;
}

function cover(made) {
  const shade = el("button", { type: "button", class: "cover" }, "Spoiler");
  shade.addEventListener("click", () => shade.remove());
  made.classList.add("covered");
  made.append(shade);
}

function control(component, place) {
  if (component.type === 2) return button(component, place);
  if (SELECTS.has(component.type)) return select(component, place);
  return el("p", { class: "subtext" }, `A component of type ${component.type}, which this page cannot show.`);
}

function button(component, place) {
  const parts = [component.emoji && el("span", { class: "emoji" }, emojiOf(component.emoji)), component.label && el("span", {}, component.label)];
  const look = `button ${STYLES[component.style] ?? "secondary"}`;
  if (component.style === 5) return link(component.url, [parts, icon("out")], { class: look, "aria-disabled": component.disabled ? "true" : null });
  const key = keyOf(place.message, component.custom_id);
  return el("button", { type: "button", class: look, disabled: component.disabled, "aria-label": component.label ? null : component.emoji?.name,
    data: { customId: component.custom_id, key }, on: { click: () => send(key, component.custom_id, place) } }, parts);
}

function select(component, place) {
  const key = keyOf(place.message, component.custom_id);
  const made = el("span", { class: "select-slot" });
  const renew = (picked) => {
    const drawn = selectControl(component, picked, (values) => { picks.set(key, values); renew(values); send(key, component.custom_id, place, values); });
    drawn.dataset.key = key;
    const focused = made.contains(document.activeElement);
    made.replaceChildren(drawn);
    if (focused) drawn.focus({ preventScroll: true });
  };
  renew(picks.get(key) ?? defaults(component));
  return made;
}

function send(key, customId, { channel, message }, values) {
  const frame = { t: "press", channel, message, custom_id: customId };
  press(key, values ? { ...frame, values } : frame, (answer) => openModal(answer, channel));
}
