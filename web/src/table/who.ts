// Who sits where: the names of the seats, and the letters of their badges.
import { botNames } from "engine:rows";
import type { Seat } from "../net/types";
import type { Rulebook } from "../rulebook.svelte";
import { settings } from "../settings.svelte";
import { capital, has, say } from "../words/words.svelte";
import type { Scene } from "./scene";

/** A bot's title without its article: "Daredevil". The German titles have none. */
export const botTitle = (title: string): string => capital(title.replace(/^the /, ""));

/** A bot where it is chosen: "Medium: the daredevil". */
export function choiceName(rulebook: Rulebook, bot: string): string {
  const key = `front.bot.${bot}`,
    title = rulebook.bots[bot]?.title ?? bot;
  return has(key) ? `${say(key)}: ${title}` : capital(title);
}

/** How it plays, in a sentence; "" if the game does not have it. */
export function choiceStyle(rulebook: Rulebook, bot: string): string {
  const blurb = rulebook.bots[bot]?.blurb;
  return blurb ? `${capital(blurb)}.` : "";
}

/** Tables that were founded by older versions have a bot's level or title instead of a name. */
function botName(rulebook: Rulebook | undefined, seat: Seat): string {
  const row = seat.bot === null ? undefined : rulebook?.bots[seat.bot],
    name = seat.name ?? "";
  if (name === seat.bot || name.startsWith("the ")) return botTitle(row?.title ?? name);
  return settings.language === "de" ? (botNames[name] ?? name) : name;
}

/** The name of one seat by itself; "" if nobody sits there. */
export const nameAlone = (rulebook: Rulebook | undefined, seat: Seat): string =>
  seat.kind === "empty" ? "" : seat.kind === "bot" ? botName(rulebook, seat) : (seat.name ?? "");

/** Equal names get a number: "Ann (2)". */
export function seatName(rulebook: Rulebook, seats: Seat[], seat: number): string {
  const names = seats.map(s => nameAlone(rulebook, s)),
    name = names[seat] ?? "";
  if (name === "") return say("table.seat", { n: seat + 1 });
  const same = names.flatMap((other, at) => (other === name ? [at] : []));
  return same.length > 1 ? `${name} (${same.indexOf(seat) + 1})` : name;
}

/** The level of the bot that plays this seat, in a word: "medium"; "" where a person plays. An
 * operator's program goes by its name. */
export function levelOf(seat: Seat | undefined): string {
  if (seat?.bot?.startsWith("@")) return seat.bot.slice(1);
  const key = `table.level.${seat?.bot ?? ""}`;
  return has(key) ? say(key) : "";
}

/** "Wanda, medium". */
export const withLevel = (name: string, seat: Seat | undefined): string =>
  seat?.kind === "bot" && levelOf(seat) ? `${name}, ${levelOf(seat)}` : name;

/** A name that has to be cut keeps its number: ["Ann", " (2)"]. */
export function nameParts(name: string): [name: string, number: string] {
  const number = / \(\d+\)$/.exec(name)?.[0] ?? "";
  return [name.slice(0, name.length - number.length), number];
}

/** The letters that are as wide as any other, and whose capitals match/badge.c knows. */
const isLetter = (c: string): boolean =>
  /^[A-Za-z\u00c0-\u00d6\u00d8-\u00de\u00e0-\u00f6\u00f8-\u00fe\u0391-\u03a1\u03a3-\u03a9\u03b1-\u03c1\u03c3-\u03c9\u0410-\u044f]$/.test(
    c,
  );

/**
 * The letters of the badges: each name's first letter that no earlier seat has, else the seat's
 * number. The same as badge_letters in match/badge.c.
 */
export function badgeLetters(names: readonly string[]): string[] {
  const letters: string[] = [];
  for (const [seat, name] of names.entries()) {
    const free = [...name]
      .filter(isLetter)
      .map(c => c.toUpperCase())
      .find(c => !letters.includes(c));
    letters.push(free ?? String(seat + 1));
  }
  return letters;
}

/** What a badge needs to know of a table. */
export type Seated = Pick<Scene, "seats"> & Partial<Pick<Scene, "rulebook">>;

export const lettersOf = (scene: Seated): string[] =>
  badgeLetters(scene.seats.map(s => nameAlone(scene.rulebook, s)));
