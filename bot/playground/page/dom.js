/**
 * Builds elements. It never parses text as HTML, and it does not know what is built with it.
 */

const SVG = "http://www.w3.org/2000/svg";

/**
 * The element `tag` with its attributes and children. `on` holds listeners, `data` the data-attributes,
 * `true` sets an empty attribute; false, null and undefined leave one out. Strings become text nodes.
 */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) attach(made, name, value);
  made.append(...children.flat(2).filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

function attach(made, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (name === "on") for (const [event, listener] of Object.entries(value)) made.addEventListener(event, listener);
  else if (name === "data") Object.assign(made.dataset, value);
  else if (name === "value") made.value = value;
  else made.setAttribute(name, value === true ? "" : String(value));
}

/** The parts of every icon on a grid of 24 by 24, drawn as lines. */
const ICONS = {
  hash: "M5 9h15 M4 15h15 M10 4 8 20 M16 4l-2 16",
  thread: "M6 4v9a4 4 0 0 0 4 4h9 M15 13l4 4-4 4",
  forum: "M4 5h16v10H10l-4 4v-4H4z",
  at: "M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5",
  down: "M6 9l6 6 6-6",
  close: "M6 6l12 12 M18 6 6 18",
  sun: "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z M12 2v2 M12 20v2 M2 12h2 M20 12h2 M5 5l1.5 1.5 M17.5 17.5 19 19 M5 19l1.5-1.5 M17.5 6.5 19 5",
  moon: "M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z",
  menu: "M4 7h16 M4 12h16 M4 17h16",
  people: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z M2.5 20a6.5 6.5 0 0 1 13 0 M16 4.5a3.5 3.5 0 0 1 0 6.5 M18 14a6.5 6.5 0 0 1 3.5 6",
  eye: "M2 12s3.5-6.5 10-6.5S22 12 22 12s-3.5 6.5-10 6.5S2 12 2 12z M12 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z",
  trash: "M4 7h16 M9 7V4h6v3 M6 7l1 13h10l1-13 M10 11v5 M14 11v5",
  file: "M6 3h8l4 4v14H6z M14 3v4h4",
  launch: "M6 4l13 8-13 8z",
  out: "M14 4h6v6 M20 4l-9 9 M18 14v6H4V6h6",
  tick: "M5 12.5l4.5 4.5L19 7.5",
  slash: "M15 4 9 20",
};

/** The icon of that name, hidden from screen readers: the control that holds it has the label. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("aria-hidden", "true");
  svg.classList.add("icon");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A round button with an icon and a spoken name. */
export function iconButton(name, label, press, attributes = {}) {
  return el("button", { type: "button", class: "icon-button", "aria-label": label, title: label,
    on: { click: press }, ...attributes }, icon(name));
}

/** Focus goes to the control with that custom id in a message, or to the message where that control is gone. */
export function refocus(message, customId) {
  const same = [...message.querySelectorAll("[data-custom-id]")].find((control) => control.dataset.customId === customId);
  (same && !same.disabled ? same : message).focus({ preventScroll: true });
}

/** Puts other children into `root`; focus stays on the control that was there before under the same name. */
export function refill(root, ...children) {
  const focused = root.contains(document.activeElement) ? knownAs(document.activeElement) : null;
  root.replaceChildren(...children);
  if (focused) [...root.querySelectorAll("a, button, select")].find((control) => knownAs(control) === focused)?.focus({ preventScroll: true });
}

const knownAs = (control) => control.id || `${control.getAttribute("href") ?? control.textContent} ${control.target ?? ""}`;

/** The one element with that id, which index.html promises. */
export const byId = (id) => document.getElementById(id);
