/**
 * The picture of the table: elements of SVG in a list, replaced where they have changed. It knows no game.
 */

const SVG = "http://www.w3.org/2000/svg";

let shown = null; // the id of the drawing that stands there

/** Shows the drawing of that page in `root`; false if it is a change of another drawing than the one that is there. */
export function show(root, page) {
  if (page.all) root.replaceChildren(whole(page));
  else if (page.from === shown) page.steps.forEach((step) => change(root.firstChild.firstChild, ...step));
  else return false;
  root.firstChild.setAttribute("aria-label", page.alt);
  shown = page.id;
  return true;
}

function whole({ game, size, all }) {
  const svg = document.createElementNS(SVG, "svg");
  const group = document.createElementNS(SVG, "g");
  svg.setAttribute("viewBox", `0 0 ${size.join(" ")}`);
  svg.setAttribute("class", `scene ${game}`);
  svg.setAttribute("role", "img");
  group.append(...parsed(all));
  svg.append(group);
  return svg;
}

/** The elements from `start` to before `stop` give way to others. */
function change(group, start, stop, markup) {
  const old = [...group.children].slice(start, stop);
  const next = group.children[stop] ?? null;
  for (const element of parsed(markup)) group.insertBefore(element, next);
  for (const element of old) element.remove();
}

function parsed(markup) {
  const text = `<svg xmlns="${SVG}">${markup.join("")}</svg>`;
  return [...new DOMParser().parseFromString(text, "image/svg+xml").documentElement.children];
}
