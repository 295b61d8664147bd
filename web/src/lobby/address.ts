// Links that people send to each other.
import { hrefTo } from "../route.svelte";

/**
 * Whether a host name means this computer only, so that nobody elsewhere can use a link with it.
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i.test(host);

export const linkTo = (id: string): string =>
  `${location.origin}${location.pathname}${hrefTo.table(id)}`;

/** Pages without https have no clipboard API; there the browser copies the selected text. */
export async function copyFrom(field: HTMLInputElement): Promise<void> {
  field.select();
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) await clipboard.writeText(field.value);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  else document.execCommand("copy");
}
