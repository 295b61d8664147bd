// Events in words: the sentences of the engine's rows with names filled in.
import { spaces } from "engine:rows";
import type { Rulebook } from "../rulebook.svelte";
import type { Happening } from "../net/types";
import { capital, fill, has, say, sayAt } from "../words/words.svelte";
import type { LogLine, Sentence } from "./scene";

export type Namer = (seat: number) => string;

/** What a newer server has and these rows lack, without the look of an id: "Older wand". */
export const spelled = (id: string): string => capital(id.replaceAll("-", " "));

/** The name of an item, a card or a wizard. */
export const nameOfId = (rulebook: Rulebook, id: string): string =>
  (rulebook.items[id] ?? rulebook.cards[id] ?? rulebook.wizards[id])?.name ?? spelled(id);

/** An answer that no face has words for, with names in place of ids. */
export const actionInWords = (rulebook: Rulebook, action: string): string =>
  capital(
    action
      .split(" ")
      .map(word =>
        word in rulebook.chips
          ? chipName(rulebook, word)
          : word.includes("-")
            ? nameOfId(rulebook, word)
            : word,
      )
      .join(" "),
  );

/** "white1" becomes "white 1". */
export function chipName(rulebook: Rulebook, id: string): string {
  const chip = rulebook.chips[id];
  const key = chip ? `quacks.colour.${chip.colour}` : "";
  return chip ? `${has(key) ? say(key) : chip.colour} ${chip.value}` : spelled(id);
}

/** A space of a pot by what it shows: "the space with 12 coins". */
export const spaceShort = (space: number): string =>
  space === 0
    ? say("quacks.the-middle")
    : say("quacks.the-space", { n: spaces[space]?.coins ?? 0 });

/** Where a chip was laid, by what stopping there gives: the coins of the next space (Q1). */
const spaceBefore = (space: number): string =>
  say("quacks.space-before", { n: spaces[space + 1]?.coins ?? 0 });

const dieName = (die: string | undefined): string => {
  const key = `quacks.die.${die}`;
  return has(key) ? say(key) : (die ?? "");
};

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
    chip: what.chip ? chipName(rulebook, what.chip) : "",
    card: what.card ? nameOfId(rulebook, what.card) : "",
    die: dieName(what.die),
    a: what.slot ?? "",
    space: what.at === undefined ? "" : spaceBefore(what.at),
    b: what.slot2 ?? "",
    n: countOf(what),
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
