/**
 * The left side: who you are, servers with channels and threads, direct messages, the bot's state.
 * It does not know the messages in them.
 */

import { byId, el, icon, refill } from "./dom.js";
import { send } from "./live.js";
import { face } from "./message.js";
import { channelName, nameOf, older, when, world } from "./world.js";

const TEXT = 0, NEWS = 5, FORUM = 15;
const THREADS = new Set([10, 11, 12]);
const LOCALES = [["en-US", "English"], ["hu", "Magyar"], ["de", "Deutsch"], ["es-ES", "Español"]];

/** Starts the view. */
export function startSidebar() {
  for (const change of ["world", "opened", "unread"]) when(change, redraw);
  const me = byId("me");
  me.addEventListener("keydown", (event) => { if (event.key === "Escape" && me.open) leaveMe(event); });
  document.addEventListener("click", (event) => { if (!event.composedPath().includes(me)) me.open = false; });
}

/** Escape closes the list of people first, and only then the drawer around it. */
function leaveMe(event) {
  event.stopPropagation();
  byId("me").open = false;
  byId("me-summary").focus();
}

function redraw() {
  if (!world.me) return;
  refill(byId("channels"), ...world.guilds.map(guild), direct());
  drawMe();
  drawBot();
}

function guild({ id, name, channels, owner_id, bot }) {
  const shown = channels.filter((channel) => [TEXT, NEWS, FORUM].includes(channel.type));
  return el("section", { "aria-labelledby": `guild-${id}` }, el("h2", { id: `guild-${id}` }, name),
    el("ul", {}, shown.map((channel) => [row(channel), ...threads(channels, channel.id).map(row)])),
    owner_id === world.me.id ? botSwitch(id, bot) : null);
}

/** What who owns the server does with the bot: remove it, or invite it again. */
function botSwitch(id, there) {
  return el("button", { type: "button", id: `bot-${id}`, class: "channel quiet", on: { click: () => send({ t: "bot", guild: id, there: !there }) } },
    icon(there ? "out" : "people"), el("span", {}, `${there ? "Remove" : "Invite"} ${nameOf(world.bot)}`));
}

function threads(channels, parent) {
  const open = (thread) => !thread.thread_metadata?.archived || thread.id === world.channel;
  return channels.filter((channel) => THREADS.has(channel.type) && channel.parent_id === parent && open(channel))
    .sort((a, b) => older(a.id, b.id));
}

function direct() {
  const start = el("li", {}, el("button", { type: "button", class: "channel", on: { click: () => send({ t: "dm" }) } },
    icon("at"), el("span", {}, `Message ${nameOf(world.bot)}`)));
  return el("section", { "aria-labelledby": "direct" }, el("h2", { id: "direct" }, "Direct messages"),
    el("ul", {}, world.dms.length ? world.dms.map(row) : world.bot && start));
}

const iconOf = (channel) => (THREADS.has(channel.type) ? "thread" : channel.type === FORUM ? "forum" : channel.guild_id ? "hash" : "at");

function row(channel) {
  const name = channelName(channel);
  const unread = world.unread.get(channel.id);
  const here = channel.id === world.channel;
  const spoken = `${name}${unread ? ", unread" : ""}${unread?.mentions ? `, ${unread.mentions} for you` : ""}`;
  return el("li", {}, el("a", { href: `#${channel.id}`, class: ["channel", THREADS.has(channel.type) && "thread", unread && "unread"].filter(Boolean).join(" "),
    "aria-current": here ? "page" : null, "aria-label": spoken, data: { channelId: channel.id } },
    icon(iconOf(channel)), el("span", {}, name), unread?.mentions ? el("b", { class: "badge" }, unread.mentions) : null));
}

/** The address of this page for another person, in the same channel. */
export const addressOf = (user) => `?as=${encodeURIComponent(user.username)}#${world.channel ?? ""}`;

function drawMe() {
  const others = world.people.map((user) => el("li", {},
    el("a", { class: "person", href: addressOf(user), "aria-current": user.id === world.me.id ? "true" : null, data: { person: nameOf(user) } }, face(user), el("span", {}, nameOf(user))),
    el("a", { class: "icon-button", href: addressOf(user), target: "_blank", rel: "noopener", "aria-label": `${nameOf(user)} in a new tab`, title: "In a new tab" }, icon("out"))));
  byId("me-summary").replaceChildren(face(world.me), el("span", {}, "You are ", el("strong", {}, nameOf(world.me))), icon("down"));
  refill(byId("me-list"), el("p", { class: "quiet" }, "Switch here, or open another person in a tab beside this one."), el("ul", {}, others), localePicker());
}

function localePicker() {
  const now = world.me.locale ?? "en-US";
  const known = LOCALES.some(([code]) => code === now) ? LOCALES : [...LOCALES, [now, now]];
  const picker = el("select", { id: "locale", on: { change: () => send({ t: "locale", locale: picker.value }) } },
    known.map(([code, name]) => el("option", { value: code, selected: code === now }, name)));
  return el("label", { class: "locale" }, "Language of Discord", picker);
}

function drawBot() {
  const name = world.bot ? nameOf(world.bot) : "The bot";
  byId("bot-state").className = world.online ? "online" : "offline";
  byId("bot-state").replaceChildren(el("i"), el("span", {}, `${name} is ${world.online ? "online" : "offline"}`));
}
