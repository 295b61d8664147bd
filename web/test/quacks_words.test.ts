// Every answer of every question has words of its own, in both languages, and every moment can be drawn and said.
import { describe, expect, it } from "vitest";
import { choiceOf, orderOf } from "../src/games/quacks/answers";
import { nearest } from "../src/games/quacks/arrows";
import { cardRuling, potSummary, stateOf } from "../src/games/quacks/names";
import { questionText, whereText } from "../src/games/quacks/questions";
import { cardOf, type QuacksScene, type QuacksView } from "../src/games/quacks/view";
import { settings } from "../src/settings.svelte";
import { Engine, playGame, type Move } from "./quacks_engine";
import { isSaid } from "./ids";
import { rulebookOf } from "./rows";

const rulebook = rulebookOf("quacks");
const kinds = new Set<string>();

function sceneOf({
  before,
  seat,
  actions,
}: Pick<Move, "before" | "seat" | "actions">): QuacksScene {
  const kind = before.pending.find(p => p.seat === seat)?.kind ?? "";
  kinds.add(kind);
  return {
    rulebook,
    seats: [],
    seat,
    view: before,
    ask: { n: 1, kind, text: "", actions, until: null },
    free: true,
    sent: null,
    changed: new Set(),
    moment: null,
    help: true,
    name: s => `P${s}`,
    answer: () => undefined,
    explain: () => undefined,
  };
}

function checkMove(move: Move): void {
  const scene = sceneOf(move),
    choices = move.actions.map(a => choiceOf(scene, a));
  isSaid(rulebook, questionText(scene));
  choices.forEach(c => isSaid(rulebook, `${c.text} ${c.so ?? ""}`));
  const distinct = new Set(choices.map(c => `${c.text} ${c.so ?? ""}`));
  expect(distinct.size, `${move.actions.join()}: ${[...distinct].join(" | ")}`).toBe(
    choices.length,
  );
  expect(move.actions.filter(a => Number.isNaN(orderOf(scene, a)))).toEqual([]);
  scene.view.players.forEach((_, seat) => {
    isSaid(rulebook, potSummary(scene, seat));
    isSaid(rulebook, stateOf(scene, seat));
  });
}

const games: [players: number, options: object][] = [
  [2, { books: 1 }],
  [4, { books: 2, pot: "tubes", second_chance: "risky", strong_ingredient: "acts" }],
  [3, { books: 3 }],
  [4, { books: 4, together: true }],
  [3, { books: { green: 1, blue: 3, purple: 3 }, optional: "asked" }],
  [2, { books: 4, optional: "asked", pot: "tubes" }],
  [2, { books: { green: 4, blue: 1, red: 2, yellow: 1, purple: 2 }, pot: "tubes" }],
];

describe("questions and answers of the Quacks", () => {
  it("are said in both languages", async () => {
    const checkBoth = (move: Move): void => {
      for (const language of ["de", "en"] as const) {
        settings.language = language;
        checkMove(move);
      }
    };
    for (const [players, options] of games)
      for (let seed = 10; seed < 14; seed++) await playGame(players, options, seed, checkBoth);
  }, 120_000);

  it("were all asked", () => {
    const all =
      "fortune brew bonus pick swap return restart red step purple pay score buy rubies optional rats".split(
        " ",
      );
    expect(all.filter(kind => !kinds.has(kind))).toEqual([]);
  });
});

const why = ({ before, seat }: Move): string | undefined =>
  before.pending.find(p => p.seat === seat)?.why;

/** A moment of a game that fits. */
async function reached(
  players: number,
  options: object,
  fits: (move: Move) => boolean,
): Promise<Move> {
  let found: Move | undefined;
  for (let seed = 1; !found && seed < 40; seed++)
    await playGame(players, options, seed, move => {
      if (!found && fits(move)) found = move;
    });
  if (!found) throw new Error("no such moment");
  return found;
}

/** What seat 0 is told of these answers after turn 4, with this droplet and so many of each chip in the supply. */
async function told(
  options: object,
  droplet: number,
  supply: number,
  actions: string[],
): Promise<string[]> {
  const { before } = await reached(
      2,
      { ...options },
      move => move.seat === 0 && move.before.turn > 4,
    ),
    view = structuredClone(before),
    own = view.players[0];
  if (own) own.droplet = droplet;
  view.fortune.card = "choose-wisely";
  Object.keys(view.supply).forEach(chip => (view.supply[chip] = supply));
  const scene = sceneOf({ before: view, seat: 0, actions });
  return actions.map(a => choiceOf(scene, a)).map(({ text, so }) => `${text}|${so ?? ""}`);
}

it("no more is promised than comes (Q2, Q8)", async () => {
  const tiers = ["purple 1", "purple 2", "purple 3"];
  settings.language = "en";
  expect(await told({ books: { purple: 1 } }, 5, 9, tiers)).toEqual([
    "1 point|1 purple",
    "1 point and 1 ruby|2 purple",
    "2 points and 1 droplet step|3 purple",
  ]);
  expect((await told({ books: { purple: 1 } }, 51, 9, tiers))[2]).toBe("2 points|3 purple");
  const numbers = { books: { purple1: { points: { "3": 0 } } } };
  expect((await told({ books: { purple: 1 }, numbers }, 51, 9, tiers))[2]).toBe("Nothing|3 purple");
  const gives = { books: { purple: 2 } };
  expect(await told(gives, 5, 9, tiers)).toEqual([
    "Give 1 back: black\u00a01, 1 point and 1 ruby|1 purple",
    "Give 2 back: green\u00a01, blue\u00a02, 3 points and 1 droplet step|2 purple",
    "Give 3 back: yellow\u00a04, 6 points, 2 droplet steps and 1 ruby|3 purple",
  ]);
  expect(await told(gives, 50, 0, tiers)).toEqual([
    "Give 1 back: 1 point and 1 ruby|1 purple",
    "Give 2 back: 3 points and 1 droplet step|2 purple",
    "Give 3 back: 6 points, 1 droplet step and 1 ruby|3 purple",
  ]);
  settings.language = "de";
  expect((await told(gives, 51, 9, tiers))[1]).toBe(
    "2 zurückgeben: Grün\u00a01, Blau\u00a02 und 3 Siegpunkte|2 Lila",
  );
  settings.language = "en";
}, 60_000);

it("steps of Choose Wisely are told as far as they go (Q7)", async () => {
  const so = "Your potions start there from now on",
    steps = async (options: object, droplet: number): Promise<string | undefined> =>
      (await told(options, droplet, 9, ["choose droplet"]))[0];
  expect(await steps({}, 49)).toBe(`2 droplet steps|${so}`);
  expect(await steps({}, 50)).toBe(`1 droplet step|${so}`);
  expect(await steps({}, 51)).toBe("Nothing|Your droplet can go no further");
  expect(await steps({ optional: "asked" }, 5)).toBe("2 droplet steps|");
  expect(await steps({ pot: "tubes" }, 51)).toBe("2 droplet steps|");
}, 60_000);

/** Seat 0 draws these chips under a card; what it is asked then. */
async function afterDraws(card: string, options: object, chips: string[]): Promise<QuacksScene> {
  const engine = new Engine(),
    draws = chips.map(draw => ({ draw, seat: 0 }));
  await engine.ask({ op: "force", chance: [{ first: 0 }, { fortune: card }, ...draws] });
  await engine.ask({ op: "new", game: "quacks", players: 2, seed: 1, options });
  for (const _ of chips) await engine.ask({ op: "apply", seat: 0, action: "draw" });
  const { decisions } = (await engine.ask({ op: "legal" })) as unknown as {
      decisions: { seat: number; actions: string[] }[];
    },
    before: QuacksView = await engine.view();
  engine.end();
  return sceneOf({ before, seat: 0, actions: decisions.find(d => d.seat === 0)?.actions ?? [] });
}

it("what may be passed up is named with what it brings (Q12)", async () => {
  const options = { optional: "asked", books: { blue: 3 } },
    { before, seat } = await reached(3, options, move => why(move) === "blue2"),
    scene = sceneOf({ before, seat, actions: ["optional leave", "optional take"] });
  expect(questionText(scene)).toBe("Crow skull: take 1\u00a0ruby?".replace("\u00a0", " "));
  expect(choiceOf(scene, "optional take").text).toBe("Take 1 ruby");
  expect(choiceOf(scene, "optional leave").text).toBe("Pass it up");
  const step = await reached(2, { optional: "asked" }, move => why(move) === "droplet");
  expect(questionText(sceneOf(step))).toBe("Move your droplet one step?");
  const rats = await reached(2, { optional: "asked" }, move => move.actions.includes("rats 2")),
    sorted = [...rats.actions].sort(
      (a, b) => orderOf(sceneOf(rats), a) - orderOf(sceneOf(rats), b),
    );
  expect(sorted[0]).toBe(`rats ${rats.actions.length - 1}`);
  expect(sorted.at(-1)).toBe("rats 0");
  expect(choiceOf(sceneOf(rats), "rats 1")).toMatchObject({
    text: "1 rat tail",
    so: "Your potion starts 1 space further",
  });
}, 60_000);

it("a risky Second Chance asks after the explosion, a safe one after five chips (Q12)", async () => {
  const chips = ["white3", "white2", "white2", "white1"];
  const risky = await afterDraws("second-chance", { second_chance: "risky" }, chips);
  expect(questionText(risky)).toBe("Your pot has exploded with 4 chips. Start again?");
  expect(choiceOf(risky, "restart no")).toMatchObject({
    text: "Leave it as it is",
    so: "Points or coins, not both",
  });
  expect(choiceOf(risky, "restart yes").text).toBe("Start again");
  expect(cardRuling(risky.view)).toBe("Risky: your first five chips can explode the pot.");
  const safe = await afterDraws("second-chance", {}, [...chips, "white1"]);
  expect(questionText(safe)).toBe("A Second Chance: start this potion again?");
  expect(choiceOf(safe, "restart no").text).toBe("Go on");
  expect(cardRuling(safe.view)).toMatch(/^Safe: your first five chips cannot/);
});

it("without fortune cards nothing speaks of one (Q12)", async () => {
  await playGame(3, { fortune: "off" }, 5, move => {
    const scene = sceneOf(move);
    expect(scene.view.fortune).toEqual({ card: null, left: [] });
    expect(cardOf(scene)).toBeUndefined();
    expect(questionText(scene)).not.toMatch(/null|fortune/i);
  });
});

it("whoever cannot buy anything is told so, not asked what to buy", async () => {
  const engine = new Engine();
  await engine.ask({ op: "new", game: "quacks", players: 2, seed: 1 });
  const before = (await engine.ask({ op: "view", seat: 0 }))["view"] as QuacksView;
  before.players.forEach(p => Object.assign(p, { coins: 1, bought: [] }));
  before.pending = [{ seat: 0, kind: "buy" }];
  expect(questionText(sceneOf({ before, seat: 0, actions: ["buy done"] }))).toBe(
    "You have 1 coin: too little for any chip.",
  );
  expect(questionText(sceneOf({ before, seat: 0, actions: ["buy orange1", "buy done"] }))).toBe(
    "You have 1 coin. Buy a chip, or finish.",
  );
  before.players.forEach(p => Object.assign(p, { bought: ["orange1"] }));
  expect(questionText(sceneOf({ before, seat: 0, actions: ["buy done"] }))).toBe(
    "1 coin left: too little for another chip.",
  );
});

it("the header names a start player only as long as somebody starts", () => {
  const header = (phase: string): string =>
    whereText({
      view: { game: "quacks", turn: 9, phase, start: 1, options: {} },
      name: () => "Ann",
    } as unknown as QuacksScene);
  expect(header("potions")).toBe("Turn 9 of 9 · Potions · Ann starts");
  expect(header("over")).toBe("Turn 9 of 9 · The end");
});

describe("arrow keys", () => {
  const box = (
    left: number,
    top: number,
  ): { left: number; top: number; width: number; height: number } => ({
    left,
    top,
    width: 10,
    height: 10,
  });

  it("go to the nearest button that way, rather straight on than aside", () => {
    const boxes = [box(20, 0), box(60, 0), box(20, 30), box(0, 30)];
    expect(nearest(box(0, 0), boxes, "ArrowRight")).toBe(0);
    expect(nearest(box(0, 0), boxes, "ArrowDown")).toBe(3);
    expect(nearest(box(0, 0), boxes, "ArrowLeft")).toBe(-1);
    expect(nearest(box(0, 0), boxes, "Enter")).toBe(-1);
  });
});
