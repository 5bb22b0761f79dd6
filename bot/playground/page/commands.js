/**
 * The commands of the bot as this person reads them: localized, filtered, fitting this channel.
 * It does not know how they are typed or shown.
 */

import { channels, people, roles } from "./choices.js";
import { guildOf, world } from "./world.js";

export const SLASH = 1, ON_USER = 2;
const GUILD = 0, BOT_DM = 1;

/** Discord's numbers of the option types that this page treats each in its own way. */
const TEXT = 3, WHOLE = 4, YES_NO = 5, PERSON = 6, CHANNEL = 7, ROLE = 8, MENTIONABLE = 9, NUMBER = 10;
export const FILE = 11;

const own = (localizations) => {
  const locale = world.me?.locale ?? "en-US";
  return localizations?.[locale] ?? null;
};

/** The name that this person reads and types for a command, an option or a choice. */
export const shownName = (named) => own(named.name_localizations) ?? named.name;

/** The description that this person reads. */
export const shownDescription = (named) => own(named.description_localizations) ?? named.description ?? "";

/** The commands of that type that may be used in the open channel. */
export function usable(type) {
  const place = guildOf(world.channel) ? GUILD : BOT_DM;
  return world.commands.filter((command) => (command.type ?? SLASH) === type && (!command.contexts || command.contexts.includes(place)));
}

/** The slash commands that fit what was typed after the slash, names that start so first. */
export function matching(typed) {
  const words = typed.toLowerCase();
  const rank = (command) => {
    const names = [shownName(command), command.name].map((name) => name.toLowerCase());
    if (names.some((name) => name.startsWith(words))) return 0;
    if (names.some((name) => name.includes(words))) return 1;
    return shownDescription(command).toLowerCase().includes(words) ? 2 : 3;
  };
  return usable(SLASH).map((command) => ({ command, rank: rank(command) })).filter((each) => each.rank < 3)
    .sort((a, b) => a.rank - b.rank || shownName(a.command).localeCompare(shownName(b.command))).map((each) => each.command);
}

/** The slash command with exactly that name, or undefined. */
export const named = (name) => usable(SLASH).find((command) => [shownName(command), command.name].includes(name));

/** The options in the order in which they are asked: required ones first, as Discord has them anyway. */
export const optionsOf = (command) => [...(command.options ?? [])].sort((a, b) => Number(b.required ?? false) - Number(a.required ?? false));

/** What an option offers without asking the bot, as {label, value, description}; null for free text. */
export function offered(option) {
  if (option.choices?.length) return option.choices.map((choice) => ({ label: shownName(choice), value: choice.value }));
  switch (option.type) {
    case YES_NO: return [{ label: "Yes", value: true }, { label: "No", value: false }];
    case PERSON: return people();
    case CHANNEL: return channels(option.channel_types);
    case ROLE: return roles();
    case MENTIONABLE: return [...people(), ...roles()];
    default: return null;
  }
}

/** The typed text as a value of that option, or {trouble}: a sentence that says what is wrong. */
export function read(option, text) {
  const list = offered(option);
  if (list) {
    const found = list.find((each) => each.label.toLowerCase() === text.trim().toLowerCase());
    return found ? { value: found.value } : { trouble: `Choose one of the list for ${shownName(option)}.` };
  }
  if (option.type === WHOLE || option.type === NUMBER) return number(option, text);
  if (option.type === TEXT) return length(option, text);
  return { trouble: `${shownName(option)} cannot be given on this page.` };
}

function number(option, text) {
  const value = Number(text);
  const fits = text.trim() !== "" && (option.type === NUMBER ? Number.isFinite(value) : Number.isInteger(value));
  if (!fits) return { trouble: `${shownName(option)} is a number.` };
  if (value < (option.min_value ?? -Infinity)) return { trouble: `${shownName(option)} is at least ${option.min_value}.` };
  if (value > (option.max_value ?? Infinity)) return { trouble: `${shownName(option)} is at most ${option.max_value}.` };
  return { value };
}

function length(option, text) {
  const [least, most] = [option.min_length ?? 0, option.max_length ?? 6000];
  if (text.length < least) return { trouble: `${shownName(option)} has at least ${least} characters.` };
  return text.length > most ? { trouble: `${shownName(option)} has at most ${most} characters.` } : { value: text };
}
