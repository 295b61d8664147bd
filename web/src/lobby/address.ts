// Links that people send to each other.
import { hrefTo } from "../route.svelte";
import { tell } from "../ui/notes.svelte";
import { say } from "../words/words.svelte";

/**
 * Whether a host name means this computer only, so that nobody elsewhere can use a link with it.
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i.test(host);

export const linkTo = (id: string): string =>
  `${location.origin}${location.pathname}${hrefTo.table(id)}`;

/** Phones and some browsers can hand a link to another program. Pages without https cannot. */
export const canShare = (): boolean => "share" in navigator;

/** Hands the link to a program of the person's choice. Whoever thinks better of it has shared nothing. */
export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (problem) {
    if (!(problem instanceof DOMException && problem.name === "AbortError")) throw problem;
  }
}

/** Whether the browser has put the text on its clipboard. Pages without https have none. */
async function clipped(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    await clipboard?.writeText(text);
    return clipboard !== undefined;
  } catch {
    return false;
  }
}

/** Copies a field and says so. Where the browser refuses, the selected text waits for the keys. */
export async function copyFrom(field: HTMLInputElement): Promise<void> {
  const done = await clipped(field.value);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  tell(say(done || document.execCommand("copy") ? "ui.copied" : "ui.copy-keys"));
}

/** Copies a text that no field shows; where the browser refuses, a field of its own shows it. */
export async function copyText(text: string): Promise<void> {
  if (await clipped(text)) tell(say("ui.copied"));
  else prompt(say("ui.copy-keys"), text);
}
