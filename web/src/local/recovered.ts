// Seats at this device's own tables that the page has lost, such as in a crash, are looked for once before they are needed.
import { onSite } from "../net/house";

let once: Promise<void> | null = null;

async function recover(): Promise<void> {
  if (!onSite) return;
  try {
    await (await import("./seats")).recoverSeats();
  } catch {
    // Where nothing can be stored, nothing was.
  }
}

export const recovered = (): Promise<void> => (once ??= recover());
