// What the face of the Quacks counts by itself is what the engine counts.
import { spaces } from "engine:rows";
import { render } from "svelte/server";
import { describe, expect, it } from "vitest";
import Gauge from "../src/games/quacks/Gauge.svelte";
import {
  bagSize,
  bonusOf,
  bookIsOut,
  coinsAt,
  explodes,
  explosive,
  gainOf,
  inBag,
  landing,
  limitOf,
  mayStartAnew,
  newsOf,
  pointsAt,
  positionOf,
  priceOf,
  rubyAt,
  scoringOf,
  startOf,
  turnsOf,
  whitesOf,
  colourOf,
  spentReds,
  spiderSpaces,
} from "../src/games/quacks/pot";
import { HALF, isWhole, placeOf, places, zoomFor } from "../src/games/quacks/spiral";
import { standing, tailsAfter, tailsBetween, tailsOf } from "../src/games/quacks/track";
import type { QuacksPlayer, QuacksView } from "../src/games/quacks/view";
import { settings } from "../src/settings.svelte";
import { playGame, type Move } from "./quacks_engine";

const player = (view: QuacksView, seat: number | null): QuacksPlayer =>
  view.players[seat ?? -1] as QuacksPlayer;

/** How often each check had something to check: none may pass for want of cases. */
const seen: { [check: string]: number } = {};
const checked = (name: string): void => {
  seen[name] = (seen[name] ?? 0) + 1;
};

/** A draw of one seat whose pot holds one chip more afterwards and nothing else happened to it. */
function checkDraw({ seat, action, before, after, events }: Move): void {
  const drew = events.find(e => e.type === "draw"),
    placed = events.find(e => e.type === "place");
  const was = player(before, seat);
  if (
    action !== "draw" ||
    !drew?.chip ||
    was.commit ||
    before.turn === turnsOf(before) ||
    before.options.together
  )
    return;
  const boom = events.some(e => e.type === "explode" && e.seat === seat);
  expect(boom, `${drew.chip} explodes`).toBe(
    placed !== undefined && explodes(before, was, drew.chip),
  );
  checked(boom ? "boom" : "no boom");
  if (placed) {
    expect(placed.at).toBe(landing(before, was, drew.chip));
    checked("landing");
  } else if (after.pending.some(p => p.kind === "bonus" && p.seat === seat)) {
    expect(bonusOf(after, player(after, seat), drew.chip)).toBeGreaterThan(0);
  }
}

function checkBonus({ seat, action, before, events }: Move): void {
  const was = player(before, seat),
    stage = before.pending.find(p => p.seat === seat)?.stage;
  if (action === "bonus leave") {
    const spaces = stage === "b" ? spiderSpaces(before, was) : bonusOf(before, was, was.hand ?? "");
    expect(events.find(e => e.type === "leave")?.n).toBe(spaces);
    checked(stage === "b" ? "spiders left" : "bonus left");
  }
  if (action === "bonus take" && was.hand) {
    expect(events.find(e => e.type === "place")?.at).toBe(
      landing(before, was, was.hand, bonusOf(before, was, was.hand)),
    );
    checked("bonus taken");
  }
}

function checkScores({ before, after, events, seat }: Move): void {
  for (const e of events) {
    const p = player(after, e.seat);
    if (e.type === "explode") expect(e.n).toBeGreaterThan(limitOf(before, player(before, e.seat)));
    if (e.type === "rats" && after.phase === "potions") {
      // with the card's gifts counted already
      expect(startOf(after, p)).toBe(Math.min(p.droplet + (e.n ?? 0), 51));
      checked("rats");
    }
    if (e.type === "coins" && p.scoring !== null) {
      expect(coinsAt(after, p.scoring)).toBe(e.n);
      checked("coins");
    }
    if (e.type === "buy" && e.chip) {
      expect(priceOf(before, e.chip)).toBe(e.n);
      expect(bookIsOut(before, colourOf(e.chip))).toBe(true);
      expect(e.seat).toBe(seat);
      checked("price");
    }
  }
}

/** Points and rubies of scoring spaces, by what they add, where nothing else adds any. */
function checkSpaces({ action, seat, before, events }: Move): void {
  if (action !== "score points") return;
  const p = player(before, seat),
    points = events.find(e => e.type === "points" && e.seat === seat);
  expect(points?.n ?? 0).toBe(pointsAt(before, scoringOf(before, p)));
  checked("points");
}

/** Book red 2: a red beside the pot may go back unless it is spent (Q8). */
function checkReds({ seat, actions, before }: Move): void {
  if (before.pending.find(p => p.seat === seat)?.kind !== "brew") return;
  const p = player(before, seat),
    spent = spentReds(p);
  for (const chip of new Set(p.beside)) {
    expect(actions.includes(`bag ${chip}`), `bag ${chip}`).toBe(!spent.includes(chip));
    checked(spent.includes(chip) ? "spent red" : "red may go back");
  }
}

function checkRats({ before, after, events }: Move): void {
  if (before.phase !== "evaluation" || after.phase !== "potions") return;
  const mine = new Set(["rat-infestation", "good-start", "rats-are-friends", "just-in-time"]);
  if (mine.has(after.fortune.card ?? "") || events.some(e => e.type === "die")) return;
  if (before.options.optional === "asked") return;
  after.players.forEach((p, seat) => {
    expect(p.rats).toBe(Math.min(tailsOf(after, seat), 51 - p.droplet));
    checked("tails");
  });
}

/** What the question says that a chip pays, it pays; black's ruby comes after its steps (Q12). */
function checkOptional({ seat, action, before, after, events }: Move): void {
  const why = before.pending.find(p => p.seat === seat)?.why;
  if (why === undefined || why === "droplet") return;
  const gain = gainOf(before, seat, why),
    paid = (type: string): number => events.find(e => e.type === type && e.seat === seat)?.n ?? 0;
  if (action === "optional leave") {
    expect(events.find(e => e.type === "leave")?.chip).toBe(why);
    return checked("left");
  }
  const next = after.pending.find(p => p.seat === seat);
  if (gain.points > 0) expect(paid("points")).toBe(gain.points);
  else if (gain.steps > 0) expect([next?.kind, next?.why]).toEqual(["optional", "droplet"]);
  else if (why !== "black1") expect(paid("ruby")).toBe(gain.rubies);
  checked(colourOf(why));
}

const games: [players: number, options: object][] = [
  [2, { books: { green: 1, blue: 3, purple: 3 }, optional: "asked" }],
  [
    4,
    {
      books: { green: 1, blue: 4, purple: 3 },
      optional: "asked",
      pot: "tubes",
      numbers: { books: { purple3: { coins: 2 } } },
    },
  ],
  [2, { books: 1, fortune: "off" }],
  [3, { books: 2, pot: "tubes", second_chance: "risky", strong_ingredient: "acts" }],
  [4, { books: 3, prices: "printed" }],
  [4, { books: 4 }],
  [2, { books: { green: 3, blue: 4, red: 4, yellow: 2, purple: 2 }, together: true }],
  [3, { books: { red: 3, yellow: 4, blue: 2 } }],
  [4, { books: { green: 3 }, numbers: { books: { green3: { whites: 4, times: 2 } } } }],
  [
    3,
    {
      books: 1,
      numbers: {
        explosion: { limit: 9 },
        spaces: { coins: { "8": 30, "12": 2 }, points: { "9": 7 }, rubies: { "7": 1 } },
        prices: { orange1: 2, green1: { "1": 7 }, black1: 4 },
        books: { red1: { few: 2 } },
        turns: { all: 8, book: { yellow: 4 } },
      },
    },
  ],
  [
    4,
    {
      books: 3,
      prices: "printed",
      numbers: {
        prices: { printed: { green4: 9 } },
        books: { yellow3: { few: 10 }, red3: { times: 2 } },
      },
    },
  ],
];

describe("the pot against the engine", () => {
  it.each(games)(
    "%i players, %j",
    async (players, options) => {
      for (let seed = 1; seed <= 3; seed++) {
        await playGame(players, options, seed, move => {
          checkDraw(move);
          checkBonus(move);
          checkScores(move);
          checkSpaces(move);
          checkReds(move);
          checkRats(move);
          checkOptional(move);
        });
      }
    },
    60_000,
  );

  it("had everything to check", () => {
    for (const check of [
      "boom",
      "no boom",
      "landing",
      "bonus left",
      "spiders left",
      "bonus taken",
      "rats",
      "coins",
      "price",
      "points",
      "tails",
      "red may go back",
      "spent red",
      "left",
      "blue",
      "green",
      "purple",
      "black",
    ]) {
      expect(seen[check] ?? 0, check).toBeGreaterThan(3);
    }
  });
});

describe("the pot by itself (Q11)", () => {
  const empty: QuacksPlayer = {
    points: 0,
    rubies: 1,
    droplet: 0,
    tube: 0,
    rats: 0,
    origin: 0,
    flask: true,
    bag: {},
    pot: [],
    beside: [],
    drawn: [],
    returned: [],
    fresh: false,
    hand: null,
    offer: [],
    commit: null,
    window: 0,
    covered: false,
    doubling: false,
    stopped: false,
    exploded: false,
    scoring: null,
    bought: [],
    coins: 0,
    offered: false,
  };
  const view = {
    game: "quacks",
    options: { books: {} },
    fortune: { card: "charity" },
    phase: "potions",
    players: [empty],
  } as unknown as QuacksView;

  it("knows what spaces are worth", () => {
    const list = spaces.map((_, s) => s),
      points = (space: number): number => pointsAt(view, space);
    expect(list.map(points).slice(0, 12)).toEqual([0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2]);
    expect([15, 16, 17, 51, 52, 53].map(space => coinsAt(view, space))).toEqual([
      15, 15, 16, 33, 33, 35,
    ]);
    expect([47, 48, 50, 51, 53].map(points)).toEqual([12, 13, 13, 14, 15]);
    expect(list.filter(space => rubyAt(view, space))).toHaveLength(15);
    expect(list).toHaveLength(54);
    expect([-1, 54].map(points)).toEqual([0, 0]);
  });

  it("counts whites and what would explode", () => {
    const pot = ["white2", "white3", "white1"].map((chip, i) => ({
      chip,
      at: i + 1,
      inert: false,
    }));
    const p = { ...empty, pot, bag: { white1: 3, white2: 1, orange1: 2, green1: 0 } };
    expect(whitesOf(p)).toBe(6);
    expect(explosive(view, p)).toBe(1);
    expect(bagSize(p)).toBe(6);
    expect(inBag(p).map(([chip]) => chip)).toEqual(["white1", "white2", "orange1"]);
    expect(positionOf(view, p)).toBe(3);
  });

  it("protects the first five chips under A Second Chance, unless it is risky (Q12)", () => {
    const pot = ["white3", "white2", "white2"].map((chip, i) => ({
      chip,
      at: i + 1,
      inert: false,
    }));
    const p = { ...empty, pot },
      under = (second_chance: string): QuacksView =>
        ({
          ...view,
          options: { books: {}, second_chance },
          fortune: { card: "second-chance" },
        }) as unknown as QuacksView;
    expect(explodes(under("safe"), p, "white1")).toBe(false);
    expect(explodes(under("risky"), p, "white1")).toBe(true);
    expect([mayStartAnew(under("safe"), p), mayStartAnew(under("risky"), p)]).toEqual([
      false,
      true,
    ]);
  });

  it("tells of protection and doubling while they can come (Q6.before)", () => {
    const p = { ...empty, window: 2, doubling: true },
      told = (phase: QuacksView["phase"], stopped: boolean): string =>
        render(Gauge, { props: { view: { ...view, phase }, p: { ...p, stopped } } }).body;
    settings.language = "en";
    expect(told("potions", false)).toMatch(/protects you for 2 draws more.*double/s);
    expect(told("potions", true)).not.toMatch(/protects|double/);
    expect(told("evaluation", false)).not.toMatch(/protects|double/);
  });

  it("says who leads only where somebody is behind (Q4)", () => {
    const view = (...points: number[]): QuacksView =>
      ({ players: points.map(p => ({ points: p })) }) as QuacksView;
    expect(standing(view(0, 0, 0), 0)).toBe("nobody-behind");
    expect(standing(view(3, 3, 1), 0)).toBe("in-front");
    expect(standing(view(3, 3, 1), 2)).toBe("behind");
  });

  it("counts rat tails (Q4.3)", () => {
    const view = { game: "quacks", options: {} } as QuacksView,
      tails = (me: number, ahead: number): number => tailsBetween(view, me, ahead);
    expect([19, 17, 16].map(me => tails(me, 20))).toEqual([0, 1, 2]);
    expect([tails(0, 10), tails(39, 68), tails(51, 68), tails(9, 8)]).toEqual([3, 12, 7, 0]);
    expect([0, 1, 50, 51].map(n => tailsAfter(view, n))).toEqual([0, 1, 0, 1]);
  });

  it("counts the tails of the track in force", () => {
    const numbers = { rats: { track: { "0": 2, "1": 0 } } },
      view = { game: "quacks", options: { numbers } as unknown } as QuacksView;
    expect([0, 1, 2, 4, 50].map(n => tailsAfter(view, n))).toEqual([2, 0, 0, 1, 2]);
    expect([tailsBetween(view, 0, 5), tailsBetween(view, 1, 51)]).toEqual([3, 24]);
  });

  it("tells what a turn brings by the numbers in force (Q3)", () => {
    const news = (numbers: unknown): (string | undefined)[] => {
      const view = { game: "quacks", options: { numbers } as unknown } as QuacksView;
      return [2, 3, 6, 9].map(turn => newsOf(view, turn));
    };
    expect(news({})).toEqual(["yellow", "purple", "white", "last"]);
    expect(news({ turns: { whites: 0 } })).toEqual(["yellow", "purple", undefined, "last"]);
  });
});

describe("the spiral", () => {
  it("keeps spaces apart and inside the pot", () => {
    places.forEach((a, i) =>
      places
        .slice(i + 1)
        .forEach(b => expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeGreaterThan(37)),
    );
    expect(placeOf(spaces.length - 1).reach).toBeLessThan(HALF);
  });
  it("has the number of coins inside of its space", () => {
    const numbers = (path: string): [number, number][] =>
      [...path.matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(m => [Number(m[1]), Number(m[2])]);
    const isInside = (x: number, y: number, edge: [number, number][]): boolean =>
      edge.reduce((inside, [x1, y1], i) => {
        const [x2, y2] = edge.at(i - 1) ?? [0, 0];
        const crosses = y1 > y !== y2 > y && x < x1 + ((x2 - x1) * (y - y1)) / (y2 - y1);
        return crosses ? !inside : inside;
      }, false);
    places.forEach(({ path, rimX, rimY }, space) => {
      const wide = 4.6 * String(spaces[space]?.coins).length;
      for (const [dx, dy] of [
        [wide, 5],
        [-wide, 5],
        [wide, -5],
        [-wide, -5],
      ] as const)
        expect(isInside(rimX + dx, rimY + dy, numbers(path)), `space ${space}`).toBe(true);
    });
  });
  it("shows only what is whole while it is drawn larger", () => {
    expect(places.every(place => isWhole(place, 1))).toBe(true);
    expect(isWhole(placeOf(16), zoomFor(5))).toBe(true);
    expect(isWhole(placeOf(40), zoomFor(5))).toBe(false);
  });
  it("is drawn larger as long as it is short", () => {
    expect(zoomFor(5)).toBeGreaterThan(zoomFor(30));
    expect(zoomFor(53)).toBe(1);
  });
});
