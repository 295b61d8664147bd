// Every answer of every question of Arcane Alley has words of its own, in both languages, and no id is shown.
import { describe, expect, it } from "vitest";
import { cellLabel, labelOf } from "../src/games/arcane/names";
import { questionOf } from "../src/games/arcane/question";
import type { ArcaneScene, ArcaneView } from "../src/games/arcane/view";
import type { Rulebook } from "../src/rulebook.svelte";
import { settings } from "../src/settings.svelte";
import { actionInWords, nameOfId } from "../src/table/sentence";
import { isSaid } from "./ids";
import { dice, Engine } from "./quacks_engine";
import { rulebookOf } from "./rows";

const books = { en: rulebookOf("arcane"), de: rulebookOf("arcane", "de") };
const kinds = new Set<string>();

interface Decision {
  seat: number;
  kind: string;
  actions: string[];
}

/** In both languages; English is the last, and stays. */
function checkBoth(view: ArcaneView, decision: Decision): void {
  for (const language of ["de", "en"] as const) {
    settings.language = language;
    checkMove(books[language], view, decision);
  }
}

function checkMove(rulebook: Rulebook, view: ArcaneView, { seat, kind, actions }: Decision): void {
  const scene = {
    rulebook,
    seats: [],
    seat,
    view,
    ask: { n: 1, kind, text: "", actions, until: null },
    free: true,
    sent: null,
    changed: new Set<string>(),
    moment: null,
    help: true,
    name: (s: number) => `P${s}`,
    answer: () => undefined,
    explain: () => undefined,
  } as ArcaneScene;
  kinds.add(kind);
  isSaid(rulebook, questionOf(scene));
  const texts = actions.map(action => labelOf(scene, action).text);
  texts.forEach(text => isSaid(rulebook, text));
  expect(new Set(texts).size, texts.join(" | ")).toBe(actions.length);
  view.players[seat]?.house.cells.forEach((cell, i) =>
    isSaid(rulebook, cellLabel(scene, i + 1, cell)),
  );
}

/** Plays at random for a while; whoever triggers at once sees little of the game. */
async function play(players: number, options: object, seed: number) {
  const engine = new Engine(),
    roll = dice(seed);
  await engine.ask({ op: "new", game: "arcane", players, seed, options });
  for (let i = 0; i < 160; i++) {
    const decisions = (await engine.ask({ op: "legal" }))["decisions"] as Decision[];
    if (decisions.length === 0) break;
    const now = decisions[roll(decisions.length)] as Decision;
    const view = (await engine.ask({ op: "view", seat: now.seat }))["view"] as ArcaneView;
    checkBoth(view, now);
    const action = now.actions[roll(now.actions.length)];
    await engine.ask({ op: "apply", seat: now.seat, action });
  }
  engine.end();
}

describe("questions and answers of Arcane Alley", () => {
  it("are said in both languages", async () => {
    for (const [players, options] of [
      [2, { wizards: "random" }],
      [4, { market: true, wizards: "random" }],
      [6, { edition: "hundred" }],
    ] as [number, object][])
      for (let seed = 3; seed < 7; seed++) await play(players, options, seed);
  }, 120_000);

  it("were asked in their kinds", () => {
    const usual = ["reveal", "draw", "act", "slot", "target"];
    expect(
      usual.filter(kind => !kinds.has(kind)),
      [...kinds].join(),
    ).toEqual([]);
  });
});

it("what these rows lack is spelled, not shown as an id", () => {
  expect(nameOfId(books.en, "older-wand")).toBe("Older Wand");
  expect(nameOfId(books.en, "newest-wand")).toBe("Newest wand");
  expect(actionInWords(books.en, "wave bubbling-cauldron 3")).toBe("Wave Bubbling Cauldron 3");
  expect(actionInWords(rulebookOf("quacks"), "wave white1")).toBe("Wave white 1");
});
