// The list of games: what the program offers, the page has. tests/house/rehearsal.py runs this with one game more.
import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { gameNames, gameOf } from "../src/games/list";
import { booksOf } from "../src/rulebook.svelte";
import { loadFace } from "../src/table/face";
import { program, rows } from "./rows";

/** The first line of the engine protocol names the games. */
function offered(): string[] {
  const { stdout } = spawnSync(program, ["engine"], {
    input: '{"op":"hello"}\n',
    encoding: "utf8",
  });
  return (JSON.parse(stdout.split("\n")[0] ?? "") as { games: string[] }).games;
}

const names = offered();
const books = booksOf(
  rows.games,
  names.map(name => ({ name, min_players: 2, max_players: 6, bots: [] })),
  null,
);

describe("the page's list", () => {
  it.each(names)("has %s, and a table of it has a face", async name => {
    expect(books[name]).toMatchObject({ game: name, least: 2, most: 6 });
    const face = await loadFace(name);
    expect(Object.keys(face)).toContain("Board");
    expect(face.spots !== undefined).toBe(gameOf(name) !== undefined);
  });
  it("has no room for a game that is not there", () => {
    expect(gameNames.filter(name => !names.includes(name))).toEqual([]);
  });
});
