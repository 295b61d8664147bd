// The rows of the games as this server's engine has them (GET /api/rules, GET /api/games): names,
// effects, prices, rules, questions, sentences. Their texts in other languages are looked up by the ids of the
// rows (words/rows.de.json). At a table that plays by other numbers the texts say those.
import { gameOf } from "./games/list";
import { request } from "./net/api";
import type { BotRow, GameName, GameRow } from "./net/types";
import { changedNumber } from "./numbers";
import { changedHere, filledHere } from "./rules/here.svelte";
import { translate, type Texts } from "./texts";
import { fetchPart } from "./ui/fetch_part";
import { openTexts, translatedTexts } from "./words/translated.svelte";

export interface RuleRow {
  id: string;
  certainty: string;
  title: string;
  text: string;
  editions?: string;
  notes?: string;
}
export interface ItemRow {
  id: string;
  name: string;
  short: string;
  gold: number;
  infamy: number;
  counts: number[];
  when: string[];
  certainty: string;
  brief: string;
  text: string;
  editions: string;
  rules: string[];
}
/** Wizards, colours, books, fortune cards: a name, a short text and a full text. */
export interface CardRow {
  id: string;
  name: string;
  brief: string;
  text: string;
  certainty?: string;
  editions?: string;
  rules?: string[];
  kind?: string;
  colour?: string;
  set?: number;
}
export interface ChipRow {
  id: string;
  name: string;
  colour: string;
  value: number;
  count: number;
  start: number;
  prices: number[];
  prices_printed: number[];
}
export interface GlassRow {
  id: string;
  name: string;
  brief: string;
}
/** A place where the rules are ours or may be read in another way. */
export interface RulingRow {
  /** The rules, items, books and cards it is about. */
  of: string[];
  letter: string;
  /** What is played. */
  does: string;
  why: string;
  /** The other reading, and how to get it. */
  other: string;
  change: string;
}
/** A part of the first page; the steps of the example turn have ids that begin with "example". */
export interface FirstRow {
  id: string;
  title: string;
  text: string;
}
export interface TextRow {
  name: string;
  rule: string;
  text: string;
  secret: string;
}

/** What the server has of a game. */
export interface GameRows {
  game: GameName;
  title: string;
  certainty: { [letter: string]: string };
  first?: FirstRow[];
  technical?: string[];
  rules: RuleRow[];
  rulings?: RulingRow[];
  questions: TextRow[];
  events: TextRow[];
  items?: ItemRow[];
  wizards?: CardRow[];
  colours?: CardRow[];
  chips?: ChipRow[];
  books?: CardRow[];
  cards?: CardRow[];
  glasses?: GlassRow[];
}

export type ById<T> = { [id: string]: T };

/** One game's rows by id. */
export interface Rulebook {
  game: GameName;
  title: string;
  least: number;
  most: number;
  certainty: ById<string>;
  first: FirstRow[];
  /** Chapters about options, files and programs. */
  technical: string[];
  rules: ById<RuleRow>;
  rulings: RulingRow[];
  items: ById<ItemRow>;
  wizards: ById<CardRow>;
  colours: ById<CardRow>;
  chips: ById<ChipRow>;
  books: ById<CardRow>;
  cards: ById<CardRow>;
  glasses: GlassRow[];
  bots: ById<BotRow>;
  /** Questions and events by name; several rows if one name has several sentences. */
  questions: ById<TextRow[]>;
  events: ById<TextRow[]>;
}

/** A number by its key if a table changes it. */
export type ChangedNumber = (key: string) => number | undefined;

const byId = <T extends { id: string }>(list: T[] | undefined): ById<T> =>
  Object.fromEntries((list ?? []).map(row => [row.id, row]));

function byName(list: TextRow[]): ById<TextRow[]> {
  const all: ById<TextRow[]> = {};
  for (const row of list) (all[row.name] ??= []).push(row);
  return all;
}

export function makeRulebook(raw: GameRows, row: GameRow | undefined): Rulebook {
  return {
    game: raw.game,
    title: raw.title,
    least: row?.min_players ?? 2,
    most: row?.max_players ?? 2,
    certainty: raw.certainty,
    first: raw.first ?? [],
    technical: raw.technical ?? [],
    rules: byId(raw.rules),
    rulings: raw.rulings ?? [],
    items: byId(raw.items),
    wizards: byId(raw.wizards),
    colours: byId(raw.colours),
    chips: byId(raw.chips),
    books: byId(raw.books),
    cards: byId(raw.cards),
    glasses: (raw.glasses ?? []).map(row => ({ ...row, name: row.brief })),
    bots: Object.fromEntries((row?.bots ?? []).map(bot => [bot.name, bot])),
    questions: byName(raw.questions),
    events: byName(raw.events),
  };
}

export type Rulebooks = { [game: string]: Rulebook };

interface Raw {
  rules: { games: GameRows[] };
  games: {
    games: GameRow[];
    witness?: { key: string } | null;
    push?: string | null;
    hooks?: string[];
  };
}

class Shelf {
  raw: Raw | null = $state.raw(null);
  failed: string | null = $state(null);
  /**
   * Whether the books have been read. If so, they stay visible while those of another language are
   * fetched.
   */
  open = $state(false);
}

const shelf = new Shelf();

/** A game as the table on the screen plays it, or as everybody does. */
function readHere(raw: GameRows, own: Texts | null): GameRows {
  const table = changedHere();
  if (table?.game !== raw.game) return own ? translate(raw, own) : raw;
  const changed: ChangedNumber = key => changedNumber(table.game, table.options, key),
    rows = gameOf(raw.game)?.rowsBy(raw, changed) ?? raw;
  return translate(rows, { ...own, ...filledHere()?.rows });
}

/** A game of which the server has no rows for people. */
const rowless = (game: string): GameRows => ({
  game,
  title: game,
  certainty: {},
  rules: [],
  questions: [],
  events: [],
});

/** A book for each game that the server lists. */
export function booksOf(raw: GameRows[], games: GameRow[], own: Texts | null): Rulebooks {
  const bookOf = (row: GameRow): Rulebook =>
    makeRulebook(readHere(raw.find(g => g.game === row.name) ?? rowless(row.name), own), {
      ...row,
      bots: translate({ game: row.name, bots: row.bots }, own ?? {}).bots,
    });
  return Object.fromEntries(games.map(row => [row.name, bookOf(row)]));
}

const books: Rulebooks | null = $derived.by(() => {
  if (!shelf.raw) return null;
  const texts = translatedTexts();
  if (!texts && !shelf.open) return null;
  const { rules, games } = shelf.raw;
  return booksOf(rules.games, games.games, texts);
});

/** The books of all games; null until they have been fetched. */
export const library = (): Rulebooks | null => books;

/** The key of the witness that this server offers, or null. */
export const offeredWitness = (): string | null => shelf.raw?.games.witness?.key ?? null;

/** The key with which browsers are told of turns by this server; null: it tells nobody. */
export const offeredPush = (): string | null => shelf.raw?.games.push ?? null;
/** The hosts whose channels this server may tell of turns. */
export const offeredHooks = (): string[] => shelf.raw?.games.hooks ?? [];

export const libraryProblem = (): string | null => shelf.failed;

/** The books on their way: who asks again meanwhile gets the same ones. */
let fetching: Promise<Raw> | null = null;

async function fetchBooks(): Promise<Raw> {
  const [rules, games] = await Promise.all([
    request<Raw["rules"]>("/api/rules"),
    request<Raw["games"]>("/api/games"),
  ]);
  return { rules, games };
}

/** Fetches what the chosen language needs. */
export async function openLibrary(): Promise<void> {
  shelf.failed = null;
  try {
    await fetchPart(openTexts);
    fetching ??= fetchBooks();
    shelf.raw ??= await fetching;
    shelf.open = true;
  } catch (problem) {
    fetching = null;
    shelf.failed = problem instanceof Error ? problem.message : String(problem);
  }
}
