// Events in words: the sentences of the engine's rows with names filled in.
import { gameOf } from "../games/list";
import type { Rulebook } from "../rulebook.svelte";
import type { Happening } from "../net/types";
import { capital, fill, has, say, sayAt } from "../words/words.svelte";
import type { LogLine, Sentence } from "./scene";

export type Namer = (seat: number) => string;

/** What a newer server has and these rows lack, without the look of an id: "Older wand". */
export const spelled = (id: string): string => capital(id.replaceAll("-", " "));

const known = (rulebook: Rulebook, id: string): string | undefined =>
  (rulebook.items[id] ?? rulebook.cards[id] ?? rulebook.wizards[id])?.name ??
  gameOf(rulebook.game)?.named?.(rulebook, id, { say, has });

/** The name of an item, a card, a wizard or a chip. */
export const nameOfId = (rulebook: Rulebook, id: string): string =>
  known(rulebook, id) ?? spelled(id);

/** An answer that no face has words for, with names in place of ids. */
export const actionInWords = (rulebook: Rulebook, action: string): string =>
  capital(
    action
      .split(" ")
      .map(word => known(rulebook, word) ?? (word.includes("-") ? spelled(word) : word))
      .join(" "),
  );

/** Where nothing is gained, the sentence says "no gold" instead of "0 gold". */
function countOf({ type, n = 0 }: Happening): number | string {
  const key = `log.none.${type}`;
  return n === 0 && has(key) ? say(key) : n;
}

export function sentenceOf(rulebook: Rulebook, what: Happening, name: Namer): Sentence {
  const rows = rulebook.events[what.type];
  const row = rows?.[what.k] ?? rows?.[0];
  if (!row) return { text: spelled(what.type), rule: null, type: what.type };
  const hidden = row.secret !== "" && what.item === undefined && what.chip === undefined;
  const words = hidden ? row.secret : row.text;
  const text = fill(words, {
    seat: what.seat === null ? say("table.everyone") : name(what.seat),
    other: what.other === undefined ? "" : name(what.other),
    item: what.item ? nameOfId(rulebook, what.item) : "",
    chip: what.chip ? nameOfId(rulebook, what.chip) : "",
    card: what.card ? nameOfId(rulebook, what.card) : "",
    a: what.slot ?? "",
    b: what.slot2 ?? "",
    n: countOf(what),
    ...gameOf(rulebook.game)?.blanks?.(what, { say, has }),
  });
  return { text: capital(text), rule: row.rule || null, type: what.type, what };
}

/** One line for what one seat did without interruption. */
export function linesOf(rulebook: Rulebook, happenings: Happening[], name: Namer): LogLine[] {
  const lines: LogLine[] = [];
  for (const what of happenings) {
    const sentence = sentenceOf(rulebook, what, name),
      last = lines.at(-1);
    if (last && last.seat === what.seat) last.sentences.push(sentence);
    else lines.push({ seat: what.seat, sentences: [sentence] });
  }
  return lines;
}

/** Says that a bot thought less than usual about its move, and why. */
export function hurriedText(id: string, why: "busy" | "budget" | "failed", who: string): string {
  const key = `table.hurried-${why}`;
  return sayAt(id, has(key) ? key : "table.hurried-busy", { who });
}

/** Why a table was closed, from what its event says; without it, only that it was. */
export function closedText(why: string | undefined): string {
  if (why?.startsWith("The game is too long")) return say("table.closed-long");
  if (why?.startsWith("The witness has not answered")) return say("table.closed-witness");
  if (why === "Everyone has left.") return say("table.closed-empty");
  return say(why === "nobody came" ? "table.closed-nobody" : "table.closed");
}
