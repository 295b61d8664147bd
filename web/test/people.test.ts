// Who comes next at one screen, who came in where, which addresses others can reach, and what a record begins and ends with.
import { describe, expect, it } from "vitest";
import { nextPerson } from "../src/hotseat/turns";
import { placesOf } from "../src/lobby/places";
import { lastLine } from "../src/lobby/proof";

const people = (...asked: [number, boolean][]): { seat: number; asked: boolean }[] => asked.map(([seat, is]) => ({ seat, asked: is }));

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
  const places = (result: number[], winners: number[]): [number, number][] => placesOf(result, winners).map(p => [p.seat, p.place]);

  it("go by the score", () => {
    expect(places([10, 30, 20], [1])).toEqual([[1, 1], [2, 2], [0, 3]]);
  });
  it("believe the server who won a tie", () => {
    expect(places([30, 30, 20], [1])).toEqual([[1, 1], [0, 2], [2, 3]]);
  });
  it("are shared by winners, and by equal scores", () => {
    expect(places([30, 10, 30, 10], [0, 2])).toEqual([[0, 1], [2, 1], [1, 3], [3, 3]]);
  });
});

describe("the end of a record", () => {
  it("has seed and salt", () => {
    expect(lastLine('{"format":"charlatan-record"}\n{"n":1}\n{"result":[1],"winners":[0],"seed":"aa","salt":"bb"}\n')).toEqual({ seed: "aa", salt: "bb" });
  });
  it("may be missing", () => {
    expect(lastLine('{"format":"charlatan-record"}\n{"n":1}\n')).toBeNull();
    expect(lastLine('{"n":1}\n{"seed":"a')).toBeNull();
    expect(lastLine("")).toBeNull();
  });
});
