// Seats at this device's own tables that the page has lost, such as in a crash, are looked for once before they are needed.
import { remembered } from "../fetched.svelte";
import { onSite } from "../net/house";

const recover = remembered(async () => {
  if (onSite) await (await import("./seats")).recoverSeats();
});

export async function recovered(): Promise<void> {
  try {
    await recover();
  } catch {
    // Where nothing can be stored, nothing was.
  }
}
