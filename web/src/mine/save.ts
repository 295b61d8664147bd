// Gives everything of one's own to the person as a file.
import { IndexedStore } from "../local/indexed";
import { saveFile } from "../ui/save";
import { today } from "./dates";
import { saveAll } from "./files";

/** Returns how many games it has. */
export async function saveEverything(): Promise<number> {
  const store = new IndexedStore();
  try {
    const { file, games } = await saveAll(store);
    saveFile(`charlatan-${today()}.jsonl`, file, "application/x-ndjson");
    return games;
  } finally {
    store.close();
  }
}
