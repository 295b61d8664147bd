// One thing is one thing: every sentence with a number, for 0, 1 and 2, in both languages.
import { describe, expect, it } from "vitest";
import { catalogue, type Pair } from "../src/words/catalogue";
import { fill } from "../src/words/words.svelte";
import { textsOf, translate } from "../src/texts";
import { engine } from "../rows";
import { german, rows } from "./rows";

const eventsOf = (games: typeof rows.games): string[] =>
  games.flatMap(game => game.events.flatMap(e => [e.text, e.secret]));
const pairs: Pair[] = Object.values(catalogue);
const said = {
  English: [
    ...eventsOf(rows.games),
    ...pairs.map(p => p[0]),
    ...engine.common.reasons.map(reason => reason.text),
  ],
  German: [
    ...eventsOf(rows.games.map(game => translate(game, german))),
    ...pairs.map(p => p[1]),
    ...Object.values(textsOf(translate(engine.common, german))),
  ],
};

/** What is counted nowhere yet, and must not be counted wrongly. */
const more: { [language: string]: [string, string][] } = {
  English: ["card", "player", "seat", "set", "turn", "table", "minute", "second", "entry"].map(
    one => [one, one === "entry" ? "entries" : `${one}s`],
  ),
  German: [
    ["Karte", "Karten"],
    ["Partie", "Partien"],
    ["Platz", "Plätze"],
    ["Runde", "Runden"],
    ["Sekunde", "Sekunden"],
    ["Minute", "Minuten"],
    ["Aktion", "Aktionen"],
    ["Eintrag", "Einträge"],
  ],
};

/** The forms of everything that is counted anywhere: [one, many]. */
const formsIn = (texts: string[]): [string, string][] =>
  texts
    .flatMap(text => [...text.matchAll(/\{\w+:([^|}]*)\|([^}]*)\}/g)])
    .map(m => [m[1] ?? "", m[2] ?? ""]);

/** These stand for words, not for numbers. */
const words = ["seat", "other", "who", "bot", "item", "chip", "card", "die", "what", "by"];

const filled = (text: string, n: number): string =>
  fill(
    text,
    Object.fromEntries(
      [...text.matchAll(/\{(\w+)/g)].map(m => [m[1] ?? "", words.includes(m[1] ?? "") ? "Ann" : n]),
    ),
  );

/** What is wrong with a sentence for this number: "1 points", or "2 point". */
function wrong(text: string, n: number, forms: [string, string][]): string[] {
  const others = forms.filter(([one, many]) => one !== many).map(f => f[n === 1 ? 1 : 0]);
  const right = new Set(forms.map(f => f[n === 1 ? 0 : 1]));
  return others
    .filter(form => !right.has(form))
    .filter(form => new RegExp(`(^|[^\\p{L}\\d-])${n} ${form}(?!\\p{L})`, "u").test(text));
}

describe("numbers and what they count", () => {
  it("are filled in with the right form", () => {
    expect(fill("{n:ruby|rubies}", { n: 0 })).toBe("0 rubies");
    expect(fill("{n:ruby|rubies}", { n: 1 })).toBe("1 ruby");
    expect(fill("{n:ruby|rubies}, {m:Zug|Züge}", { n: 2, m: 1 })).toBe("2 rubies, 1 Zug");
    expect(fill("{n:ruby|rubies}", {})).toBe("{n:ruby|rubies}");
    expect(wrong("Ann gains 1 rubies.", 1, [["ruby", "rubies"]])).toEqual(["rubies"]);
    expect(wrong("Ann gains 2 ruby.", 2, [["ruby", "rubies"]])).toEqual(["ruby"]);
  });

  for (const [language, texts] of Object.entries(said)) {
    const forms = [...formsIn(texts), ...(more[language] ?? [])];
    it(`agree in every sentence in ${language}`, () => {
      expect(forms.length).toBeGreaterThan(25);
      const bad = texts.flatMap(text =>
        [0, 1, 2].map(n => filled(text, n)).filter((one, n) => wrong(one, n, forms).length > 0),
      );
      expect(bad).toEqual([]);
      for (const text of texts) expect(filled(text, 1)).not.toMatch(/[{|}]/);
    });
  }
});
