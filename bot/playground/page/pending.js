/**
 * Which controls wait for an answer and which got none, kept across redraws of their message.
 * It does not know what a control does.
 */

import { el } from "./dom.js";
import { ask } from "./live.js";

/** How far each pressed control is: WAITING or the text of its failure. */
const states = new Map();

const WAITING = Symbol("waiting");
const FAILED = "This interaction failed";

/** The name of a control across redraws. */
export const keyOf = (message, customId) => `${message} ${customId}`;

/**
 * Sends what a control asks and shows its state until answered. `more(frame)` gets what is not a plain
 * answer, that is a modal.
 */
export function press(key, frame, more) {
  if (states.get(key) === WAITING) return;
  settle(key, WAITING);
  ask(frame, (answer) => {
    if (answer.t !== "answer") { clearFailures(); settle(key, null); more(answer); return; }
    if (answer.state === "thinking") return;
    if (answer.state === "failed") settle(key, answer.text || FAILED);
    else { clearFailures(); settle(key, null); }
  });
}

function settle(key, state) {
  if (state === null) states.delete(key);
  else states.set(key, state);
  for (const control of document.querySelectorAll("[data-key]")) if (control.dataset.key === key) decorate(control);
}

/** A success takes every red line away. */
function clearFailures() {
  for (const [key, state] of [...states]) if (state !== WAITING) settle(key, null);
}

/** Shows the state of a control: busy while it waits, a red line under its row when it failed. */
export function decorate(control) {
  const state = states.get(control.dataset.key);
  control.toggleAttribute("aria-busy", false);
  if (state === WAITING) control.setAttribute("aria-busy", "true");
  const row = control.closest(".row, .section");
  const old = [...(row?.parentNode?.querySelectorAll(":scope > .failure") ?? [])]
    .filter((line) => line.dataset.for === control.dataset.key);
  for (const line of old) line.remove();
  if (typeof state === "string") row?.after(el("p", { class: "failure", role: "alert", data: { for: control.dataset.key } }, state));
}

/** Shows the states of all controls within a freshly drawn message. */
export function decorateAll(root) {
  for (const control of root.querySelectorAll("[data-key]")) decorate(control);
}
