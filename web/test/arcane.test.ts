// The pure parts of the Arcane Alley table: what can be touched, what is asked, what is shown moving.
import { describe, expect, it } from "vitest";
import { Crates } from "../src/games/arcane/crates";
import { showsOf, type Show } from "../src/games/arcane/moments";
import { cellLabel, labelOf, numbersOf } from "../src/games/arcane/names";
import { paysOf } from "../src/games/arcane/odds";
import { placesOf, whyNot, type Grip, type Situation } from "../src/games/arcane/places";
import { endingOf, questionOf, whereOf } from "../src/games/arcane/question";
import { stepTo } from "../src/games/arcane/rove";
import { slidden } from "../src/games/arcane/slide";
import { goldScale, goldTicks } from "../src/games/arcane/tracks";
import {
  othersOf,
  type ArcanePending,
  type ArcaneScene,
  type ArcaneView,
  type Cell,
  type House,
  type ArcanePlayer,
} from "../src/games/arcane/view";
import type { Rulebook, ItemRow } from "../src/rulebook.svelte";
import type { Happening, Json } from "../src/net/types";
import { settings } from "../src/settings.svelte";
import { holding } from "../src/table/holding.svelte";

const up = (item: string): Cell => ({ item, up: true });
const down: Cell = { item: null, up: false };
const house = (cells: (Cell | null)[], cols = 3): House => ({
  rows: cells.length / cols,
  cols,
  cells,
});
const fresh = (): House => house(Array.from({ length: 9 }, () => ({ ...down })));

const player = (more: Partial<ArcanePlayer> = {}): ArcanePlayer => ({
  wizard: null,
  gold: 25,
  infamy: 0,
  fines: 0,
  stash: [],
  house: fresh(),
  ...more,
});

function view(more: Partial<ArcaneView> = {}): ArcaneView {
  return {
    game: "arcane",
    options: { edition: "three", goal: 100, rounds: null, cards: null },
    phase: "sell",
    round: 2,
    first: 0,
    turn: 0,
    pending: [],
    pool: {},
    deck: { count: 50, top: [], own: null },
    discard: ["dark-lotus"],
    market: null,
    aside: {},
    aside_unseen: [],
    players: [player(), player(), player()],
    tracker: null,
    turns: 0,
    triggered_by: null,
    winners: null,
    ...more,
  };
}

const row = (
  id: string,
  name: string,
  gold: number,
  infamy: number,
  brief = "",
): [string, ItemRow] => [
  id,
  {
    id,
    name,
    short: name,
    gold,
    infamy,
    counts: [1, 1],
    when: ["played"],
    certainty: "PH",
    brief,
    text: "",
    editions: "",
    rules: [],
  },
];
const rulebook = {
  game: "arcane",
  items: Object.fromEntries([
    row("dragons-egg", "Dragon's Egg", 20, 4),
    row("older-wand", "Older Wand", 3, 1),
    row("haunted-doll", "Haunted Doll", 40, 7),
    row("mystical-lamp", "Mystical Lamp", 0, 10),
    row("hypnotic-toad", "Hypnotic Toad", 0, -2),
    row("bubbling-cauldron", "Bubbling Cauldron", 15, 4, "Sold: lose 5 gold."),
    row("dark-lotus", "Dark Lotus", 30, 0, "Played: lose 5 gold."),
    row("facsimilous-feline", "Facsimilous Feline", 0, 8),
    row("crystal-ball", "Crystal Ball", 9, 3, "Played: gain 1 infamy, then peek."),
  ]),
  questions: {
    draw: [{ name: "draw", rule: "A5.1", text: "Draw an item into your stash.", secret: "" }],
  },
  events: {},
  cards: {},
  wizards: {},
} as unknown as Rulebook;

function scene(
  more: Partial<ArcaneView>,
  pending: Partial<ArcanePending> & { kind: string },
  actions: string[] = [],
): ArcaneScene {
  const now = { seat: 0, ...pending } as ArcanePending;
  return {
    rulebook,
    seats: [],
    seat: 0,
    view: view({ pending: [now], ...more }),
    ask: { n: 1, kind: pending.kind, text: "?", actions, until: null },
    free: true,
    sent: null,
    changed: new Set<string>(),
    moment: null,
    help: false,
    name: n => ["Ada", "Berta", "Cyril"][n] ?? "",
    answer: () => undefined,
    explain: () => undefined,
  };
}

const situation = (
  kind: string,
  actions: string[],
  more: Partial<ArcaneView> = {},
  extra: { [key: string]: Json } = {},
): Situation => ({
  view: view(more),
  me: 0,
  pending: { kind, seat: 0, ...extra } as ArcanePending,
  actions,
});
const nothing: Grip = { held: null, picked: null };
const lit = (now: Situation, grip = nothing): string[] => [...placesOf(now, grip).keys()].sort();

describe("what can be touched", () => {
  const stash = [{ item: "older-wand" }, { item: "mystical-lamp" }];
  const acts = [
    "discard older-wand",
    "discard mystical-lamp",
    "play older-wand",
    "play mystical-lamp",
    "use mystical-lamp",
  ];
  const withDoll = house([
    up("haunted-doll"),
    down,
    up("older-wand"),
    null,
    down,
    down,
    down,
    down,
    down,
  ]);
  const acting = (): Situation =>
    situation("act", acts, { players: [player({ stash, house: withDoll }), player()] });

  it("is the stash before an item is lifted", () => {
    expect(lit(acting())).toEqual(["stash.0.0", "stash.0.1"]);
  });

  it("is, for a lifted item, every slot but those of revealed Dolls and empty ones, and the discard", () => {
    expect(lit(acting(), { held: 0, picked: null })).toEqual([
      "discard",
      "house.0.2",
      "house.0.3",
      "house.0.5",
      "house.0.6",
      "house.0.7",
      "house.0.8",
      "house.0.9",
      "stash.0.0",
      "stash.0.1",
    ]);
  });

  it("has a place to use a special item", () => {
    expect(lit(acting(), { held: 1, picked: null })).toContain("use");
    expect(lit(acting(), { held: 0, picked: null })).not.toContain("use");
  });

  it("plays and chooses the slot in one go", () => {
    expect(placesOf(acting(), { held: 0, picked: null }).get("house.0.5")).toMatchObject({
      is: "do",
      action: "play older-wand",
      then: "slot 5",
    });
  });

  it("puts a lifted item back where it was", () => {
    expect(placesOf(acting(), { held: 0, picked: null }).get("stash.0.0")).toEqual({ is: "back" });
  });

  it("is no slot where playing is not offered", () => {
    const now = situation("act", ["discard older-wand"], { players: [player({ stash })] });
    expect(lit(now, { held: 0, picked: null })).toEqual(["discard", "stash.0.0"]);
  });

  it("is deck, discard and the Market slots one can pay", () => {
    expect(lit(situation("draw", ["draw deck", "draw discard", "draw market 2"]))).toEqual([
      "deck",
      "discard",
      "market.2",
    ]);
  });

  it("is two slots one after the other", () => {
    const now = situation("reveal", ["reveal 1 5", "reveal 2 5"]);
    expect(placesOf(now, nothing).get("house.0.1")).toEqual({ is: "pick", slot: 1 });
    const second = placesOf(now, { held: null, picked: 5 });
    expect(second.get("house.0.2")).toMatchObject({ action: "reveal 2 5" });
    expect(second.get("house.0.5")).toEqual({ is: "back" });
  });

  it("is another's storehouse for Toad, Doll and Lockbox", () => {
    expect(lit(situation("swap", ["swap 1 2"], {}, { target: 2 }))).toEqual([
      "house.2.1",
      "house.2.2",
    ]);
    expect(lit(situation("slot", ["slot 4"], {}, { target: 1 }))).toEqual(["house.1.4"]);
    expect(lit(situation("theirs", ["theirs 3"], {}, { target: 1 }))).toEqual(["house.1.3"]);
    expect(lit(situation("slot", ["slot 4"], {}, { item: "older-wand" }))).toEqual(["house.0.4"]);
  });

  it("is a player to be chosen", () => {
    expect(lit(situation("target", ["target 1", "target 2"]))).toEqual(["seat.1", "seat.2"]);
  });

  it("is a slot of one set alone, where there are several", () => {
    expect(lit(situation("sell", ["sell 1 2 3", "sell 1 4 7"]))).toEqual([
      "house.0.2",
      "house.0.3",
      "house.0.4",
      "house.0.7",
    ]);
  });

  it("is nothing where buttons answer", () => {
    expect(lit(situation("cauldron", ["cauldron gold", "cauldron infamy"]))).toEqual([]);
  });

  it("says why not", () => {
    expect(whyNot(acting(), "house.0.1", true)).toEqual({ key: "no-doll", rule: "A5.8" });
    expect(whyNot(acting(), "house.0.1", false)).toBeNull();
    expect(
      whyNot(
        situation("peek", ["peek 2"], { players: [player({ house: withDoll })] }),
        "house.0.3",
        false,
      ),
    ).toEqual({ key: "no-hidden", rule: "A2" });
    expect(
      whyNot(situation("draw", [], { market: ["older-wand", null, null] }), "market.1", false),
    ).toEqual({ key: "no-gold", rule: "A12.2" });
    expect(
      whyNot(situation("draw", [], { market: [null, null, null] }), "market.1", false),
    ).toBeNull();
  });
});

describe("words", () => {
  it("ask about the item at hand", () => {
    expect(questionOf(scene({}, { kind: "slot", item: "older-wand" }))).toBe(
      "Older Wand: which slot does it go to?",
    );
    expect(questionOf(scene({}, { kind: "slot", item: "older-wand", returning: true }))).toContain(
      "comes back",
    );
    expect(questionOf(scene({}, { kind: "slot", target: 2 }))).toBe(
      "Haunted Doll: which hidden item of Cyril does it remove?",
    );
    expect(questionOf(scene({}, { kind: "target", cause: "dragons-egg" }))).toBe(
      "Dragon's Egg: which other player gets 15 gold and 2 infamy?",
    );
    expect(questionOf(scene({}, { kind: "draw" }))).toBe("Draw an item into your stash.");
  });

  it("follow a lifted item", () => {
    const actions = ["discard older-wand", "play older-wand", "play mystical-lamp"];
    const q = (...more: string[]): string =>
      questionOf(scene({}, { kind: "act" }, [...actions, ...more]));
    holding.item = "older-wand";
    expect(q()).toBe("Older Wand: which slot does it go to? Or discard it.");
    holding.item = "mystical-lamp";
    expect(q("use mystical-lamp")).toBe("Mystical Lamp: use it, discard it, or choose a slot.");
    holding.item = null;
    expect(q("use mystical-lamp")).toBe("?");
    expect(q()).toBe("Play an item of your stash, or discard one.");
  });

  it("say why there is no bribe", () => {
    const q = (gold: number, infamy: number): string =>
      questionOf(scene({ players: [player({ gold, infamy })] }, { kind: "bribe" }, ["bribe 0"]));
    expect(q(1, 8)).toBe("Bribes: they cost at least 2 gold, and you have 1.");
    expect(q(9, 0)).toBe("Bribes: you have no infamy to get rid of.");
    expect(q(9, 1)).toMatch(/How much gold do you spend\?$/);
  });

  it("use the numbers of the table", () => {
    const cards = {
      items: { "bubbling-cauldron": { effect: { gold: 7 } }, "dragons-egg": { gold: 33 } },
    };
    const options = { edition: "three", goal: 100, rounds: null, cards };
    expect(labelOf(scene({ options }, { kind: "cauldron" }), "cauldron gold").text).toBe(
      "Lose 7 gold",
    );
    expect(numbersOf(scene({ options }, { kind: "act" }), "dragons-egg")).toBe(
      "set 33 gold, infamy 4",
    );
  });

  it("say in full what lies in a slot", () => {
    const s = scene({}, { kind: "act" });
    expect(cellLabel(s, 4, up("dragons-egg"))).toBe(
      "Slot 4: Dragon's Egg, revealed, set 20 gold, infamy 4",
    );
    expect(cellLabel(s, 4, down)).toBe("Slot 4: hidden");
    expect(cellLabel(s, 4, { item: "older-wand", up: false, known: [0] })).toBe(
      "Slot 4: hidden; you know it: Older Wand, set 3 gold, infamy 1",
    );
    expect(cellLabel(s, 4, null)).toBe("Slot 4: empty");
  });

  it("have a name for every answer", () => {
    const players = [
      player({
        house: house([
          up("dragons-egg"),
          up("dragons-egg"),
          up("facsimilous-feline"),
          ...Array.from({ length: 6 }, () => down),
        ]),
      }),
      player(),
      player(),
    ];
    const s = scene({ players, market: ["older-wand", null, null] }, { kind: "act", target: 1 });
    const actions = [
      "reveal 1 5",
      "draw deck",
      "draw discard",
      "draw market 1",
      "play older-wand",
      "discard older-wand",
      "use mystical-lamp",
      "slot 4",
      "effect use",
      "effect ignore",
      "peek 3",
      "cauldron gold",
      "cauldron infamy",
      "target 2",
      "target 0",
      "swap 1 4",
      "sell 1 2 3",
      "slide across",
      "slide down",
      "take older-wand",
      "own 3",
      "theirs 8",
      "remove 5",
      "dafana pay",
      "dafana pass",
      "ninx 1",
      "bribe 6",
      "bribe 0",
    ];
    for (const action of actions) {
      const { text } = labelOf(s, action);
      expect(text.toLowerCase(), action).not.toBe(action);
      expect(text, action).not.toMatch(/[{}]|undefined/);
    }
    expect(labelOf(s, "sell 1 2 3").text).toBe("Sell Dragon's Egg: slots 1 2 3 for 20 gold");
    expect(labelOf(s, "draw market 1").text).toBe("Buy Older Wand for 1 gold");
  });

  it("ask Meeblemore with the item and what it would do", () => {
    const cells = [up("crystal-ball"), ...fresh().cells.slice(1)],
      players = [player({ house: house(cells) }), player(), player()];
    expect(questionOf(scene({ players }, { kind: "effect", slot: 1 }))).toBe(
      "Meeblemore, Crystal Ball: gain 1 infamy, then peek. Use this effect, or ignore it?",
    );
  });

  it("tell Meeblemore what the card does not know: his Sword, his purse (A7.4, A3.1)", () => {
    const ask = (item: string, beside: string, gold: number): string => {
      const own = player({
        house: house([item, beside, beside].map(up)),
        gold,
        wizard: "meeblemore",
      });
      return questionOf(scene({ players: [own, player(), player()] }, { kind: "effect", slot: 1 }));
    };
    const coin = "three-headed-coin";
    expect(ask(coin, coin, 1)).not.toContain("Sword");
    expect(ask(coin, "sovereign-sword", 1)).toContain("Your Sword leaves you 50 % of that.");
    expect(ask("dark-lotus", coin, 1)).toContain(". You have 1 gold. Use");
    expect(ask("dark-lotus", coin, 99)).not.toContain("You have");
    expect(ask("bubbling-cauldron", coin, 0)).toContain(". You have 0 gold. Use");
  });

  it("promise the gold that is gained: Sword, Byros, no more than one has (A6.7, A7.4, A3.1)", () => {
    const egg = "dragons-egg",
      eggs = [egg, egg, egg].map(up);
    const at = (cells: Cell[], more: Partial<ArcanePlayer>, action: string, kind = "ninx") => {
      const own = player({ house: house(cells), ...more });
      return labelOf(scene({ players: [own, player(), player()] }, { kind }), action).text;
    };
    const beside = [...eggs, up("sovereign-sword"), down, down];
    expect(at(beside, {}, "sell 1 2 3")).toContain("for 10 gold");
    expect(at(beside, { wizard: "byros" }, "sell 1 2 3")).toContain("for 11 gold");
    expect(at(eggs, { wizard: "byros" }, "sell 1 2 3")).toContain("for 23 gold");
    expect(at(beside, {}, "ninx 1")).toBe("Dragon's Egg in slot 1: 2 gold");
    expect(at(eggs, {}, "ninx 1")).toBe("Dragon's Egg in slot 1: 4 gold");
    expect(at(eggs, { gold: 1 }, "cauldron gold")).toBe("Lose 1 gold");
  });

  it("ask Ninx with her Sword counted in (A11.ninx)", () => {
    const egg = "dragons-egg";
    const ask = (cells: Cell[]): string =>
      questionOf(scene({ players: [player({ house: house(cells) })] }, { kind: "ninx" }));
    expect(ask([egg, egg, egg].map(up))).toMatch(/its infamy in gold\.$/);
    expect(ask([egg, egg, "sovereign-sword"].map(up))).toMatch(/leaves you 50 % of that\.$/);
  });

  it("say where the game stands", () => {
    expect(whereOf(scene({ triggered_by: 1 }, { kind: "draw" }))).toBe(
      "Round 2 of 3 · Sell · your turn · Berta triggered the inspection",
    );
    const options = { edition: "hundred", goal: 200, rounds: null, cards: null };
    expect(whereOf(scene({ options, tracker: 12 }, { kind: "draw", seat: 1 }))).toBe(
      "Round 2 of at most 100, goal 200 gold · Sell · Berta's turn · turn 12, no inspection before turn 15",
    );
    expect(whereOf(scene({ options, round: 100 }, { kind: "draw" }))).toBe(
      "Round 100 of at most 100, the last, goal 200 gold · Sell · your turn",
    );
    expect(whereOf(scene({ options, rules: "0.1.0" }, { kind: "draw" }))).toBe(
      "Round 2 of at most 50, goal 200 gold · Sell · your turn",
    );
    const three = { ...options, rounds: 150 };
    expect(whereOf(scene({ options: three }, { kind: "draw" }))).toBe(
      "Round 2 of 150 · Sell · your turn",
    );
  });

  it("say at the end whether the guard ended the game", () => {
    const over = (goal: number, gold: number, more: object = {}): string => {
      const options = { edition: "hundred", goal, rounds: null, cards: null, ...more };
      const s = scene({ options, phase: "over", round: goal / 2 }, { kind: "draw" });
      for (const player of s.view.players) player.gold = gold;
      return endingOf(s);
    };
    expect(over(200, 199)).toContain("Nobody reached 200 gold in 100 rounds (A1.guard)");
    expect(over(200, 200)).toBe("");
    expect(over(300, 40)).toContain("150 rounds");
    expect(over(100, 40, { edition: "three" })).toBe("");
    expect(over(100, 40, { rounds: 50 })).toBe("");
    settings.language = "de";
    expect(over(100, 40)).toContain("Niemand hat in 50 Runden 100 Gold erreicht");
    settings.language = "en";
  });

  it("are German where German is wished for", () => {
    settings.language = "de";
    expect(labelOf(scene({}, { kind: "cauldron" }), "cauldron gold").text).toBe("2 Gold verlieren");
    settings.language = "en";
  });
});

describe("what moves", () => {
  const egg = "dragons-egg";
  const show = (
    before: Partial<ArcaneView>,
    after: Partial<ArcaneView>,
    happenings: Partial<Happening>[],
    me: number | null = 0,
  ): Show[] =>
    showsOf(
      {
        turn: 1,
        mover: 1,
        before: view(before),
        after: view(after),
        happenings: happenings.map(h => ({ k: 0, seat: 1, type: "", ...h })),
      },
      me,
    );

  it("draws from deck, discard or Market", () => {
    expect(show({}, {}, [{ type: "draw" }])).toEqual([
      { is: "fly", item: null, from: "deck", to: "stash.1" },
    ]);
    expect(show({}, { discard: [] }, [{ type: "draw", item: "dark-lotus" }])[0]).toMatchObject({
      from: "discard",
    });
    expect(show({}, {}, [{ type: "draw", item: egg, slot: 1 }])).toMatchObject([
      { is: "fly", from: "market.1" },
      {
        is: "close",
        moves: [
          { from: "market.2", to: "market.1" },
          { from: "market.3", to: "market.2" },
        ],
      },
    ]);
  });

  it("ends in one's own stash where the item lies", () => {
    const players = [player({ stash: [{ item: "dark-lotus" }, { item: egg }] })];
    expect(show({}, { players }, [{ type: "draw", seat: 0, item: egg }])).toMatchObject([
      { to: "stash.0.1" },
    ]);
  });

  it("does not fly what was put there by hand", () => {
    expect(show({}, {}, [{ type: "play", seat: 0, item: egg, slot: 4 }])).toEqual([]);
    expect(
      show({}, {}, [
        { type: "play", item: egg, slot: 4 },
        { type: "replace", item: "older-wand" },
      ]),
    ).toEqual([
      { is: "fly", item: egg, from: "stash.1", to: "house.1.4" },
      { is: "fly", item: "older-wand", from: "house.1.4", to: "discard" },
    ]);
  });

  it("lifts the three that are sold, and closes up", () => {
    const before = house([down, up(egg), down, down, up(egg), down, down, down, down]);
    const after = house([down, down, down, down, down, down], 2);
    const shows = show(
      { players: [player(), player({ house: before })] },
      { players: [player(), player({ house: after })] },
      [
        { type: "play", item: egg, slot: 8 },
        { type: "sell", item: egg },
        { type: "gold", n: 20 },
      ],
    );
    expect(shows).toContainEqual({
      is: "sale",
      seat: 1,
      item: egg,
      spots: ["house.1.2", "house.1.5", "house.1.8"],
    });
    expect(shows).toContainEqual({ is: "count", seat: 1, what: "gold", n: 20 });
    expect(shows.at(-1)).toMatchObject({ is: "close" });
    expect(shows.at(-1)).toHaveProperty(
      "moves",
      [
        [3, 2],
        [4, 3],
        [6, 4],
        [7, 5],
        [9, 6],
      ].map(([f, t]) => ({ from: `house.1.${f}`, to: `house.1.${t}` })),
    );
  });

  it("lets a Feline stand in for one", () => {
    const crates = new Crates(
      house([up(egg), up("facsimilous-feline"), up(egg), ...Array.from({ length: 6 }, () => down)]),
    );
    expect(crates.sell(egg, house([down, down, down, down, down, down]))).toEqual([1, 2, 3]);
  });

  it("slides a diagonal's rest as it was chosen", () => {
    const cells = Array.from({ length: 9 }, (_, i) => (i % 4 === 0 ? up(egg) : up(`item${i + 1}`)));
    const across = slidden(house(cells), 6, false),
      below = slidden(house(cells), 6, true);
    expect([across.cols, across.cells.map(c => c?.item)]).toEqual([
      2,
      ["item2", "item3", "item4", "item6", "item7", "item8"],
    ]);
    expect([below.cols, below.cells.map(c => c?.item)]).toEqual([
      3,
      ["item4", "item2", "item3", "item7", "item8", "item6"],
    ]);
    const crates = new Crates(house(cells));
    expect(crates.sell(egg, below)).toEqual([1, 5, 9]);
    expect(crates.moved()).toEqual([
      { from: 4, to: 1 },
      { from: 7, to: 4 },
      { from: 8, to: 5 },
    ]);
  });
});

describe("small things", () => {
  it("arrow keys stay in the grid and skip what is empty", () => {
    const all = Array.from({ length: 9 }, () => true);
    expect(stepTo("ArrowRight", 0, 3, all)).toBe(1);
    expect(stepTo("ArrowRight", 2, 3, all)).toBeNull();
    expect(stepTo("ArrowDown", 1, 3, all)).toBe(4);
    expect(stepTo("ArrowUp", 1, 3, all)).toBeNull();
    expect(stepTo("ArrowRight", 0, 3, [true, false, true])).toBe(2);
    expect(stepTo("End", 0, 3, all)).toBe(8);
    expect(stepTo("x", 0, 3, all)).toBeNull();
  });

  it("tracks have room for everybody", () => {
    expect(goldScale([25, 25], null)).toBe(50);
    expect(goldScale([25, 101], 100)).toBe(125);
    expect(goldTicks(375)).toEqual([0, 100, 200, 300, 375]);
  });

  it("the others sit in turn order after me", () => {
    expect(othersOf({ ...scene({}, { kind: "draw" }), seat: 1 })).toEqual([2, 0]);
    expect(othersOf({ ...scene({}, { kind: "draw" }), seat: null })).toEqual([0, 1, 2]);
  });
});

it("what a set pays is said of each slot (A6.7)", () => {
  expect(paysOf({ slots: [3, 5, 7], slot_gold: [1, 3, 1] })).toEqual([
    { gold: 3, slots: [5] },
    { gold: 1, slots: [3, 7] },
  ]);
});
