/**
 * Puts the page together: chooses the person, connects, and leads every frame and address to its place.
 * It does not know what the views draw.
 */

import { openActivity, startActivity } from "./activity.js";
import { startComposer } from "./composer.js";
import { byId, el, icon } from "./dom.js";
import { connect, send } from "./live.js";
import { jump, startMessages } from "./messages.js";
import { startPeople } from "./people.js";
import { startSidebar } from "./sidebar.js";
import { tick } from "./time.js";
import { arrive, channelName, channelOf, everyChannel, fill, greet, guildOf, markRead, nameOf, show, tell, vanish, when, world } from "./world.js";

const TICK = 1000; // milliseconds between looks at the clock
const TROUBLE = 6000; // milliseconds for which a trouble is shown

const FRAMES = {
  hello: (frame) => { greet(frame); byId("launch").hidden = !frame.activity; route(); },
  messages: fill,
  message: arrive,
  gone: vanish,
  error: ({ text }) => trouble(text),
  activity: openActivity,
  answer: () => {}, code: () => {}, modal: () => {}, choices: () => {}, // nobody waits for it any more
};

/** The id of the person that the address names, else of the first. A world made anew is shown anew. */
async function whoIsHere() {
  const people = await (await fetch("/local/people")).json();
  const wanted = (new URLSearchParams(location.search).get("as") ?? "").toLowerCase();
  const me = people.find((user) => [user.id, user.username.toLowerCase(), nameOf(user).toLowerCase()].includes(wanted)) ?? people[0];
  history.replaceState(null, "", `?as=${encodeURIComponent(me.username)}${location.hash}`);
  if (world.me && world.me.id !== me.id) location.reload();
  return me.id;
}

function connection(isOpen) {
  byId("lost").hidden = isOpen;
  if (isOpen && world.channel) send({ t: "open", channel: world.channel });
}

/** Opens what the address names: a channel, and in it a message, once: later news shall not lead back to it. */
function route() {
  const [, id, message] = /^#(\d+)(?:\/(\d+))?$/.exec(location.hash) ?? [];
  const channel = channelOf(id) ?? channelOf(world.channel) ?? everyChannel()[0];
  if (!channel) return;
  if (channel.id !== id || message) history.replaceState(null, "", `${location.search}#${channel.id}`);
  if (channel.id !== world.channel) {
    show(channel.id);
    send({ t: "open", channel: channel.id });
  }
  if (message && channel.id === id) jump(message);
}

function title() {
  const channel = channelOf(world.channel);
  if (!channel) return;
  const parent = channelOf(channel.parent_id);
  const thread = Boolean(channel.thread_metadata);
  byId("title").replaceChildren(icon(thread ? "thread" : channel.guild_id ? "hash" : "at"),
    ...(thread && parent ? [el("a", { href: `#${parent.id}` }, channelName(parent)), el("span", { class: "quiet" }, "›")] : []),
    el("span", {}, channelName(channel)));
  const calls = [...world.unread.values()].reduce((sum, { mentions }) => sum + mentions, 0);
  const where = `${channel.guild_id ? "#" : ""}${channelName(channel)}`;
  document.title = `${calls ? `(${calls}) ` : ""}${nameOf(world.me)} · ${where}${guildOf(channel.id) ? ` · ${guildOf(channel.id).name}` : ""}`;
  byId("drawer-toggle").classList.toggle("dotted", world.unread.size > 0);
}

let hush = null;

function trouble(text) {
  clearTimeout(hush);
  byId("trouble").textContent = text;
  byId("trouble").hidden = false;
  hush = setTimeout(() => { byId("trouble").hidden = true; }, TROUBLE);
}

function theme(name) {
  document.documentElement.dataset.theme = name;
  localStorage.setItem("tessera.theme", name);
  const other = name === "dark" ? "light" : "dark";
  byId("theme").replaceChildren(icon(name === "dark" ? "sun" : "moon"), el("span", {}, `Switch to ${other}`));
  byId("theme").onclick = () => theme(other);
}

function drawer(open) {
  document.body.classList.toggle("drawer", open);
  byId("drawer-toggle").setAttribute("aria-expanded", String(open));
  if (open) byId("channels").querySelector("[aria-current]")?.focus();
  else if (byId("side").contains(document.activeElement)) byId("drawer-toggle").focus();
}

function startFrame() {
  theme(localStorage.getItem("tessera.theme") ?? "dark");
  byId("drawer-toggle").append(icon("menu"));
  byId("people-toggle").append(icon("people"));
  byId("launch").append(icon("launch"));
  byId("launch").addEventListener("click", () => send({ t: "launch", channel: world.channel }));
  byId("bar-close").append(icon("close"));
  byId("bar").hidden = localStorage.getItem("tessera.bar") === "closed";
  byId("bar-close").addEventListener("click", () => { byId("bar").hidden = true; localStorage.setItem("tessera.bar", "closed"); });
  byId("drawer-toggle").addEventListener("click", () => drawer(!document.body.classList.contains("drawer")));
  byId("shade").addEventListener("click", () => drawer(false));
  document.addEventListener("keydown", (event) => { if (event.key === "Escape") drawer(false); });
  window.addEventListener("hashchange", () => { drawer(false); route(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden && world.channel) { markRead(world.channel); tell("unread"); } });
  document.addEventListener("click", followHere);
  for (const change of ["world", "opened", "unread"]) when(change, title);
  setInterval(tick, TICK);
}

/** A link to the place where the page already is still leads to its message. */
function followHere({ target }) {
  const link = target.closest?.("a[href^='#']");
  if (link && link.getAttribute("href") === location.hash) { drawer(false); route(); }
}

startFrame();
startSidebar();
startMessages();
startComposer();
startPeople();
startActivity();
connect(whoIsHere, (frame) => FRAMES[frame.t]?.(frame), connection);
