/**
 * Draws one message: who, when, and everything in it.
 * It does not know its neighbors or when it is drawn anew.
 */

import { draw } from "./components.js";
import { byId, el, icon, iconButton } from "./dom.js";
import { send } from "./live.js";
import { blocks, link } from "./markdown.js";
import { attachment, picture } from "./media.js";
import { day, spoken, written } from "./time.js";
import { callsMe, guildOf, isPrivate, isThinking, nameOf, world } from "./world.js";

const THREAD_MADE = 18, PERSON_COMMAND = 23; // kinds of messages
const COMMAND = 2, MODAL = 5; // kinds of interactions
const V2 = 1 << 15;
const FACES = 8; // colors of the tiles that stand for people

/** The list item of a message in that channel. */
export function messageItem(message, channel) {
  const classes = ["message", isPrivate(message) && "private", callsMe(message) && !isPrivate(message) && "calls-me"];
  return el("li", { class: classes.filter(Boolean).join(" "), tabindex: "-1", id: `message-${message.id}`,
    data: { messageId: message.id, author: message.author.id, time: message.timestamp, day: day(message.timestamp) } },
    message.type === THREAD_MADE ? system(message) : [origin(message), el("article", { "aria-label": spokenName(message) },
      face(message.author), header(message), el("div", { class: "body" }, body(message, channel))), tools(message, channel)]);
}

const spokenName = (message) => `${nameOf(message.author)}, ${spoken(message.timestamp)}`;

/** The tile that stands for a user: a color and the first letter; the bot's is a small mosaic. */
export function face(user) {
  const mosaic = [0, 1, 2, 3].map((tile) => el("i", { data: { tile } }));
  if (user.bot) return el("span", { class: "face bot", "aria-hidden": "true" }, mosaic);
  const color = Number(BigInt(user.id) % BigInt(FACES));
  return el("span", { class: "face", data: { color }, "aria-hidden": "true" }, [...nameOf(user)][0]);
}

function header(message) {
  return el("header", {},
    el("button", { type: "button", class: "author", data: { userId: message.author.id } }, nameOf(message.author)),
    message.author.bot && el("span", { class: "tag" }, "BOT"),
    el("time", { datetime: message.timestamp, title: written(new Date(message.timestamp), "F") }, spoken(message.timestamp)));
}

/** What a message answers: a command, a press, another message. */
function origin(message) {
  const by = message.interaction_metadata ?? message.interaction;
  const user = by?.user;
  if (user && by.type === COMMAND && !message.message_reference) {
    const name = message.interaction?.name ?? by.name;
    return el("p", { class: "origin" }, el("button", { type: "button", class: "author", data: { userId: user.id } }, nameOf(user)),
      " used ", name ? el("strong", {}, message.type === PERSON_COMMAND ? name : `/${name}`) : "a command");
  }
  const replied = message.referenced_message;
  if (!replied || by?.type === MODAL) return null;
  return el("p", { class: "origin" }, "answers ", el("a", { href: `#${message.channel_id}/${replied.id}` }, nameOf(replied.author)));
}

function body(message, channel) {
  if (isThinking(message)) return el("p", { class: "thinking" }, `${nameOf(message.author)} is thinking`, el("span", { class: "dots" }));
  const place = { channel, message: message.id };
  const isV2 = (message.flags ?? 0) & V2;
  return [
    !isV2 && message.content && el("div", { class: "text" }, blocks(message.content)),
    !isV2 && (message.attachments ?? []).map(attachment),
    (message.embeds ?? []).map(embed),
    draw(message.components ?? [], place),
    message.edited_timestamp && el("small", { class: "edited", title: written(new Date(message.edited_timestamp), "F") }, "(edited)"),
    message.thread && el("a", { class: "thread-link", href: `#${message.thread.id}` }, icon("thread"), message.thread.name),
    isPrivate(message) && privacy(message, channel),
  ];
}

function privacy(message, channel) {
  const dismiss = () => send({ t: "dismiss", channel, message: message.id });
  return el("p", { class: "only-you" }, icon("eye"), "Only you can see this · ",
    el("button", { type: "button", class: "plain", on: { click: dismiss } }, "Dismiss message"));
}

function system(message) {
  const name = message.content || message.thread?.name || "a thread";
  const target = message.thread?.id ?? message.message_reference?.channel_id;
  return el("p", { class: "system" }, icon("thread"), el("strong", {}, nameOf(message.author)), " started a thread: ",
    target ? el("a", { href: `#${target}` }, name) : name);
}

function embed(shown) {
  const made = el("section", { class: "container embed" },
    shown.author && el("p", { class: "subtext" }, shown.author.name),
    shown.title && el("h3", {}, shown.url ? link(shown.url, shown.title) : shown.title),
    shown.description && el("div", { class: "text" }, blocks(shown.description)),
    shown.fields?.length && el("dl", {}, shown.fields.map(entry)),
    shown.image && picture({ media: shown.image }, "shot"),
    shown.thumbnail && picture({ media: shown.thumbnail }, "thumbnail"),
    shown.footer && el("p", { class: "subtext" }, shown.footer.text));
  if (Number.isInteger(shown.color)) made.style.setProperty("--stripe", `#${shown.color.toString(16).padStart(6, "0")}`);
  return made;
}

function entry({ name, value, inline }) {
  return el("div", { class: inline ? "inline" : null }, el("dt", {}, name), el("dd", {}, blocks(value)));
}

/** Own messages can be deleted by everybody, all of them by those who manage the server. */
function tools(message, channel) {
  const guild = guildOf(channel);
  const manages = guild && (guild.owner_id === world.me.id || guild.manages);
  if (isPrivate(message) || !(message.author.id === world.me.id || manages)) return null;
  return el("div", { class: "tools" }, iconButton("trash", "Delete message", () => confirmDelete(message, channel)));
}

function confirmDelete(message, channel) {
  const dialog = byId("sure");
  const sure = el("button", { class: "button danger", value: "delete" }, "Delete");
  dialog.replaceChildren(el("form", { method: "dialog" }, el("h2", {}, "Delete this message?"),
    el("p", {}, `It disappears for everybody. It is by ${nameOf(message.author)}.`),
    el("footer", {}, el("button", { class: "button secondary", value: "" }, "Cancel"), sure)));
  dialog.returnValue = "";
  dialog.onclose = () => { if (dialog.returnValue === "delete") send({ t: "delete", channel, message: message.id }); };
  dialog.showModal();
  sure.focus();
}
