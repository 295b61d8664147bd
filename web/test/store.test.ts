// The store in memory does what every store must; web/e2e/store.e2e.ts asks the same of the one in IndexedDB.
import { describe, it } from "vitest";
import { MemoryStore, Shelf } from "../src/local/memory_store";
import { contract } from "./store_contract";

describe("the store in memory", () => {
  for (const [name, run] of Object.entries(contract))
    it(name, async () => {
      const shelf = new Shelf(),
        more = () => new MemoryStore(shelf);
      await run({ a: more(), b: more(), more });
    });
});
