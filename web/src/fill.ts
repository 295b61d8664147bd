// Texts that say numbers of the rules: where a number stands, a text has its key in braces. engine/fill.h explains what braces
// may hold; this is the same for browsers, in both languages. Tests compare the two.
import type { Language } from "./settings.svelte";

/** The numbers that a text is filled with. */
export interface Numbers {
  /** A number by its key, such as "explosion.limit" or "box.white1", or one made of several; undefined: there is none. */
  one: (key: string) => number | undefined;
  /** All entries of a list. */
  list: (key: string) => readonly number[] | undefined;
  /** How many values of a number or a list are not the standard ones. */
  differing: (key: string) => number;
}

const valuesOf: { [colour: string]: number[] } = {
  white: [1, 2, 3],
  orange: [1],
  purple: [1],
  black: [1],
};

const words: { [language in Language]: readonly string[] } = {
  en: "no one two three four five six seven eight nine ten eleven twelve".split(" "),
  de: "keine eine zwei drei vier fünf sechs sieben acht neun zehn elf zwölf".split(" "),
};

/** The chips in the order of the rules (Q2), for numbers that stand for one, counted from 1. */
const chips = ["white", "orange", "green", "blue", "red", "yellow", "purple", "black"].flatMap(
  colour => (valuesOf[colour] ?? [1, 2, 4]).map(value => `${colour}${value}`),
);
const germanChips: { [colour: string]: string } = {
  white: "weißer",
  orange: "orangefarbener",
  green: "grüner",
  blue: "blauer",
  red: "roter",
  yellow: "gelber",
  purple: "lila",
  black: "schwarzer",
};

function chipName(n: number, language: Language): string {
  const chip = chips[n - 1],
    value = chip?.slice(-1) ?? "",
    colour = chip?.slice(0, -1) ?? "";
  if (language === "de") return chip ? `${germanChips[colour]} ${value}er` : "keiner";
  return chip ? `${colour} ${value}` : "none";
}

function ordinal(n: number, language: Language): string {
  const end = Math.floor(n / 10) % 10 === 1 ? undefined : ["", "st", "nd", "rd"][n % 10];
  return language === "de" ? `${n}.` : `${n}${end || "th"}`;
}

function shown(n: number, sign: string, language: Language): string {
  if (sign === "@") return chipName(n, language);
  if (sign === "&") return ordinal(n, language);
  const word = sign === "~" || sign === "^" ? words[language][n] : undefined;
  if (word === undefined) return String(n);
  return sign === "^" ? word.charAt(0).toUpperCase() + word.slice(1) : word;
}

/** Where a part of a text ends: at the next `stop` that is not within braces. */
function endOf(text: string, from: number, stop: string): number {
  let depth = 0,
    at = from;
  for (; at < text.length && (depth > 0 || text[at] !== stop); at++)
    depth += text[at] === "{" ? 1 : text[at] === "}" ? -1 : 0;
  return at;
}

function partsOf(text: string): string[] {
  const end = endOf(text, 0, "|");
  return end < text.length ? [text.slice(0, end), ...partsOf(text.slice(end + 1))] : [text];
}

/** A number, a key, or how many values of a key differ. */
function term(text: string, numbers: Numbers): number | undefined {
  if (/^\d+$/.test(text)) return Number(text);
  if (!text.startsWith("!")) return numbers.one(text);
  return numbers.one(text.slice(1)) === undefined ? undefined : numbers.differing(text.slice(1));
}

const signs: { [sign: string]: (a: number, b: number) => number } = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  ">": Math.max,
};

/** From left to right: "infamy.lap - 1". */
function sum(text: string, numbers: Numbers): number | undefined {
  const [first = "", ...rest] = text.split(" ");
  let value = term(first, numbers);
  for (let i = 0; i < rest.length && value !== undefined; i += 2) {
    const next = term(rest[i + 1] ?? "", numbers);
    if (next === undefined) return undefined;
    value = signs[rest[i] ?? ""]?.(value, next);
  }
  return value;
}

/** What stands between two braces; undefined: that is no number. */
function braces(inside: string, numbers: Numbers, language: Language): string | undefined {
  const found = /^([~^&@]?)([!a-z0-9_.-]+(?: [+*>-] [!a-z0-9_.-]+)*)(?:(,)$|([:?])|$)/.exec(inside);
  const [head = "", sign = "", key = "", list, form] = found ?? [];
  const value = found ? sum(key, numbers) : undefined;
  if (value === undefined) return undefined;
  if (list)
    return numbers
      .list(key)
      ?.map(n => shown(n, sign, language))
      .join(", ");
  if (!form) return shown(value, sign, language);
  const parts = partsOf(inside.slice(head.length));
  if (form === ":") {
    const counted = parts[value === 1 ? 0 : 1] ?? "";
    return `${shown(value, sign, language)} ${fillNumbers(counted, numbers, language)}`;
  }
  const chosen = parts.find(part => !/^\d+=/.test(part) || part.startsWith(`${value}=`)) ?? "";
  return fillNumbers(chosen.replace(/^\d+=/, ""), numbers, language);
}

/** Puts the numbers into a text. Braces with anything else in them stay as they are. */
export function fillNumbers(text: string, numbers: Numbers, language: Language): string {
  let at = text.indexOf("{"),
    done = 0,
    filled = "";
  for (; at >= 0; at = text.indexOf("{", Math.max(at + 1, done))) {
    const end = endOf(text, at + 1, "}");
    const put = end < text.length ? braces(text.slice(at + 1, end), numbers, language) : undefined;
    if (put === undefined) continue;
    filled += text.slice(done, at) + put;
    done = end + 1;
  }
  return filled + text.slice(done);
}
