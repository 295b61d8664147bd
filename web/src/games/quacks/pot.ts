// Sums for display: spaces of the pot (Q1), explosions (Q5.3), prices and books (Q3, Q8). The
// engine decides; these functions only describe what is seen, and tests compare them with the
// engine.
import { LAST, SPOON } from "engine:rows";
import { numberAt } from "../../numbers";
import type { Colour, QuacksPlayer, QuacksView } from "./view";

// ---- spaces (Q1) ----

const shownAt = (view: QuacksView, what: string, space: number): number =>
  space > 0 && space <= SPOON ? numberAt(view, `spaces.${what}.${space}`) : 0;
export const coinsAt = (view: QuacksView, space: number): number => shownAt(view, "coins", space);
export const pointsAt = (view: QuacksView, space: number): number => shownAt(view, "points", space);
export const rubiesAt = (view: QuacksView, space: number): number => shownAt(view, "rubies", space);
export const rubyAt = (view: QuacksView, space: number): boolean => rubiesAt(view, space) > 0;

// ---- chips ----

export const colourOf = (chip: string): Colour => chip.slice(0, -1) as Colour;
export const valueOf = (chip: string): number => Number(chip.slice(-1));

const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0);

export const bagSize = (p: QuacksPlayer): number => sum(Object.values(p.bag));

/** The contents of the bag by kind, without kinds that it does not have. */
export const inBag = (p: QuacksPlayer): [chip: string, n: number][] =>
  Object.entries(p.bag).filter(([, n]) => n > 0);

/** How many chips of a colour lie in the pot, without Strong Ingredient's. */
export const countIn = (p: QuacksPlayer, colour: Colour): number =>
  p.pot.filter(c => !c.inert && colourOf(c.chip) === colour).length;

export const whitesOf = (p: QuacksPlayer): number =>
  sum(p.pot.map(c => (colourOf(c.chip) === "white" ? valueOf(c.chip) : 0)));

const countOf = (chips: string[], chip: string): number => chips.filter(c => c === chip).length;

/** The kinds beside the pot of which as many went back in this potion as the seat owns (Q8). */
export const spentReds = (p: QuacksPlayer): string[] =>
  [...new Set(p.beside)].filter(
    chip => countOf(p.returned, chip) >= (p.bag[chip] ?? 0) + countOf(p.beside, chip),
  );

// ---- the potion ----

export function limitWith(view: QuacksView, yellows: number): number {
  const mandrakes = view.options.books["yellow"] === 3 ? yellows : 0;
  // The highest that applies.
  const limits = [numberAt(view, "explosion.limit")];
  if (view.fortune.card === "living-in-luxury")
    limits.push(numberAt(view, "cards.living-in-luxury.limit"));
  if (mandrakes > 0) limits.push(numberAt(view, "books.yellow3.few"));
  if (mandrakes >= numberAt(view, "books.yellow3.yellows"))
    limits.push(numberAt(view, "books.yellow3.many"));
  return Math.max(...limits);
}

export const limitOf = (view: QuacksView, p: QuacksPlayer): number =>
  limitWith(view, countIn(p, "yellow"));

/** Where the potion starts: after the droplet and the rats. */
export const startOf = (view: QuacksView, p: QuacksPlayer): number =>
  view.phase === "fortune" ? p.droplet : p.origin;

export const positionOf = (view: QuacksView, p: QuacksPlayer): number =>
  p.pot.at(-1)?.at ?? startOf(view, p);

export const scoringOf = (view: QuacksView, p: QuacksPlayer): number =>
  p.scoring ?? Math.min(positionOf(view, p) + 1, SPOON);

/** Whether A Second Chance is still to come. */
const hasChance = (view: QuacksView, p: QuacksPlayer): boolean =>
  view.fortune.card === "second-chance" &&
  !p.offered &&
  p.pot.length < numberAt(view, "cards.second-chance.chips");

/** A Second Chance protects the first five chips, unless the table plays it the risky way (Q12). */
const isProtected = (view: QuacksView, p: QuacksPlayer): boolean =>
  hasChance(view, p) && view.options.second_chance !== "risky";

/** Whether an explosion by the next chip would let the player start anew (Q12). */
export const mayStartAnew = (view: QuacksView, p: QuacksPlayer): boolean =>
  hasChance(view, p) && view.options.second_chance === "risky";

/** Whether this chip, drawn next, would explode the pot. */
export function explodes(view: QuacksView, p: QuacksPlayer, chip: string): boolean {
  const colour = colourOf(chip);
  if (p.exploded || p.pot.at(-1)?.at === LAST) return false;
  if (colour === "red" && view.options.books["red"] === 2) return false;
  if (isProtected(view, p)) return false;
  const limit = limitWith(view, countIn(p, "yellow") + (colour === "yellow" ? 1 : 0));
  return whitesOf(p) + (colour === "white" ? valueOf(chip) : 0) > limit;
}

/** How many chips of the bag would explode the pot if one of them came next. */
export const explosive = (view: QuacksView, p: QuacksPlayer): number =>
  sum(inBag(p).map(([chip, n]) => (explodes(view, p, chip) ? n : 0)));

function redBonus(view: QuacksView, p: QuacksPlayer): number {
  const oranges = countIn(p, "orange"),
    last = p.pot.at(-1);
  if (view.options.books["red"] === 1) {
    if (oranges >= numberAt(view, "books.red1.oranges")) return numberAt(view, "books.red1.many");
    return oranges > 0 ? numberAt(view, "books.red1.few") : 0;
  }
  return view.options.books["red"] === 3 && last && !last.inert && colourOf(last.chip) === "white"
    ? valueOf(last.chip) * numberAt(view, "books.red3.times")
    : 0;
}

/** The spaces that chip actions add (Q5.6). */
export function bonusOf(view: QuacksView, p: QuacksPlayer, chip: string): number {
  const { books } = view.options,
    colour = colourOf(chip),
    doubled = p.doubling ? valueOf(chip) * (numberAt(view, "books.yellow2.times") - 1) : 0;
  const yellows = countIn(p, "yellow");
  if (colour === "red") return doubled + redBonus(view, p);
  if (colour === "yellow")
    return (
      doubled +
      (books["yellow"] === 4 && yellows < 3
        ? numberAt(view, `books.yellow4.spaces.${yellows + 1}`)
        : 0)
    );
  const red = chip === "white1" && books["red"] === 4 && countIn(p, "red") > 0;
  return doubled + (red ? numberAt(view, "books.red4.spaces") : 0);
}

/** Pumpkin Patch Party is a card, so it always applies. */
const cardBonus = (view: QuacksView, chip: string): number =>
  view.fortune.card === "pumpkin-party" && chip === "orange1"
    ? numberAt(view, "cards.pumpkin-party.spaces")
    : 0;

/** The space on which a chip would lie. */
export const landing = (view: QuacksView, p: QuacksPlayer, chip: string, bonus = 0): number =>
  Math.min(positionOf(view, p) + valueOf(chip) + bonus + cardBonus(view, chip), LAST);

/** How far book green 3 moves the last chip: by the sum of the greens in the pot. */
export const spiderSpaces = (view: QuacksView, p: QuacksPlayer): number =>
  sum(p.pot.map(c => (!c.inert && colourOf(c.chip) === "green" ? valueOf(c.chip) : 0))) *
  numberAt(view, "books.green3.times");

// ---- shop (Q3, Q8) ----

/** The turn in which a colour's book comes out. */
export const opensIn = (view: QuacksView, colour: string): number =>
  numberAt(view, `turns.book.${colour}`);
/** Other numbers may keep a book away for the whole game. */
export const everOpens = (view: QuacksView, colour: string): boolean =>
  opensIn(view, colour) <= turnsOf(view);
export const bookIsOut = (view: QuacksView, colour: string): boolean =>
  colour !== "white" && view.turn >= opensIn(view, colour);

/**
 * The row of the book in use, such as "green 2". Black has one row for two players and one for
 * more; orange has none.
 */
export const bookId = (view: QuacksView, colour: string): string =>
  `${colour} ${colour === "black" ? (view.players.length === 2 ? 2 : 3) : (view.options.books[colour] ?? 1)}`;

/** The chips that have another price in some printings, with the set of their book (Q8.prices). */
const printed: { [chip: string]: number } = { green4: 3, blue4: 4 };

export function priceOf(view: QuacksView, chip: string): number {
  const colour = colourOf(chip),
    set = view.options.books[colour] ?? 1;
  if (view.options.prices === "printed" && printed[chip] === set)
    return numberAt(view, `prices.printed.${chip}`);
  return numberAt(
    view,
    `prices.${chip}${colour === "orange" || colour === "black" ? "" : `.${set}`}`,
  );
}

/** The next value of a chip's colour: 1 becomes 2, and 2 becomes 4; with `twice`, 1 becomes 4. */
export function upgraded(chip: string, twice = false): string {
  const value = valueOf(chip);
  return `${colourOf(chip)}${value === 1 && !twice ? 2 : 4}`;
}

// ---- turns ----

/** What a turn changes before its fortune card (Q3). */
export type TurnNews = "yellow" | "purple" | "white" | "last";
export const turnsOf = (view: QuacksView): number => numberAt(view, "turns.all");
export function newsOf(view: QuacksView, turn: number): TurnNews | undefined {
  if (turn === turnsOf(view)) return "last";
  if (turn === opensIn(view, "yellow") && turn > 1) return "yellow";
  if (turn === opensIn(view, "purple") && turn > 1) return "purple";
  const whites = numberAt(view, "turns.whites") > 0 && turn === numberAt(view, "turns.white");
  return whites ? "white" : undefined;
}

// ---- what may be passed up (Q12) ----

/** What a chip's action pays. */
export interface Gain {
  points: number;
  steps: number;
  rubies: number;
}

/** How many droplet steps can be taken, with test tubes of both droplets. */
const roomOf = (view: QuacksView, p: QuacksPlayer): number =>
  numberAt(view, "droplet.last") -
  p.droplet +
  (view.options.pot === "tubes" ? numberAt(view, "tubes.glasses") - p.tube : 0);

/** The steps of these that the seat can take. */
export const stepsFor = (view: QuacksView, p: QuacksPlayer, steps: number): number =>
  Math.min(steps, roomOf(view, p));

/** With two players as many blacks as the other are enough for the first reward (Q8). */
function blackGain(view: QuacksView, seat: number): Gain {
  const { players } = view,
    blacks = players.map(p => countIn(p, "black")),
    own = blacks[seat] ?? 0,
    beside = [seat + 1, seat - 1 + players.length].map(i => blacks[i % players.length] ?? 0);
  const more = own > Math.max(...beside) ? 2 : 1,
    p = players[seat];
  return {
    points: 0,
    steps: p ? stepsFor(view, p, numberAt(view, `books.black.droplet.${more}`)) : 0,
    rubies: numberAt(view, `books.black.rubies.${more}`),
  };
}

const purplePoints = (view: QuacksView, p: QuacksPlayer): number =>
  sum(
    p.pot
      .filter(c => !c.inert && colourOf(c.chip) === "purple")
      .map(c =>
        Math.min(
          Math.floor(coinsAt(view, c.at) / numberAt(view, "books.purple3.coins")),
          numberAt(view, "books.purple3.most"),
        ),
      ),
  );

/** What a tier of books purple 1 and 2 pays now, besides chips. */
export function tierGain(view: QuacksView, p: QuacksPlayer, tier: number): Gain {
  const book = view.options.books["purple"] === 2 ? "purple2" : "purple1",
    number = (what: string): number => numberAt(view, `books.${book}.${what}.${tier}`);
  return {
    points: number("points"),
    steps: stepsFor(view, p, number("droplet")),
    rubies: number("rubies"),
  };
}

/** The chips that a tier of book purple 2 gives, without those that the supply lacks. */
export const tierChips = (view: QuacksView, tier: number): string[] =>
  ([["black1"], ["green1", "blue2"], ["yellow4"]][tier - 1] ?? []).filter(
    chip => (view.supply[chip] ?? 0) > 0 && bookIsOut(view, colourOf(chip)),
  );

/** What the seat is asked about: the action of this chip. */
export function gainOf(view: QuacksView, seat: number, chip: string): Gain {
  const none = { points: 0, steps: 0, rubies: 0 },
    p = view.players[seat];
  switch (colourOf(chip)) {
    case "black":
      return blackGain(view, seat);
    case "purple":
      return { ...none, points: p ? purplePoints(view, p) : 0 };
    case "green":
      return { ...none, rubies: numberAt(view, "books.green1.rubies") };
    default:
      return view.options.books["blue"] === 3
        ? { ...none, rubies: numberAt(view, "books.blue3.rubies") }
        : { ...none, points: numberAt(view, `books.blue4.points.${valueOf(chip)}`) };
  }
}
