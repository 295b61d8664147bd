// The engine's rows for tests: from a file that the build wrote, else from the program itself.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { makeBook, type Book } from "../src/book.svelte";

const program = process.env["CHARLATAN"] ?? "../build/release/charlatan";

function rowsText(): string {
  const file = process.env["CHARLATAN_RULES"];
  if (file) return readFileSync(file, "utf8");
  return execFileSync(program, ["rules", "--json"], { encoding: "utf8", maxBuffer: 1 << 24 });
}

type RawGame = Parameters<typeof makeBook>[0];

export const rows = JSON.parse(rowsText()) as { games: RawGame[] };

export function bookOf(game: string): Book {
  const raw = rows.games.find(g => g.game === game);
  if (!raw) throw new Error(`no rows of ${game}`);
  return makeBook(raw, undefined);
}
