/**
 * Texts of the bot as nodes, and the small parts of a page that hold them. Moments in texts become the reader's own time,
 * and how far away they are goes on as time passes; nothing is read as HTML.
 */

const MOMENT = /\ue000(\d+)(\w)\ue001/u;
const UNITS = [["day", 86_400], ["hour", 3_600], ["minute", 60], ["second", 1]];
const SECOND = 1000; // milliseconds

let ahead = 0; // milliseconds by which the server's clock is ahead of the reader's, which may be wrong

setInterval(() => {
  for (const time of document.querySelectorAll("time[data-left]")) {
    const left = relative(Date.parse(time.dateTime) / SECOND);
    if (time.textContent !== left) time.textContent = left;
  }
}, SECOND);

/** The server's clock shows that date now, as HTTP writes it. */
export function follow(date) {
  const at = Date.parse(date);
  if (at) ahead = at - Date.now();
}

const NAME = /\u2068([^\u2068\u2069]*)\u2069/u; // one that would turn the text around it round

/** The nodes of the text. */
export function told(text) {
  const parts = text.split(MOMENT);
  const nodes = [];
  for (let at = 0; at < parts.length; at += 3) {
    nodes.push(...parts[at].split(NAME).map((part, n) => (n % 2 ? isolated(part) : part)));
    if (at + 2 < parts.length) nodes.push(moment(Number(parts[at + 1]), parts[at + 2]));
  }
  return nodes;
}

function isolated(name) {
  return Object.assign(document.createElement("bdi"), { textContent: name });
}

function moment(seconds, form) {
  const time = document.createElement("time");
  const date = new Date(seconds * SECOND);
  time.dateTime = date.toISOString();
  time.textContent = form === "R" ? relative(seconds) : absolute(date, form);
  if (form === "R") {
    time.dataset.left = "";
    time.setAttribute("aria-live", "off"); // the line is read out once, not again with each minute
  }
  return time;
}

function absolute(date, form) {
  const style = form === "D" ? { dateStyle: "long" } : { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(document.documentElement.lang, style).format(date);
}

function relative(seconds) {
  const left = seconds - (Date.now() + ahead) / SECOND;
  const [unit, length] = UNITS.find(([, one]) => Math.abs(left) >= one) ?? UNITS.at(-1);
  return new Intl.RelativeTimeFormat(document.documentElement.lang, { numeric: "auto" }).format(Math.round(left / length), unit);
}

export function paragraph(text) {
  const made = document.createElement("p");
  made.append(...told(text));
  return made;
}

/** A button; one `isMain` stands out. */
export function button(text, press, isMain = false) {
  const made = Object.assign(document.createElement("button"), { type: "button", textContent: text });
  if (isMain) made.className = "main";
  made.addEventListener("click", press);
  return made;
}

/** A row of buttons. */
export function ways(buttons) {
  const row = Object.assign(document.createElement("div"), { className: "ways" });
  row.append(...buttons);
  row.hidden = !buttons.length;
  return row;
}

/** Why the server answers so, as it says in its answer; "" where it does not say. */
export async function reason(answer) {
  return (await answer.json().catch(() => ({}))).no ?? "";
}
