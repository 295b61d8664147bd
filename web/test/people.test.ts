// Who comes next at one screen, who came in where, which addresses others can reach, and what a record begins and ends with.
import { describe, expect, it } from "vitest";
import { nextPerson } from "../src/hotseat/turns";
import { clockInWords, variantsOf } from "../src/lobby/agreed";
import { isLoopback } from "../src/lobby/address";
import { rankingOf } from "../src/lobby/ranking";
import { lastLine } from "../src/lobby/proof";
import { fileId, isFile, keepRecord, looksLikeRecord, recordOf } from "../src/replay/shelf";

const people = (...asked: [number, boolean][]): { seat: number; asked: boolean }[] =>
  asked.map(([seat, is]) => ({ seat, asked: is }));

describe("people at one screen", () => {
  it("begin with the lowest seat that is asked", () => {
    expect(nextPerson(people([1, true], [0, true], [3, false]), null)).toBe(1);
    expect(nextPerson(people([0, false], [2, true]), null)).toBe(1);
  });
  it("go on round the table", () => {
    expect(nextPerson(people([0, true], [2, false], [3, true]), 1)).toBe(2);
    expect(nextPerson(people([0, true], [2, true], [3, false]), 2)).toBe(0);
  });
  it("come back to the same person last", () => {
    expect(nextPerson(people([0, true], [1, true]), 0)).toBe(1);
    expect(nextPerson(people([0, true], [1, false]), 0)).toBe(0);
  });
  it("wait where nobody is asked", () => {
    expect(nextPerson(people([0, false], [1, false]), 0)).toBeNull();
    expect(nextPerson([], null)).toBeNull();
  });
});

describe("places", () => {
  const places = (result: number[], winners: number[]): [number, number][] =>
    rankingOf(result, winners).map(p => [p.seat, p.place]);

  it("go by the score", () => {
    expect(places([10, 30, 20], [1])).toEqual([
      [1, 1],
      [2, 2],
      [0, 3],
    ]);
  });
  it("believe the server who won a tie", () => {
    expect(places([30, 30, 20], [1])).toEqual([
      [1, 1],
      [0, 2],
      [2, 3],
    ]);
  });
  it("are shared by winners, and by equal scores", () => {
    expect(places([30, 10, 30, 10], [0, 2])).toEqual([
      [0, 1],
      [2, 1],
      [1, 3],
      [3, 3],
    ]);
  });
});

describe("the end of a record", () => {
  it("has seed and salt", () => {
    expect(
      lastLine(
        '{"format":"charlatan-record"}\n{"n":1}\n{"result":[1],"winners":[0],"seed":"aa","salt":"bb"}\n',
      ),
    ).toEqual({ seed: "aa", salt: "bb" });
  });
  it("may be missing", () => {
    expect(lastLine('{"format":"charlatan-record"}\n{"n":1}\n')).toBeNull();
    expect(lastLine('{"n":1}\n{"seed":"a')).toBeNull();
    expect(lastLine("")).toBeNull();
  });
});

describe("records from files", () => {
  it("are kept under an id of their own", async () => {
    const id = fileId();
    expect(isFile(id)).toBe(true);
    keepRecord(id, "text");
    expect(await recordOf(id)).toBe("text");
  });
  it("begin with a header", () => {
    expect(looksLikeRecord('{"format":"charlatan-record","version":1}\n{"n":1}\n')).toBe(true);
    expect(looksLikeRecord('{"format":"charlatan-record"}')).toBe(true);
    expect(looksLikeRecord('{"format":"else"}\n')).toBe(false);
    expect(looksLikeRecord("null\n")).toBe(false);
    expect(looksLikeRecord("not JSON\n{}")).toBe(false);
  });
});

describe("addresses", () => {
  it("of this computer reach nobody else", () => {
    for (const host of ["localhost", "127.0.0.1", "127.1.2.3", "[::1]", "a.localhost"])
      expect(isLoopback(host), host).toBe(true);
    for (const host of ["192.168.1.5", "example.org", "127.example.org", "localhost.example"])
      expect(isLoopback(host), host).toBe(false);
  });
});

describe("what a table agreed on", () => {
  it("names variants, not the usual", () => {
    expect(
      variantsOf("arcane", {
        edition: "three",
        goal: 100,
        rounds: null,
        market: false,
        wizards: "none",
      }),
    ).toEqual(["Three inspections"]);
    expect(
      variantsOf("arcane", {
        edition: "hundred",
        goal: 200,
        rounds: null,
        market: true,
        wizards: "none",
      }),
    ).toEqual(["goal 200 gold", "with the Market"]);
    expect(
      variantsOf("arcane", {
        edition: "hundred",
        goal: 200,
        rounds: 3,
        market: false,
        wizards: "none",
      }),
    ).toEqual(["3 rounds"]);
    expect(variantsOf("arcane", { edition: "three", wizards: ["ninx", null] })).toEqual([
      "Three inspections",
      "with wizards",
    ]);
    expect(variantsOf("arcane", { edition: "three", wizards: "random" })).toContain("with wizards");
    expect(variantsOf("arcane", { edition: "three", wizards: [null, null] })).toEqual([
      "Three inspections",
    ]);
    const books = { green: 2, blue: 2, red: 2, yellow: 2, purple: 2 };
    expect(variantsOf("quacks", { books, pot: "tubes", together: true })).toEqual([
      "Books: Set 2",
      "Test tubes",
      "drawing together",
    ]);
    expect(
      variantsOf("quacks", { books: { ...books, red: 1 }, pot: "front", together: false }),
    ).toEqual(["a mix of books"]);
  });
  it("names every number that is not the standard one", () => {
    const numbers = { infamy: { lap: 9 }, market: { prices: { "2": 7 } } };
    expect(variantsOf("arcane", { edition: "three", numbers })).toEqual([
      "Three inspections",
      "infamy.lap is 9 here",
      "market.prices.2 is 7 here",
    ]);
  });
  it("says the time", () => {
    expect(clockInWords({ move: 0, game: 0 })).toBe("no clock");
    expect(clockInWords({ move: 90, game: 0 })).toBe("1.5 min per move");
    expect(clockInWords({ move: 259200, game: 7200 })).toBe("3 days per move, 2 h per game");
  });
});
