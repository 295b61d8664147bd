// Everything of one's own as one file, written and read. The file is lines of JSON: a head with the format and its version;
// a line for each game with its log; a line for each other thing that this browser remembers; and an end. Every line but
// the head has a hash, and the end has one of all of them, so that damage and missing parts are noticed. A file may come
// from anybody: nothing of it is believed that was not checked, and everything has a bound.
import type { Card } from "../local/store";
import { sha256 } from "./sha256";

export const FORMAT = "charlatan-export";
export const VERSION = 1;

export const LARGEST = 256 * 1024 * 1024; // bytes of a file
const LINE = 64 * 1024 * 1024; // characters of a line
const ENTRIES = 200_000; // of a log
const ENTRY = 4 * 1024 * 1024; // characters of an entry: a founding may have a record in it
const TEXT = 256 * 1024; // characters of a card
const VALUE = 4 * 1024 * 1024; // characters of something else

/** A game with its log. */
export interface GameLine {
  match: string;
  card: Card;
  entries: string[];
}

/** Something that this browser remembers (keep.ts), under its name. */
export interface MineLine {
  mine: string;
  value: unknown;
}

export type Line = GameLine | MineLine;

/**
 * Why a file is refused: it is no such file; it is of a newer version; a line of it is wrong; its end is missing; it is too
 * large.
 */
export type ArchiveFault = "not-ours" | "newer" | "damaged" | "cut" | "large";

export class ArchiveError extends Error {
  constructor(
    readonly fault: ArchiveFault,
    readonly line = 0,
  ) {
    super(`${fault} ${line}`);
  }
}

// ---- writing ----

const cardOf = ({ phase, open, game, created, touched, due, text }: Card): Card => ({
  phase,
  open,
  game,
  created,
  touched,
  due,
  text,
});

/** The line in the one form that is hashed. */
const formOf = (line: Line): Line =>
  "match" in line
    ? { match: line.match, card: cardOf(line.card), entries: line.entries }
    : { mine: line.mine, value: line.value };

const hashOf = (line: Line): string => sha256(JSON.stringify(formOf(line)));

/** Writes lines one after another, so that no more than one of them is held as a text. */
export class ArchiveWriter {
  private readonly hashes: string[] = [];
  private readonly parts: Blob[] = [];

  constructor(made: number) {
    this.put({ format: FORMAT, version: VERSION, made });
  }

  private put(value: object): void {
    this.parts.push(new Blob([`${JSON.stringify(value)}\n`]));
  }

  add(line: Line): void {
    const hash = hashOf(line);
    this.hashes.push(hash);
    this.put({ ...formOf(line), hash });
  }

  end(): Blob {
    this.put({ end: this.hashes.length, hash: sha256(this.hashes.join("")) });
    return new Blob(this.parts, { type: "application/x-ndjson" });
  }
}

// ---- reading ----

type Thing = { [key: string]: unknown };

export const isThing = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isTime = (value: unknown): value is number => Number.isSafeInteger(value);

function parsed(text: string): Thing | null {
  try {
    const value = JSON.parse(text) as unknown;
    return isThing(value) ? value : null;
  } catch {
    return null;
  }
}

const isEntry = (value: unknown): value is string =>
  typeof value === "string" && value.length <= ENTRY && parsed(value) !== null;

function isCard(value: unknown): value is Card {
  if (!isThing(value)) return false;
  const { phase, open, game, created, touched, due, text } = value;
  return (
    Number.isInteger(phase) &&
    Number(phase) >= 0 &&
    Number(phase) < 16 &&
    typeof open === "boolean" &&
    typeof game === "string" &&
    /^[a-z]{1,15}$/.test(game) &&
    isTime(created) &&
    isTime(touched) &&
    (due === null || isTime(due)) &&
    typeof text === "string" &&
    text.length <= TEXT &&
    parsed(text) !== null
  );
}

function lineOf({ match, card, entries, mine, value }: Thing): Line | null {
  if (typeof mine === "string")
    return /^[a-z.]{1,40}$/.test(mine) && JSON.stringify(value ?? null).length <= VALUE
      ? { mine, value }
      : null;
  if (typeof match !== "string" || !/^[a-z2-7]{1,16}$/.test(match) || !isCard(card)) return null;
  if (!Array.isArray(entries) || entries.length === 0 || entries.length > ENTRIES) return null;
  return entries.every(isEntry) ? { match, card: cardOf(card), entries } : null;
}

/** The lines of a file, none longer than a bound. */
async function* linesOf(file: Blob): AsyncGenerator<string> {
  const reader = file.stream().getReader() as ReadableStreamDefaultReader<Uint8Array>,
    decoder = new TextDecoder("utf-8", { fatal: true });
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    const [first = "", ...more] = (
      done ? decoder.decode() : decoder.decode(value, { stream: true })
    ).split("\n");
    // A long line comes in many pieces; only what is new is looked at.
    rest += first;
    for (const line of more) {
      yield rest;
      rest = line;
    }
    if (done) break;
    if (rest.length > LINE) throw new ArchiveError("large");
  }
  if (rest !== "") yield rest;
}

function checkHead(text: string): void {
  const head = parsed(text);
  if (head?.["format"] !== FORMAT || !Number.isInteger(head["version"]))
    throw new ArchiveError("not-ours");
  if (Number(head["version"]) > VERSION) throw new ArchiveError("newer");
}

/** Reads a file from its head to its end. Whatever is wrong is thrown when it is met, or at the end. */
export async function* readArchive(file: Blob): AsyncGenerator<Line> {
  if (file.size > LARGEST) throw new ArchiveError("large");
  const hashes: string[] = [];
  let n = 0,
    ended = false;
  try {
    for await (const text of linesOf(file)) {
      n++;
      if (n === 1) {
        checkHead(text);
        continue;
      }
      const thing: Thing | null = ended ? null : parsed(text);
      if (!thing) throw new ArchiveError("damaged", n);
      if ("end" in thing) {
        ended = thing["end"] === hashes.length && thing["hash"] === sha256(hashes.join(""));
        if (!ended) throw new ArchiveError("cut");
        continue;
      }
      const line = lineOf(thing),
        hash = line && hashOf(line);
      if (!line || !hash || hash !== thing["hash"]) throw new ArchiveError("damaged", n);
      hashes.push(hash);
      yield line;
    }
  } catch (problem) {
    if (problem instanceof ArchiveError) throw problem;
    // Bytes that are no text.
    throw n === 0 ? new ArchiveError("not-ours") : new ArchiveError("damaged", n + 1);
  }
  if (n === 0) throw new ArchiveError("not-ours");
  if (!ended) throw new ArchiveError("cut");
}
