// The options of a table in a few words.
import type { Clock, Json, Options, TableCard } from "../net/types";
import { has, say } from "../words/words.svelte";

const HOUR = 3600,
  DAY = 24 * HOUR;

export function timeInWords(seconds: number): string {
  if (seconds === DAY) return say("lobby.day");
  if (seconds >= DAY) return say("lobby.days", { n: Math.round(seconds / DAY) });
  if (seconds >= HOUR) return say("lobby.hours", { n: Math.round(seconds / HOUR) });
  return say("lobby.minutes", { n: Math.round(seconds / 6) / 10 });
}

export function clockInWords(clock: Clock | null): string {
  const parts = [
    ...(clock?.move ? [say("lobby.clock-move", { time: timeInWords(clock.move) })] : []),
    ...(clock?.game ? [say("lobby.clock-game", { time: timeInWords(clock.game) })] : []),
  ];
  return parts.join(", ") || say("lobby.clock-none");
}

function bookNames(books: Json | undefined): string[] {
  if (typeof books !== "object" || books === null) return [];
  const sets = new Set(Object.values(books)),
    key = `front.books.${[...sets].map(String).join()}`;
  if (sets.size > 1) return [say("lobby.mix-of-books")];
  return has(key) ? [say("lobby.books", { set: say(key) })] : [];
}

/** A list may leave every seat without a wizard. */
const anyWizard = (wizards: Json | undefined): boolean =>
  Array.isArray(wizards) ? wizards.some(id => id !== null) : wizards === "random";

function arcaneNames({ edition, goal, rounds, market, wizards }: Options): string[] {
  const end = rounds
    ? say("lobby.rounds", { n: Number(rounds) })
    : say("lobby.to-gold", { n: Number(goal) });
  return [
    ...(edition === "hundred" ? [end] : edition === "three" ? [say("front.edition.three")] : []),
    ...(market === true ? [say("lobby.market")] : []),
    ...(anyWizard(wizards) ? [say("lobby.wizards")] : []),
  ];
}

/** The numbers of the rules that differ from the standard, by key (docs/numbers.md). */
export function numbersOf(numbers: Json | undefined, path = ""): string[] {
  if (typeof numbers === "number") return [say("lobby.number", { key: path, n: numbers })];
  if (typeof numbers !== "object" || numbers === null) return [];
  return Object.entries(numbers).flatMap(([key, below]) =>
    numbersOf(below, path ? `${path}.${key}` : key),
  );
}

/** The game's options, as far as people should know them before they take a seat. */
export const variantsOf = (options: Options): string[] => [
  ...arcaneNames(options),
  ...bookNames(options["books"]),
  ...(options["pot"] === "tubes" ? [say("front.pot.tubes")] : []),
  ...(options["together"] === true ? [say("lobby.together")] : []),
  ...(options["second_chance"] === "risky" ? [say("lobby.second-chance")] : []),
  ...(options["strong_ingredient"] === "acts" ? [say("lobby.strong-ingredient")] : []),
  ...(options["fortune"] === "off" ? [say("lobby.no-fortune")] : []),
  ...(options["optional"] === "asked" ? [say("lobby.optional")] : []),
  ...numbersOf(options["numbers"]),
];

export const agreedOn = (card: TableCard): string[] => [
  ...variantsOf(card.options),
  ...(card.daily ? [say("mine.daily-title")] : []),
  say(card.open ? "lobby.listed" : "lobby.by-link"),
  clockInWords(card.clock),
  say(card.help ? "lobby.help" : "lobby.no-help"),
];
