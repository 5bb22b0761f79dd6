/** The page of a table for somebody who sits there: signed in by a personal link, whose secret is in the fragment. */

import { aside, heard, isHeld, redraw } from "./menu.js";
import { stop } from "./news.js";
import { follow } from "./table.js";
import { reason } from "./texts.js";
import { say as sayYou, signOut } from "./you.js";

const byId = (id) => document.getElementById(id);
const main = document.querySelector("main");

const link = location.hash.slice(1);
if (link) history.replaceState(null, "", location.pathname); // the secret is gone from the address before anything else
await open(link && await enter({ link }));

/** The table is shown as the server has answered to the link, if there was one. */
async function open(entered) {
  if (entered?.ok) location.reload(); // the page is in the language of the person who is signed in
  else if (entered?.status === 409) ask(await entered.json());
  else begin();
}

/** What the server says to the link, null where it does not answer. It opens once; somebody else's asks first. */
function enter(facts) {
  const headers = { "Content-Type": "application/json" };
  return fetch("../enter", { method: "POST", headers, body: JSON.stringify(facts) }).catch(() => null);
}

function begin() {
  [byId("switch").hidden, main.hidden] = [true, false];
  sayYou(() => location.reload());
  byId("leave").hidden = false;
  byId("leave").addEventListener("click", leave);
  follow({ heard, aside, isHeld, redraw, signedOut });
}

/** The link is somebody else's: the session of this browser stays, or gives way. */
function ask({ switch_asked: asked, keep, switch: over }) {
  [byId("switch").hidden, main.hidden] = [false, true];
  byId("switch-asked").textContent = asked;
  byId("switch-keep").textContent = keep;
  byId("switch-over").textContent = over;
  byId("switch-keep").onclick = begin;
  byId("switch-over").onclick = change;
  byId("switch").focus();
}

/** The person to whom the link belongs signs in, or reads why the link is no good any more. */
async function change() {
  const entered = await enter({ link, switch: true });
  if (entered?.status !== 403) { open(entered); return; }
  byId("switch-asked").textContent = await reason(entered);
  byId("switch-over").hidden = true;
  byId("switch").focus();
}

/** This browser is signed out; nothing of what its person saw stays on the screen. */
async function leave() {
  await signOut();
  location.reload();
}

function signedOut() {
  stop();
  byId("signed-out").hidden = false;
  byId("you").hidden = true;
  main.hidden = true;
}
