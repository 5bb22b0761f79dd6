/**
 * Pictures and files: shown small, enlarged on press, with their alt text one press away.
 * It does not know where they hang.
 */

import { byId, el, icon } from "./dom.js";

/** A picture of a gallery or a thumbnail: an unfurled item with its description as alt text. */
export function picture({ media, description, spoiler }, kind) {
  const alt = description ?? "";
  const image = el("img", { src: safe(media?.url), alt, width: media?.width, height: media?.height, decoding: "async" });
  const enlarge = el("button", { type: "button", class: "enlarge", "aria-label": alt ? `Enlarge: ${alt}` : "Enlarge the picture" }, image);
  enlarge.addEventListener("click", () => enlarged(media?.url, alt));
  const made = el("figure", { class: spoiler ? `${kind} hidden` : kind }, enlarge, alt && altBadge(alt));
  if (spoiler) made.append(uncover(made));
  return made;
}

function uncover(made) {
  return el("button", { type: "button", class: "cover", on: { click: (event) => { made.classList.remove("hidden"); event.target.remove(); } } }, "Spoiler");
}

function altBadge(alt) {
  const text = el("figcaption", { hidden: true }, el("strong", {}, "Description"), alt);
  const badge = el("button", { type: "button", class: "alt", "aria-expanded": "false", "aria-label": "Show the description of the picture" }, "ALT");
  badge.addEventListener("click", () => {
    text.hidden = !text.hidden;
    badge.setAttribute("aria-expanded", String(!text.hidden));
  });
  return [badge, text];
}

/** Only addresses that a picture may have; anything else shows nothing. */
const safe = (url) => (/^(https?:\/\/|\/)/.test(url ?? "") ? url : null);

function enlarged(url, alt) {
  const dialog = byId("viewer");
  dialog.replaceChildren(
    el("form", { method: "dialog" }, el("button", { class: "icon-button", "aria-label": "Close" }, icon("close"))),
    el("img", { src: safe(url), alt }), alt && el("p", {}, alt));
  dialog.showModal();
}

/** A file to download, with its size in bytes. */
export function fileCard(url, name, size) {
  const address = safe(url);
  const shown = name || decodeURIComponent((url ?? "file").split("?")[0].split("/").at(-1));
  return el("a", { class: "file", href: address, download: shown }, icon("file"),
    el("span", {}, el("strong", {}, shown), size ? el("small", {}, weight(size)) : null));
}

function weight(bytes) {
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1048576 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1048576).toFixed(1)} MiB`;
}

/** An attachment of an older message: a picture where it is one. */
export function attachment(item) {
  const isPicture = /^image\//.test(item.content_type ?? "") || /\.(png|gif|jpe?g|webp)$/i.test(item.filename ?? "");
  if (!isPicture) return fileCard(item.url, item.filename, item.size);
  return picture({ media: item, description: item.description, spoiler: item.filename?.startsWith("SPOILER_") }, "shot");
}
