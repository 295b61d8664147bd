// The tables of a page: whole games against bots, in the module that the page loads.
import { afterEach, describe, expect, it } from "vitest";
import { MemoryStore, Shelf } from "../src/local/memory_store";
import { Ear, rig, type Rig, type Said } from "./local_rig";

const open: Rig[] = [];
const started = (parts?: Parameters<typeof rig>[0]): Rig => {
  const one = rig(parts);
  open.push(one);
  return one;
};
afterEach(() => {
  for (const { hall } of open.splice(0)) hall.close();
});

interface Ask {
  n: number;
  actions: string[];
}

/** Plays until the game is over, always with the first action. */
async function playOn(ear: Ear, most = 10_000): Promise<Said> {
  for (let id = 1; id < most; id++) {
    const said = await ear.until(m => "ask" in m || "over" in m);
    if ("over" in said) return said;
    const { n, actions } = said["ask"] as Ask;
    ear.say({ id, n, do: actions[0] });
  }
  throw new Error("the game does not end");
}

describe("a table of the page", () => {
  it("is founded, played against bots, and has a record", async () => {
    const { ask, hall } = started();
    const wish = { game: "quacks", seats: ["me", "easy", "hard"], name: "Ada" };
    const { status, data } = await ask("/api/tables", wish);
    expect([status, data.table?.state]).toEqual([201, "waiting"]);
    const ear = new Ear(hall, { table: data.table?.id, token: data.token });
    const over = await playOn(ear);
    expect(over["over"]).toMatchObject({ winners: expect.any(Array) as number[] });
    const record = await hall.fetch(`/api/tables/${data.table?.id ?? ""}/record`);
    expect([record.status, (await record.text()).split("\n")[0]]).toEqual([
      200,
      expect.stringContaining('"game":"quacks"'),
    ]);
  });
});

void [MemoryStore, Shelf];
