/**
 * The line above the composer: what becomes of the last command.
 * It does not know the command.
 */

import { byId, el } from "./dom.js";

/** One line above the composer: what happens to the last command; `failed` makes it red. */
export function status(line, failed = false) {
  const made = line && el("span", {}, line, failed ? null : el("span", { class: "dots" }));
  byId("status").replaceChildren(...(made ? [made] : []));
  byId("status").classList.toggle("failure", failed);
}
