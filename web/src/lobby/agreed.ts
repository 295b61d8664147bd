// The options of a table in a few words.
import { gameOf } from "../games/list";
import type { Clock, Json, Options, TableSummary } from "../net/types";
import { say } from "../words/words.svelte";

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

/** The numbers of the rules that differ from the standard, by key (docs/numbers.md). */
export function numbersOf(numbers: Json | undefined, path = ""): string[] {
  if (typeof numbers === "number") return [say("lobby.number", { key: path, n: numbers })];
  if (typeof numbers !== "object" || numbers === null) return [];
  return Object.entries(numbers).flatMap(([key, below]) =>
    numbersOf(below, path ? `${path}.${key}` : key),
  );
}

/** The game's options, as far as people should know them before they take a seat. */
export const variantsOf = (game: string, options: Options): string[] => [
  ...(gameOf(game)?.variants(options) ?? []).map(([key, values]) => say(key, values)),
  ...numbersOf(options["numbers"]),
];

export const agreedOn = (summary: TableSummary): string[] => [
  ...variantsOf(summary.game, summary.options),
  ...(summary.daily ? [say("mine.daily-title")] : []),
  say(summary.open ? "lobby.listed" : "lobby.by-link"),
  clockInWords(summary.clock),
  say(summary.help ? "lobby.help" : "lobby.no-help"),
];
