// Saves everything of one's own as a file, and takes it over from one. A file is checked from beginning to end before
// anything of it is taken. What is here is never overwritten: a log only gets the entries that are missing.
import { IndexedStore } from "../local/indexed";
import { StoreError, type Append } from "../local/store";
import { ArchiveWriter, readArchive, type GameLine } from "./archive";
import { belongings, takeBelonging } from "./belongings";

export interface Saved {
  file: Blob;
  games: number;
}

type Store = Pick<IndexedStore, "matches" | "load" | "append">;

export async function saveAll(store: Store, now = Date.now()): Promise<Saved> {
  const writer = new ArchiveWriter(now),
    rows = await store.matches();
  for (const { id, n, ...card } of rows) {
    const entries = (await store.load(id, 0)).rows.slice(0, n).map(row => row.text);
    if (entries.length === n) writer.add({ match: id, card, entries });
  }
  for (const line of belongings()) writer.add(line);
  return { file: writer.end(), games: rows.length };
}

export interface Taken {
  /** New here; longer than here; as here. */
  added: number;
  longer: number;
  same: number;
  /** Longer here; otherwise here. Both stay as they are here. */
  newerHere: number;
  other: number;
  /** The rules cannot play them. */
  unplayable: number;
}

type Kind = keyof Taken;

/** How the log of a file and the one here relate. */
export function compareLogs(theirs: string[], here: string[]): Kind {
  const n = Math.min(theirs.length, here.length);
  for (let i = 0; i < n; i++) if (theirs[i] !== here[i]) return "other";
  if (theirs.length === here.length) return "same";
  if (theirs.length < here.length) return "newerHere";
  return n === 0 ? "added" : "longer";
}

const TOGETHER = 2 * 1024 * 1024; // characters of entries that are stored in one go

/** Stores games in few transactions: each waits for the disk. */
class Carrier {
  private list: Append[] = [];
  private kinds: Kind[] = [];
  private size = 0;

  constructor(
    private readonly store: Store,
    private readonly taken: Taken,
  ) {}

  async add({ match, card, entries }: GameLine): Promise<void> {
    const here = (await this.store.load(match, 0)).rows.map(row => row.text),
      kind = compareLogs(entries, here);
    if (kind !== "added" && kind !== "longer") {
      this.taken[kind]++;
      return;
    }
    const more = entries.slice(here.length);
    this.list.push({ match, expected: here.length, entries: more, card });
    this.kinds.push(kind);
    this.size += more.reduce((sum, text) => sum + text.length, 0);
    if (this.size > TOGETHER) await this.carry();
  }

  async carry(): Promise<void> {
    const { list, kinds } = this;
    this.list = [];
    this.kinds = [];
    this.size = 0;
    const outcomes = await this.store.append(list);
    // Somebody plays the same game in another tab at this moment: theirs stays.
    outcomes.forEach((outcome, i) => {
      this.taken[outcome === "stored" ? (kinds[i] ?? "added") : "newerHere"]++;
    });
  }
}

/** There was no room for everything: so much was taken. */
export class HalfTaken extends Error {
  constructor(readonly taken: Taken) {
    super("no room");
  }
}

/** Whether the rules can play a log. */
export type Playable = (game: GameLine) => Promise<boolean>;

/** The games of a file whose logs cannot be played, after the whole file was found to be in order. */
async function check(file: Blob, playable: Playable): Promise<Set<string>> {
  const broken = new Set<string>(),
    seen = new Set<string>();
  for await (const line of readArchive(file)) {
    if (!("match" in line)) continue;
    // The same game twice: no file of ours has that.
    if (seen.has(line.match) || !(await playable(line))) broken.add(line.match);
    seen.add(line.match);
  }
  return broken;
}

export async function takeAll(
  store: Store,
  file: Blob,
  playable: Playable = () => Promise.resolve(true),
): Promise<Taken> {
  const broken = await check(file, playable);
  const taken = { added: 0, longer: 0, same: 0, newerHere: 0, other: 0, unplayable: broken.size };
  const carrier = new Carrier(store, taken);
  try {
    for await (const line of readArchive(file)) {
      if ("mine" in line) takeBelonging(line);
      else if (!broken.has(line.match)) await carrier.add(line);
    }
    await carrier.carry();
  } catch (problem) {
    if (problem instanceof StoreError && problem.reason === "quota") throw new HalfTaken(taken);
    throw problem;
  }
  return taken;
}
