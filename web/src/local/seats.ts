// The keys of seats at this browser's own tables, beside their logs. What the page remembers otherwise (keep.ts) a browser
// writes to its disk when it has time; a key is stored before the page learns of it, so that no crash can lose a seat.
import { own, type OwnSeat } from "../keep";
import { isThing } from "../mine/archive";
import { IndexedStore } from "./indexed";

const SEATS = 1_000_000; // the number of this text beside a log

interface Kept {
  game: string;
  seats: OwnSeat[];
}

/** The id of a table here, as pages know it. */
const idOf = (match: string): string => `${match}@here`;

function keptOf(text: string | null): Kept | null {
  const value: unknown = JSON.parse(text ?? "null");
  return isThing(value) && Array.isArray(value["seats"]) ? (value as unknown as Kept) : null;
}

async function withStore<T>(work: (store: IndexedStore) => Promise<T>): Promise<T> {
  const store = new IndexedStore();
  try {
    return await work(store);
  } finally {
    store.close();
  }
}

export const keepSeat = (match: string, game: string, seat: OwnSeat): Promise<void> =>
  withStore(async store => {
    const before = keptOf(await store.kept(match, SEATS))?.seats ?? [],
      seats = [...before.filter(({ token }) => token !== seat.token), seat];
    await store.keep(match, SEATS, JSON.stringify({ game, seats } satisfies Kept));
  });

export const forgetSeats = (id: string): Promise<void> =>
  withStore(store => store.keep(id.replace(/@here$/, ""), SEATS, "null"));

/** Seats that the page has lost are there again. */
export const recoverSeats = (): Promise<void> =>
  withStore(async store => {
    for (const [match, text] of await store.beside(SEATS)) {
      const kept = keptOf(text);
      if (kept && !own.at(idOf(match))) own.keep(idOf(match), kept.game, kept.seats);
    }
  });
