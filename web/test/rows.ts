// The engine's rows for tests: from a file that the build wrote, else from the program itself.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { makeRulebook, type Rulebook } from "../src/rulebook.svelte";
import type { Language } from "../src/languages";
import { translate } from "../src/texts";
import { standardTexts } from "../rows";

export const program = process.env["CHARLATAN"] ?? "../build/release/charlatan";

function rowsText(): string {
  const file = process.env["CHARLATAN_RULES"];
  if (file) return readFileSync(file, "utf8");
  return execFileSync(program, ["rules", "--json"], { encoding: "utf8", maxBuffer: 1 << 24 });
}

type RawGame = Parameters<typeof makeRulebook>[0];

export const rows = JSON.parse(rowsText()) as { games: RawGame[] };

/** The German of all rows, with the standard numbers. */
export const german = standardTexts("de");

export function rulebookOf(game: string, language: Language = "en"): Rulebook {
  const raw = rows.games.find(g => g.game === game);
  if (!raw) throw new Error(`no rows of ${game}`);
  return makeRulebook(language === "de" ? translate(raw, german) : raw, undefined);
}
