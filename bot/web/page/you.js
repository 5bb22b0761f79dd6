/** Says on a page who is signed in in this browser; somebody else signs out there. It knows no table. */

const byId = (id) => document.getElementById(id);

/** The page says who that is, if anybody; `signedOut()` is called once nobody is any more. */
export async function say(signedOut) {
  const address = `../who?language=${document.documentElement.lang}`;
  const { you } = await fetch(address).then((answer) => answer.json()).catch(() => ({}));
  byId("you").hidden = !you;
  byId("you-are").textContent = you ?? "";
  byId("not-you").onclick = async () => { if (await signOut()) signedOut(); };
}

/** This browser is signed out. False where the server does not answer. */
export async function signOut() {
  const done = await fetch("../leave", { method: "POST" }).catch(() => null);
  return done?.ok ?? false;
}
