// What a table has agreed on, in a few words.
import type { Clock, TableCard } from "../net/types";
import { say } from "../words/words.svelte";

const HOUR = 3600, DAY = 24 * HOUR;

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

export const agreedOn = (card: TableCard): string[] => [
  say(card.open ? "lobby.listed" : "lobby.by-link"),
  clockInWords(card.clock),
  say(card.help ? "lobby.help" : "lobby.no-help"),
];
