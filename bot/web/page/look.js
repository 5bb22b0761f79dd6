/**
 * How the page looks: as the system wants it, or as somebody chose here, which this browser remembers.
 */

const DARK = matchMedia("(prefers-color-scheme: dark)");
const CONTRAST = matchMedia("(prefers-contrast: more)");

const root = document.documentElement;

/** Whether the page is shown in high contrast now. */
export const isContrast = () => root.dataset.theme === "contrast";

/** The page looks as the list says, now and whenever that changes; `changed` is called each time contrast does. */
export function follow(list, changed) {
  list.value = remembered("look") ?? "auto";
  const look = () => {
    const before = isContrast();
    wear(list.value);
    return isContrast() !== before;
  };
  const lookAgain = () => { if (look()) changed(); };
  list.addEventListener("change", () => { remember("look", list.value); lookAgain(); });
  for (const media of [DARK, CONTRAST]) media.addEventListener("change", lookAgain);
  look();
  changed();
}

/** The page looks like that now, "auto" for what the system wants; without a choice as it was chosen here before. */
export function wear(choice = remembered("look") ?? "auto") {
  root.dataset.theme = choice === "auto" ? system() : choice;
}

function system() {
  if (CONTRAST.matches) return "contrast";
  return DARK.matches ? "dark" : "light";
}

/** What was chosen here before, null for nothing. Some browsers allow pages to remember nothing. */
export function remembered(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

/** This browser remembers the choice. */
export function remember(key, choice) {
  try { localStorage.setItem(key, choice); } catch { /* it holds until the page is left */ }
}
