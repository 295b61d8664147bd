// Stores what this browser remembers between visits: a name, the tokens of seats, settings.

export function remember(key: string, value: unknown): void {
  try {
    localStorage.setItem(`charlatan.${key}`, JSON.stringify(value));
  } catch {
    // Private windows may refuse; then nothing is kept after the page is closed.
  }
}

export function recall<T>(key: string, usual: T): T {
  try {
    const text = localStorage.getItem(`charlatan.${key}`);
    return text === null ? usual : (JSON.parse(text) as T);
  } catch {
    return usual;
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
}

type OwnTables = { [id: string]: OwnTable };

const MOST = 100; // tables remembered; the oldest are forgotten

export const own = {
  all: (): OwnTables => recall<OwnTables>("tables", {}),
  at: (id: string): OwnTable | undefined => own.all()[id],
  keep(id: string, game: string, seats: OwnSeat[]): void {
    const all = Object.entries({ ...own.all(), [id]: { game, when: Date.now(), seats } });
    remember(
      "tables",
      Object.fromEntries(all.sort(([, a], [, b]) => b.when - a.when).slice(0, MOST)),
    );
  },
  forget(id: string): void {
    const { [id]: _, ...rest } = own.all();
    remember("tables", rest);
  },
};

export const myName = (): string => recall("name", "").trim();

/** The person's own contribution to the seed (docs/fairness.md). */
export function nonce(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map(b => b.toString(16).padStart(2, "0"))
    .join("");
}
