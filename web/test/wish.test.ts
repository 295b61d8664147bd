// A wish for a table becomes a request: every choice arrives, and nothing that was not chosen.
import { describe, expect, it } from "vitest";
import {
  fitted,
  localSeats,
  optionsOf,
  requestOf,
  seated,
  suited,
  usualHelp,
  usualWish,
  type TableWish,
} from "../src/front/wish";

const wish = (part: Partial<TableWish> = {}): TableWish => ({
  ...usualWish(),
  plain: false,
  ...part,
});
const who = (...names: string[]): TableWish["seats"] => names.map(w => ({ who: w, name: "" }));
const three = { edition: "three", market: false, turn_cap: 100, wizards: "none" };

describe("the request", () => {
  it("is a game against two bots, with odds and without a clock, by default", () => {
    expect(requestOf("arcane", wish(), "Berta", "ab")).toEqual({
      game: "arcane",
      seats: ["me", "medium", "medium"],
      name: "Berta",
      nonce_commitment: "ab",
      open: false,
      wait: false,
      help: true,
      clock: { move: 0, game: 0 },
      options: three,
    });
  });

  it("keeps seats for friends, with a clock and without odds", () => {
    const body = requestOf("quacks", usualWish("friends"), "Berta", "ab");
    expect(body["seats"]).toEqual(["me", "open", "open"]);
    expect(body["clock"]).toEqual({ move: 300, game: 0 });
    expect(body["help"]).toBe(false);
  });

  it("seats the first at this screen and leaves the others' seats open for them", () => {
    const w = wish({ players: 4, seats: who("hard", "here", "me", "here", "me") });
    expect(requestOf("arcane", w, "Berta", "ab")["seats"]).toEqual(["hard", "open", "me", "open"]);
    expect(localSeats(w)).toEqual([2, 1, 3]);
    const nobody = wish({ players: 2, seats: who("here", "here") });
    expect(requestOf("arcane", nobody, "Anna", "ab")["seats"]).toEqual(["me", "open"]);
  });

  it("has neither name nor luck where only bots play", () => {
    const body = requestOf(
      "arcane",
      wish({ players: 2, seats: who("easy", "hard") }),
      "Berta",
      "ab",
    );
    expect(body).not.toHaveProperty("name");
    expect(body).not.toHaveProperty("nonce_commitment");
  });

  it("says what was chosen against the usual", () => {
    const body = requestOf(
      "arcane",
      wish({ help: false, clock: "day3", open: true, wait: true }),
      "B",
      "ab",
    );
    expect(body).toMatchObject({
      help: false,
      clock: { move: 259200, game: 0 },
      open: true,
      wait: true,
    });
    expect(usualHelp(usualWish("here"))).toBe(false);
  });
});

describe("options", () => {
  const { arcane, quacks } = usualWish();

  it("of edition hundred have a goal and no wizards", () => {
    const w = wish({ arcane: { ...arcane, edition: "hundred", goal: 200, wizards: "random" } });
    expect(optionsOf("arcane", w)).toEqual({
      edition: "hundred",
      market: false,
      turn_cap: 100,
      goal: 200,
    });
    const short = wish({ arcane: { ...arcane, edition: "hundred", rounds: 3 } });
    expect(optionsOf("arcane", short)).toMatchObject({ rounds: 3 });
  });

  it("name the wizard of each seat", () => {
    const w = wish({
      arcane: { ...arcane, wizards: "chosen", chosen: ["ninx", "", "byros", "corvus", "", ""] },
    });
    expect(optionsOf("arcane", w)["wizards"]).toEqual(["ninx", null, "byros"]);
  });

  it("of a first game are none, whatever was chosen before", () => {
    const w = wish({
      plain: true,
      first: 1,
      arcane: { ...arcane, market: true },
      quacks: { ...quacks, books: "4" },
    });
    expect(optionsOf("arcane", w)).toEqual({ first: 1 });
    expect(optionsOf("quacks", w)).toEqual({ first: 1 });
  });

  it("of the Quacks are a set or a mix", () => {
    expect(optionsOf("quacks", wish({ quacks: { ...quacks, books: "3" } }))["books"]).toBe(3);
    expect(
      optionsOf("quacks", wish({ quacks: { ...quacks, books: "mix", pot: "tubes" } })),
    ).toMatchObject({
      books: { green: 1, blue: 2, red: 3, yellow: 4, purple: 1 },
      pot: "tubes",
      second_chance: "safe",
      strong_ingredient: "inert",
      fortune: "on",
      optional: "automatic",
    });
    const rulings = {
      secondChance: "risky",
      strongIngredient: "acts",
      fortune: "off",
      optional: "asked",
    } as const;
    expect(optionsOf("quacks", wish({ quacks: { ...quacks, ...rulings } }))).toMatchObject({
      second_chance: "risky",
      strong_ingredient: "acts",
      fortune: "off",
      optional: "asked",
    });
  });

  it("forget a start player who is not at the table", () => {
    expect(optionsOf("quacks", wish({ players: 2, first: 3 }))).not.toHaveProperty("first");
  });
});

describe("what was remembered", () => {
  it("is taken where it fits, and left where it does not", () => {
    const kept: unknown = {
      players: 4,
      open: "yes",
      help: true,
      arcane: { goal: 300 },
      seats: [{ who: "hard" }],
      old: 1,
    };
    const w = fitted(usualWish(), kept);
    expect(w.players).toBe(4);
    expect(w.open).toBe(false);
    expect(w.help).toBe(true);
    expect(w.arcane.goal).toBe(300);
    expect(w.arcane.edition).toBe("three");
    expect(w.seats.map(s => s.who)).toEqual([
      "hard",
      "medium",
      "medium",
      "medium",
      "medium",
      "medium",
    ]);
    expect(w).not.toHaveProperty("old");
    expect(fitted(usualWish(), "nonsense")).toEqual(usualWish());
  });

  it("has a witness only where the server offers one", () => {
    const asked = wish({ witness: true });
    for (const offered of [true, false]) {
      const w = suited(asked, 2, 4, ["medium"], offered);
      expect(w.witness).toBe(offered);
      expect(requestOf("quacks", w, "Ann", "c0")["witness"]).toBe(offered ? true : undefined);
    }
  });

  it("is suited to the game at hand", () => {
    const w = suited(
      wish({ players: 6, first: 5, clock: "sand", seats: who("me", "brewer", "friend") }),
      2,
      4,
      ["easy", "medium"],
      false,
    );
    expect(w).toMatchObject({ players: 4, first: -1, clock: "" });
    expect(w.seats.map(s => s.who)).toEqual(["me", "medium", "friend"]);
  });
});

describe("seats", () => {
  it("change places when I move", () => {
    expect(seated(who("me", "hard", "easy"), 2, "me").map(s => s.who)).toEqual([
      "easy",
      "hard",
      "me",
    ]);
    expect(seated(who("me", "hard"), 0, "easy").map(s => s.who)).toEqual(["easy", "hard"]);
  });
});

describe("a table of the form's own choices", () => {
  it("is the game for a first time, and says so", () => {
    const first = usualWish();
    expect(first.plain).toBe(true);
    expect(optionsOf("arcane", first)).toEqual({});
    expect(optionsOf("quacks", first)).toEqual({});
  });
});
