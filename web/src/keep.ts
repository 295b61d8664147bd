// Stores what this browser remembers between visits: a name, the tokens of seats, settings.
import { untilFetched } from "./fetched.svelte";

/** What this page has written or read, in case somebody deletes it while the page is open. */
const known = new Map<string, string>();

export function remember(key: string, value: unknown): void {
  try {
    const text = JSON.stringify(value);
    known.set(key, text);
    localStorage.setItem(`charlatan.${key}`, text);
  } catch {
    // Private windows may refuse; then nothing is kept after the page is closed.
  }
}

export function recall<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`charlatan.${key}`);
    if (text !== null) known.set(key, text);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
  }
}

/** Writes what is missing now and was there. */
export function rememberAgain(): void {
  try {
    for (const [key, text] of known)
      if (localStorage.getItem(`charlatan.${key}`) === null)
        localStorage.setItem(`charlatan.${key}`, text);
  } catch {
    // Refused: then it is gone.
  }
}

/** A seat of ours: everybody who has its token can play it. */
export interface OwnSeat {
  seat: number;
  token: string;
  name: string;
}

/** A table where we have a seat. With several seats, several people share this screen. */
export interface OwnTable {
  game: string;
  when: number;
  seats: OwnSeat[];
  /** The table was founded in this browser. */
  founded?: true;
  /** Over: the game is over. Missing: the server could not show the table last time. */
  is?: "over" | "missing";
}

type OwnTables = { [id: string]: OwnTable };

const MOST = 100; // finished games remembered; the oldest are forgotten

/** The key of a seat cannot be made again, so only tables whose game is over are forgotten. */
function withoutOldest(all: [string, OwnTable][]): [string, OwnTable][] {
  const over = all.filter(([, t]) => t.is === "over").sort(([, a], [, b]) => b.when - a.when);
  const old = new Set(over.slice(MOST).map(([id]) => id));
  return all.filter(([id]) => !old.has(id));
}

export const own = {
  all: (): OwnTables => recall<OwnTables>("tables", {}),
  at(id: string): OwnTable | undefined {
    const all = own.all();
    return Object.hasOwn(all, id) ? all[id] : undefined;
  },
  keep(id: string, game: string, seats: OwnSeat[]): void {
    const founded = own.at(id)?.founded;
    const table = { game, when: Date.now(), seats, ...(founded ? { founded } : {}) };
    const all = Object.entries({ ...own.all(), [id]: table });
    remember("tables", Object.fromEntries(withoutOldest(all)));
  },
  /** Notes that a table we have a seat at is ours. */
  found(id: string): void {
    const all = own.all(),
      table = all[id];
    if (table) remember("tables", { ...all, [id]: { ...table, founded: true } });
  },
  /** Notes what the server has said of a table. */
  note(id: string, is?: OwnTable["is"]): void {
    const { [id]: table, ...rest } = own.all();
    if (!table || table.is === is) return;
    const { is: _, ...noted } = table;
    remember("tables", { ...rest, [id]: is ? { ...noted, is } : noted });
  },
  /** Gives up one seat of a table. */
  giveUp(id: string, token: string): void {
    const table = own.at(id);
    const seats = table?.seats.filter(seat => seat.token !== token) ?? [];
    if (table && seats.length) own.keep(id, table.game, seats);
    else own.forget(id);
  },
  forget(id: string): void {
    const { [id]: _, ...rest } = own.all();
    remember("tables", rest);
    if (id.endsWith("@here"))
      void untilFetched(() => import("./local/seats")).then(seats => seats.forgetSeats(id));
  },
};

export const myName = (): string => recall("name", "").trim();

/** Something that nobody can guess. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(b => b.toString(16).padStart(2, "0"))
    .join("");
}
