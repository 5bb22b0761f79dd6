/**
 * What an empty channel offers: a command of the bot with every game that it has, sent by one press.
 * It knows no game: any command with a list of games and one of robots will do.
 */

import { shownName, SLASH, usable } from "./commands.js";
import { el } from "./dom.js";
import { sendCommand } from "./draft.js";

/** A button for each game of a command that can be played against a robot; nothing without such a command. */
export function offers() {
  const command = usable(SLASH).find((each) => choices(each, "game").length && choices(each, "robot").length);
  if (!command) return null;
  const robots = choices(command, "robot");
  const robot = robots[Math.min(1, robots.length - 1)]; // the second weakest: it plays on, and can be beaten
  const buttons = choices(command, "game").map((game, place) => el("button", {
    type: "button", class: `button ${place ? "secondary" : "primary"}`, on: { click: () => take(game) },
  }, `Play ${shownName(game)} against a robot`));
  const take = (game) => {
    for (const button of buttons) button.disabled = true; // a second press would open a second table
    send(command, { game: game.value, robot: robot.value });
  };
  return el("div", { class: "offers" }, buttons);
}

const choices = (command, name) => (command.options ?? []).find((option) => option.name === name)?.choices ?? [];

function send(command, values) {
  const options = command.options.filter((option) => option.name in values)
    .map((option) => ({ name: option.name, type: option.type, value: values[option.name] }));
  sendCommand({ t: "command", command: command.id, options }, `/${shownName(command)}`);
}
