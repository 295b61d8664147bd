// Links that people send to each other.
import { hrefTo } from "../route.svelte";

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

/** Pages without https have no clipboard API; there the browser copies the selected text. */
export async function copyFrom(field: HTMLInputElement): Promise<void> {
  field.select();
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) await clipboard.writeText(field.value);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  else document.execCommand("copy");
}
