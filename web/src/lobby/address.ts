// Addresses people send to each other.
import { hrefTo } from "../route.svelte";

/** Does a name mean this very computer, so that nobody elsewhere can follow a link with it? */
export const isLoopback = (host: string): boolean =>
  /^(localhost|.*\.localhost|127(\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i.test(host);

export const linkTo = (id: string): string =>
  `${location.origin}${location.pathname}${hrefTo.table(id)}`;

/** Pages that are not served securely have no clipboard of their own; there the browser copies what is selected. */
export async function copyFrom(field: HTMLInputElement): Promise<void> {
  field.select();
  const clipboard = navigator.clipboard as Clipboard | undefined;
  if (clipboard) await clipboard.writeText(field.value);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is nothing else
  else document.execCommand("copy");
}
