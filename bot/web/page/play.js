/** The page of a table for somebody who sits there: signed in by a personal link, whose secret is in the fragment. */

import { heard, isHeld, redraw } from "./menu.js";
import { follow } from "./table.js";

const byId = (id) => document.getElementById(id);

await enter();
byId("leave").hidden = false;
byId("leave").addEventListener("click", leave);
follow({ heard, isHeld, redraw, signedOut });

/** The link is opened once; its secret is gone from the address before anything else. */
async function enter() {
  const link = location.hash.slice(1);
  if (!link) return;
  history.replaceState(null, "", location.pathname);
  const headers = { "Content-Type": "application/json" };
  await fetch("../enter", { method: "POST", headers, body: JSON.stringify({ link }) }).catch(() => null);
}

/** This browser is signed out; nothing of what its person saw stays on the screen. */
async function leave() {
  await fetch("../leave", { method: "POST" }).catch(() => null);
  location.reload();
}

function signedOut() {
  byId("signed-out").hidden = false;
  byId("tools").hidden = true;
  byId("leave").hidden = true;
}
