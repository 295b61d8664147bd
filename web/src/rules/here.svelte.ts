// Which reading the table on the screen plays, where its options choose one.
import { templates as fetchTemplates, type Templates } from "engine:translations";
import fillCode from "fill.wasm?url";
import { startFiller, type FilledBy, type Filler } from "../engine/filler";
import { remembered, untilFetched } from "../fetched.svelte";
import type { Options } from "../net/types";
import type { RulingRow } from "../rulebook.svelte";
import { codes, type Language } from "../languages";
import { settings } from "../settings.svelte";
import type { Texts } from "../texts";

export interface Here extends FilledBy {
  game: string;
  options: Options;
  players?: number;
}

class State {
  now: Here | null = $state.raw(null);
  /** Texts with the keys of numbers, and what fills them: fetched when a table first needs them. */
  templates: { [language in Language]?: Templates } = $state.raw({});
  filler: Filler | null = $state.raw(null);
}

const here = new State();

export const tableHere = (): Here | null => here.now;

const otherwise: Here | null = $derived(here.now && readsOtherwise(here.now) ? here.now : null);
/** The table on the screen, if it changes what the texts say. */
export const changedHere = (): Here | null => otherwise;

interface FilledTexts {
  /** Of the game's rows, by id, and of the page. */
  rows: Texts;
  said: { readonly [key: string]: string };
}

const filledBy = (fill: (text: string) => string, texts: Texts): Texts =>
  Object.fromEntries(Object.entries(texts).map(([id, text]) => [id, fill(text)]));

function textsBy(table: Here, { rows, said }: Templates, filler: Filler): FilledTexts {
  const fill = filler(table, settings.language),
    own = Object.entries(rows).filter(([id]) => id.startsWith(`${table.game}/`));
  return {
    rows: filledBy(fill, Object.fromEntries(own)),
    said: filledBy(fill, said[table.game] ?? {}),
  };
}

const filledTexts: FilledTexts | null = $derived.by(() => {
  if (!otherwise) return null;
  void openTemplates[settings.language]();
  void openFiller();
  const templates = here.templates[settings.language];
  return templates && here.filler ? textsBy(otherwise, templates, here.filler) : null;
});
/** The texts that say numbers, as this table plays; null: as everybody does, or not yet. */
export const filledHere = (): FilledTexts | null => filledTexts;

/** Whether numbers or a cards file change what the texts say. */
function playsOtherwise({ options }: Here): boolean {
  return Boolean(options["numbers"] ?? options["cards"]);
}

/** A table of one edition reads only of that one. */
function readsOtherwise(table: Here): boolean {
  return playsOtherwise(table) || table.options["edition"] !== undefined;
}

const openTemplates = Object.fromEntries(
  codes.map(language => [
    language,
    remembered(async () => {
      const { default: own } = await untilFetched(fetchTemplates[language]);
      here.templates = { ...here.templates, [language]: own };
    }),
  ]),
) as { [language in Language]: () => Promise<void> };

const openFiller = remembered(async () => {
  here.filler = await untilFetched(fetchFiller);
});

async function fetchFiller(): Promise<Filler> {
  const response = await fetch(fillCode);
  if (!response.ok) throw new Error(`what fills texts could not be fetched (${response.status})`);
  return startFiller(await response.arrayBuffer());
}

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
