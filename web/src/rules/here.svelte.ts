// Which reading the table on the screen plays, where its options choose one.
import { standards } from "engine:rows";
import { remembered, untilFetched } from "../fetched.svelte";
import type { Numbers } from "../fill";
import type { Options } from "../net/types";
import { numbersAt } from "../numbers";
import type { Language } from "../settings.svelte";
import type { RulingRow } from "../rulebook.svelte";
import type { Texts } from "../texts";

export interface Here {
  game: string;
  options: Options;
  players?: number;
}

class State {
  now: Here | null = $state.raw(null);
  /** Texts with the keys of numbers, fetched when a table first needs them. */
  templates: { [language in Language]?: Texts } = $state.raw({});
}

const here = new State();

export const tableHere = (): Here | null => here.now;

const otherwise: Here | null = $derived(here.now && readsOtherwise(here.now) ? here.now : null);
/** The table on the screen, if it changes what the texts say. */
export const changedHere = (): Here | null => otherwise;
export function templatesHere(language: Language): Texts | undefined {
  void openTemplates[language]();
  return here.templates[language];
}

/** The numbers of both games, whose keys all differ: those in force here, the standard ones without a table. */
const numbers: Numbers = $derived.by(() => {
  const games = Object.keys(standards).map(game =>
    otherwise?.game === game
      ? numbersAt(game, otherwise.options, otherwise.players)
      : numbersAt(game, {}),
  );
  const first = <T>(ask: (of: Numbers) => T | undefined): T | undefined =>
    games.map(ask).find(found => found !== undefined);
  return {
    one: key => first(of => of.one(key)),
    list: key => first(of => of.list(key)),
    differing: key => games.find(of => of.one(key) !== undefined)?.differing(key) ?? 0,
  };
});
export const numbersHere = (): Numbers => numbers;

/** Whether numbers or a cards file change what the texts say. */
function playsOtherwise({ options }: Here): boolean {
  return Boolean(options["numbers"] ?? options["cards"]);
}

/** A table of one edition reads only of that one. */
function readsOtherwise(table: Here): boolean {
  return playsOtherwise(table) || table.options["edition"] !== undefined;
}

const openTemplates: { [language in Language]: () => Promise<void> } = {
  en: remembered(async () => {
    const { default: en } = await untilFetched(() => import("engine:templates"));
    here.templates = { ...here.templates, en };
  }),
  de: remembered(async () => {
    const { default: de } = await untilFetched(() => import("engine:german-templates"));
    here.templates = { ...here.templates, de };
  }),
};

/** The table on the screen; null: there is none any more. */
export function playHere(table: Here | null): void {
  here.now = table;
}

/** What the texts of a game depend on at this table, for an address; null: they are the standard's. */
export function byHere(game: string | undefined): string | null {
  if (otherwise?.game !== game || !otherwise || !playsOtherwise(otherwise)) return null;
  const { options, players } = otherwise,
    { numbers: changed, cards, edition } = options;
  return JSON.stringify({ options: { numbers: changed, cards, edition }, players });
}

/** The table that such a part of an address tells of; null: it tells of none. */
export function tableBy(game: string, by: string): Here | null {
  try {
    const { options, players } = JSON.parse(by) as Partial<Here>;
    return {
      game,
      options: options ?? {},
      ...(typeof players === "number" ? { players } : {}),
    };
  } catch {
    return null;
  }
}

/** The option that a ruling names with the value of the other reading, such as `prices=printed`. */
const optionIn = ({ change }: RulingRow): [option: string, value: string] | null => {
  const named = /\b([a-z_]+)=([a-z_]+)\b/.exec(change);
  return named ? [named[1] ?? "", named[2] ?? ""] : null;
};

/** The sentence of the reading that is played here; null if no option chooses one. */
export function readingHere(ruling: RulingRow, game: string, table: Here | null): string | null {
  const named = optionIn(ruling);
  if (!named || table?.game !== game || !(named[0] in table.options)) return null;
  return table.options[named[0]] === named[1] ? ruling.other : ruling.does;
}
