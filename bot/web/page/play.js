/** The page of a table for somebody who sits there: signed in by a personal link, whose secret is in the fragment. */

import { aside, heard, isHeld, redraw } from "./menu.js";
import { stop } from "./news.js";
import { follow } from "./table.js";

const byId = (id) => document.getElementById(id);

if (await enter()) location.reload(); // the page is in the language of whoever is signed in
else {
  byId("leave").hidden = false;
  byId("leave").addEventListener("click", leave);
  follow({ heard, aside, isHeld, redraw, signedOut });
}

/** The link is opened once; its secret is gone from the address before anything else. True if that signs somebody in. */
async function enter() {
  const link = location.hash.slice(1);
  if (!link) return false;
  history.replaceState(null, "", location.pathname);
  const headers = { "Content-Type": "application/json" };
  const found = await fetch("../enter", { method: "POST", headers, body: JSON.stringify({ link }) }).catch(() => null);
  return found?.ok ?? false;
}

/** This browser is signed out; nothing of what its person saw stays on the screen. */
async function leave() {
  await fetch("../leave", { method: "POST" }).catch(() => null);
  location.reload();
}

function signedOut() {
  stop();
  byId("signed-out").hidden = false;
  document.querySelector("main").hidden = true;
}
