// The keys of seats stay in the browser, whatever the server says of their tables.
import { beforeEach, describe, expect, it } from "vitest";
import { myTables } from "../src/front/lists";
import { own, remember } from "../src/keep";

const seats = [{ seat: 0, token: "0123456789abcdef0123456789abcdef", name: "Ann" }];

/** A server that answers like this to everything. */
function serve(status: number, body: unknown): void {
  globalThis.fetch = () => Promise.resolve(new Response(JSON.stringify(body), { status }));
}

const refuses = (status: number, code: string): void =>
  serve(status, { error: { code, message: "No.", reason: code } });

describe("seats of this browser", () => {
  beforeEach(() => remember("tables", {}));

  it.each([
    [404, "not-found", 1],
    [503, "broken-table", 1],
    [503, "storage", 0],
    [429, "too-many", 0],
  ])("stay after %i %s", async (status, code, shown) => {
    own.keep("aaaaaaaaaaaaaaaa", "arcane", seats);
    refuses(status, code);
    const mine = await myTables();
    expect(own.at("aaaaaaaaaaaaaaaa")?.seats).toEqual(seats);
    expect(mine.summaries).toEqual([]);
    expect(mine.missing.map(t => t.id)).toEqual(shown ? ["aaaaaaaaaaaaaaaa"] : []);
  });

  it("come back with their table", async () => {
    own.keep("aaaaaaaaaaaaaaaa", "arcane", seats);
    refuses(404, "not-found");
    await myTables();
    serve(200, { table: { id: "aaaaaaaaaaaaaaaa", state: "running", seats: [] } });
    expect((await myTables()).summaries.map(c => c.id)).toEqual(["aaaaaaaaaaaaaaaa"]);
    expect(own.at("aaaaaaaaaaaaaaaa")?.is).toBeUndefined();
  });

  it("stay until their game is over, however many there are", () => {
    for (let i = 0; i < 120; i++) own.keep(`running${i}`, "arcane", seats);
    for (let i = 0; i < 105; i++) {
      own.keep(`over${i}`, "arcane", seats);
      own.note(`over${i}`, "over");
    }
    own.keep("last", "arcane", seats);
    const kept = Object.keys(own.all());
    expect(kept.filter(id => id.startsWith("running")).length).toBe(120);
    expect(kept.filter(id => id.startsWith("over")).length).toBe(100);
  });

  it("of running games are asked for before those of finished ones", async () => {
    own.keep("running", "arcane", seats);
    for (let i = 0; i < 30; i++) {
      own.keep(`over${i}`, "arcane", seats);
      own.note(`over${i}`, "over");
    }
    const asked: string[] = [];
    globalThis.fetch = path => {
      if (typeof path === "string") asked.push(path);
      return Promise.resolve(new Response("{}", { status: 500 }));
    };
    await myTables(3);
    expect(asked).toContain("http://localhost/api/tables/running");
  });
});
