/**
 * What this person knows of the local Discord: people, channels, messages, what is unread.
 * It does not know how any of it is drawn; views listen to `changes`.
 */

/** Fires "world", "opened", "messages", "message", "gone" and "unread". */
export const changes = new EventTarget();

/** The state of this tab. `messages` maps a channel to its messages by id, oldest first. */
export const world = {
  me: null, people: [], bot: null, online: false, guilds: [], dms: [], commands: [],
  channel: null, messages: new Map(), unread: new Map(),
};

const LOADING = 1 << 7;
const EPHEMERAL = 1 << 6;

/** Tells the views that something happened. */
export function tell(name, detail = null) {
  changes.dispatchEvent(new CustomEvent(name, { detail }));
}

/** Runs `view` with the detail of every such change. */
export function when(name, view) {
  changes.addEventListener(name, (event) => view(event.detail));
}

/** Takes over a "hello" frame. */
export function greet(frame) {
  const { me, people, bot, online, guilds, dms, commands } = frame;
  Object.assign(world, { me, people: people ?? [], bot, online: Boolean(online), guilds: guilds ?? [],
    dms: dms ?? [], commands: commands ?? [] });
  for (const channel of everyChannel()) markOldUnread(channel);
  tell("world");
}

/** All channels that this person sees: of servers, their threads, and direct messages. */
export function everyChannel() {
  return [...world.guilds.flatMap((guild) => guild.channels), ...world.dms];
}

/** The channel with that id, or undefined. */
export const channelOf = (id) => everyChannel().find((channel) => channel.id === id);

/** The server that the channel belongs to, or undefined in direct messages. */
export const guildOf = (id) => world.guilds.find((guild) => guild.channels.some((channel) => channel.id === id));

/** The user with that id among people and the bot, or undefined. */
export const userOf = (id) => [...world.people, world.bot, world.me].find((user) => user && user.id === id);

/** The name that people read for a user. */
export const nameOf = (user) => user?.global_name || user?.username || "Somebody";

/** The name of a channel: its own, or that of the other side of a direct message. */
export function channelName(channel) {
  if (channel.name) return channel.name;
  const others = (channel.recipients ?? []).filter((user) => user.id !== world.me?.id);
  return others.map(nameOf).join(", ") || nameOf(world.bot);
}

/** -1, 0 or 1: the order in which two snowflakes were made. */
export function older(a, b) {
  if (a === b) return 0;
  return a.length - b.length || (a < b ? -1 : 1);
}

/** Only this person sees the message. */
export const isPrivate = (message) => Boolean((message.flags ?? 0) & EPHEMERAL);

/** The bot has promised this message and not written it yet. */
export const isThinking = (message) => Boolean((message.flags ?? 0) & LOADING);

/** Opens a channel; the messages follow in a "messages" frame. */
export function show(id) {
  world.channel = id;
  markRead(id);
  tell("opened");
}

/** Takes over a "messages" frame. */
export function fill(frame) {
  const sorted = [...frame.messages].sort((a, b) => older(a.id, b.id));
  world.messages.set(frame.channel, new Map(sorted.map((message) => [message.id, message])));
  if (frame.channel === world.channel) markRead(frame.channel);
  tell("messages", frame.channel);
}

/** Takes over a "message" frame: new or edited. */
export function arrive({ channel, message }) {
  const known = world.messages.get(channel) ?? new Map();
  const isNew = !known.has(message.id);
  known.set(message.id, message);
  world.messages.set(channel, known);
  if (isNew) count(channel, message);
  tell("message", { channel, message, isNew });
}

/** Takes over a "gone" frame. */
export function vanish({ channel, id }) {
  world.messages.get(channel)?.delete(id);
  tell("gone", { channel, id });
}

/** The message as spoken or searched: all its texts in order. */
export function textOf(message) {
  const texts = [message.content ?? ""];
  const walk = (part) => {
    if (part.type === 10) texts.push(part.content);
    for (const inner of part.components ?? []) walk(inner);
  };
  for (const part of message.components ?? []) walk(part);
  for (const embed of message.embeds ?? []) texts.push(embed.title ?? "", embed.description ?? "");
  return texts.filter(Boolean).join("\n");
}

/** The message calls this person by name. */
export function callsMe(message) {
  const me = world.me?.id;
  if (message.mention_everyone || (message.mentions ?? []).some((user) => user.id === me)) return true;
  return textOf(message).includes(`<@${me}>`);
}

function count(channel, message) {
  if (message.author?.id === world.me?.id) return;
  if (channel === world.channel && !document.hidden) { markRead(channel); return; }
  const before = world.unread.get(channel) ?? { mentions: 0 };
  world.unread.set(channel, { mentions: before.mentions + (callsMe(message) ? 1 : 0) });
  tell("unread");
}

const readKey = (channel) => `tessera.read.${world.me?.id}.${channel}`;

/** Nothing in the channel is unread any more; remembered for the next visit. */
export function markRead(channel) {
  const newest = [...(world.messages.get(channel)?.keys() ?? [])].at(-1) ?? channelOf(channel)?.last_message_id;
  if (newest) localStorage.setItem(readKey(channel), newest);
  if (world.unread.delete(channel)) tell("unread");
}

/** What was written while nobody looked is unread; a channel never opened here starts as read. */
function markOldUnread(channel) {
  const read = localStorage.getItem(readKey(channel.id));
  const last = channel.last_message_id;
  if (channel.id === world.channel || !last || world.unread.has(channel.id)) return;
  if (read === null) localStorage.setItem(readKey(channel.id), last);
  else if (older(read, last) < 0) world.unread.set(channel.id, { mentions: 0 });
}
