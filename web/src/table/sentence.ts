// Events in words: the sentences of the engine's rows with names filled in.
import type { Rulebook } from "../rulebook.svelte";
import type { Happening } from "../net/types";
import { capital, fill, has, say } from "../words/words.svelte";
import type { LogLine, Sentence } from "./scene";

export type Namer = (seat: number) => string;

/** "white1" becomes "white 1". */
export function chipName(rulebook: Rulebook, id: string): string {
  const chip = rulebook.chips[id];
  const key = chip ? `quacks.colour.${chip.colour}` : "";
  return chip ? `${has(key) ? say(key) : chip.colour} ${chip.value}` : id;
}

const dieName = (die: string | undefined): string => {
  const key = `quacks.die.${die}`;
  return has(key) ? say(key) : (die ?? "");
};

export function sentenceOf(rulebook: Rulebook, what: Happening, name: Namer): Sentence {
  const rows = rulebook.events[what.type];
  const row = rows?.[what.k] ?? rows?.[0];
  if (!row) return { text: what.type, rule: null, type: what.type };
  const hidden = row.secret !== "" && what.item === undefined && what.chip === undefined;
  const words = hidden ? row.secret : row.text;
  const text = fill(words, {
    seat: what.seat === null ? say("table.everyone") : name(what.seat),
    other: what.other === undefined ? "" : name(what.other),
    item: what.item ? (rulebook.items[what.item]?.name ?? what.item) : "",
    chip: what.chip ? chipName(rulebook, what.chip) : "",
    card: what.card ? (rulebook.cards[what.card]?.name ?? what.card) : "",
    die: dieName(what.die),
    a: what.slot ?? what.at ?? "",
    b: what.slot2 ?? "",
    n: what.n ?? 0,
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
export function hurriedText(why: "busy" | "budget", who: string): string {
  return say(why === "busy" ? "table.hurried-busy" : "table.hurried-budget", { who });
}

/** Why a table was closed, from what its event says; without it, only that it was. */
export function closedText(why: string | undefined): string {
  if (why?.startsWith("The game is too long")) return say("table.closed-long");
  if (why?.startsWith("The witness has not answered")) return say("table.closed-witness");
  if (why === "Everyone has left.") return say("table.closed-empty");
  return say(why === "nobody came" ? "table.closed-nobody" : "table.closed");
}
