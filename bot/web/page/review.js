/**
 * What mattered in a game that is over: an overview, then one decision after the other. It comes as it is found out.
 */

import { parsed } from "./board.js";
import { askFacts } from "./table.js";
import { button, paragraph, ways } from "./texts.js";

const AGAIN = 3000; // milliseconds until it is asked for again while more comes

const byId = (id) => document.getElementById(id);
const section = byId("review");
const shown = byId("review-shown");
let timer = 0;
let of = 0; // decisions
let redo = () => {}; // shows again what is shown

/** The review can be asked for, or not. */
export function offer(isOver) {
  if (section.hidden !== isOver) return;
  section.hidden = !isOver;
  byId("review-begin").onclick = () => { shown.focus({ preventScroll: true }); overview(); };
}

new MutationObserver(() => redo()).observe(document.documentElement, { attributeFilter: ["data-theme"] });

async function overview() {
  clearTimeout(timer);
  redo = overview;
  const found = await answer("");
  if (redo !== overview) return; // something else was asked for since
  byId("review-begin").hidden = true;
  if (!found) { wait(); return; }
  if (found.no) { show([found.no], [], []); return; }
  of = found.of;
  const turns = found.turns.map((at) => button(`${section.dataset.decision} ${at + 1}`, () => decision(at)));
  const all = of ? [button(section.dataset.all, () => decision(0))] : [];
  const on = found.goes_on ? [button(section.dataset.goOn, overview)] : [];
  show(found.texts, found.pictures, [...turns, ...all, ...on]);
  if (!found.is_over) timer = setTimeout(overview, AGAIN);
}

/** Nobody has answered, so it is asked again. */
function wait() {
  if (!shown.childElementCount) show([byId("lost").textContent], [], []);
  timer = setTimeout(overview, AGAIN);
}

async function decision(at) {
  clearTimeout(timer);
  const mine = redo = () => decision(at);
  const found = await answer(`/${at}`);
  if (redo !== mine || !found?.texts) return;
  const back = button(section.dataset.back, () => decision(found.at - 1));
  back.disabled = found.at === 0;
  const next = button(section.dataset.next, () => decision(found.at + 1));
  next.disabled = found.at >= of - 1;
  show(found.texts, found.pictures, [back, next, button(section.dataset.overview, overview)]);
}

/** What is shown from now on. A keyboard that was at one of the buttons stays at the one of that name, or goes to the top. */
function show(texts, pictures, buttons) {
  const pressed = shown.contains(document.activeElement) ? document.activeElement : null;
  const images = pictures.map(({ svg, png, alt }) => (svg ? parsed(svg) : Object.assign(new Image(), { src: png, alt })));
  const paragraphs = texts.map(paragraph);
  shown.replaceChildren(...paragraphs.slice(0, 1), ...images, ...paragraphs.slice(1), ways(buttons));
  if (pressed) (buttons.find((way) => !way.disabled && way.textContent === pressed.textContent) ?? shown).focus({ preventScroll: true });
}

const answer = (rest) => askFacts(`/review${rest}?theme=${document.documentElement.dataset.theme}`);
