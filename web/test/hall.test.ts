// The tables of a page: games against bots in the module that the page loads, with stores that are slow, full or shared.
import { afterEach, describe, expect, it } from "vitest";
import { MemoryStore, Shelf } from "../src/local/memory_store";
import { StoreError, type Append, type Outcome, type StoreReason } from "../src/local/store";
import { steadyClock } from "../src/local/tables";
import { botHere, Ear, rig, type Rig, type Said } from "./local_rig";
import { machine } from "./native";

const open: Rig[] = [];
const started = (parts?: Parameters<typeof rig>[0]): Rig => {
  const one = rig(parts);
  open.push(one);
  return one;
};
afterEach(() => {
  for (const { hall } of open.splice(0)) hall.close();
});

interface Ask {
  n: number;
  actions: string[];
}

const askIn = (said: Said): Ask => said["ask"] as Ask;
const isAsk = (m: Said): boolean => "ask" in m;

/** Plays until a message fits, always with the first action. */
async function playUntil(ear: Ear, fits: (m: Said) => boolean): Promise<Said> {
  for (let id = 1; ; id++) {
    const said = await ear.until(m => isAsk(m) || fits(m));
    if (fits(said)) return said;
    ear.say({ id, n: askIn(said).n, do: askIn(said).actions[0] });
  }
}

/** What an entry changes of the table. */
const changesOf = (m: Said): Record<string, unknown> =>
  Object.fromEntries((m["table"] as [string, unknown][] | undefined) ?? []);

const playOn = (ear: Ear): Promise<Said> => playUntil(ear, m => changesOf(m)["state"] === "over");

interface Founded {
  table: string;
  token: string;
}

async function found({ ask }: Rig, wish: object): Promise<Founded> {
  const { status, data } = await ask("/api/tables", wish);
  expect(status).toBe(201);
  return { table: data.table?.id ?? "", token: data.token ?? "" };
}

const toss = { game: "null", seats: ["me", "random"], options: { tosses: 9 } };

/** A store that waits or fails when it is told to. */
class Moody extends MemoryStore {
  failsWith: StoreReason | null = null;
  private gate: Promise<void> | null = null;
  private lift: () => void = () => undefined;

  hold(): void {
    this.gate = new Promise(done => (this.lift = done));
  }

  release(): void {
    this.gate = null;
    this.lift();
  }

  private async mood(): Promise<void> {
    await this.gate;
    if (this.failsWith) throw new StoreError(this.failsWith, "no room");
  }

  override async append(list: Append[]): Promise<Outcome[]> {
    await this.mood();
    return super.append(list);
  }

  override async probe(): Promise<void> {
    await this.mood();
  }
}

const later = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));

describe("a table of the page", () => {
  it("is founded, played against bots, and its record is verified", async () => {
    const one = started();
    const seats = ["me", "easy", "hard"];
    const { data } = await one.ask("/api/tables", { game: "quacks", seats, name: "Ada" });
    const table = data.table as { id: string; commitment?: string } | undefined;
    const over = await playOn(new Ear(one.hall, { table: table?.id, token: data.token }));
    expect(changesOf(over)).toMatchObject({
      seed: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    const answer = await one.hall.fetch(`/api/tables/${table?.id ?? ""}/record`);
    const record = await answer.text(),
      engine = await machine();
    expect(record).toContain(String(table?.commitment));
    expect(engine.ask('{"op":"record"}', record)).toMatchObject({ ok: true, problem: null });
    expect(engine.ask('{"op":"verify"}')).toMatchObject({ ok: true, verified: true });
    const review = await one.ask(`/api/tables/${table?.id ?? ""}/review`);
    expect([review.status, review.data.error?.reason]).toEqual([409, "review-elsewhere"]);
  });

  it("goes on where it was when the page was closed in the middle of a game", async () => {
    const shelf = new Shelf();
    const first = started({ store: new MemoryStore(shelf) });
    const seat = await found(first, toss);
    const ear = new Ear(first.hall, seat);
    const asked = askIn(await ear.until(isAsk));
    ear.say({ id: 1, n: asked.n, do: asked.actions[0] });
    const { n } = (await ear.until(m => "ok" in m)) as Said & { n: number };
    first.hall.close();
    const second = started({ store: new MemoryStore(shelf) });
    const again = new Ear(second.hall, seat);
    const snapshot = (await again.until(m => "snapshot" in m))["snapshot"] as { n: number };
    expect(snapshot.n).toBeGreaterThanOrEqual(n);
    expect(changesOf(await playOn(again))).toHaveProperty("result");
  });

  it("is the same for two pages: one of two answers counts, and both see it", async () => {
    const shelf = new Shelf();
    const pages = [0, 1].map(() => started({ store: new MemoryStore(shelf) }));
    const [first, second] = pages as [Rig, Rig];
    const seat = await found(first, toss);
    const ears = [new Ear(first.hall, seat), new Ear(second.hall, seat)];
    const [asked] = await Promise.all(ears.map(ear => ear.until(isAsk)));
    const { n, actions } = askIn(asked as Said);
    ears.forEach((ear, id) => ear.say({ id, n, do: actions[id] }));
    const heard = await Promise.all(ears.map(ear => ear.until(m => "ok" in m || "no" in m)));
    expect(heard.filter(m => "ok" in m).length).toBe(1);
    const [a, b] = await Promise.all(ears.map(ear => ear.until(isAsk)));
    expect(a).toEqual(b);
  });
});

describe("what is not stored", () => {
  it("is not told", async () => {
    const store = new Moody(),
      one = started({ store }),
      ear = new Ear(one.hall, await found(one, toss));
    const { n, actions } = askIn(await ear.until(isAsk));
    ear.heard.length = 0;
    store.hold();
    ear.say({ id: 1, n, do: actions[0] });
    await later(60);
    expect(ear.heard).toEqual([]);
    store.release();
    expect(await ear.until(m => "ok" in m)).toMatchObject({ ok: 1 });
  });

  it("is refused, and the page is told why; nothing else is lost", async () => {
    const store = new Moody(),
      one = started({ store }),
      ear = new Ear(one.hall, await found(one, toss));
    const { n, actions } = askIn(await ear.until(isAsk));
    const heard: unknown[] = [];
    one.hall.onTrouble(why => heard.push(why));
    store.failsWith = "quota";
    ear.say({ id: 1, n, do: actions[0] });
    expect(await ear.until(m => "no" in m)).toMatchObject({ no: 1, code: "storage" });
    const { status, data } = await one.ask("/api/tables", toss);
    expect([status, data.error?.code]).toEqual([503, "storage"]);
    expect(heard).toEqual([null, "quota"]);
    store.failsWith = null;
    ear.say({ id: 2, n, do: actions[0] });
    expect(await ear.until(m => "ok" in m)).toMatchObject({ ok: 2 });
    expect(heard).toEqual([null, "quota", null]);
    expect(changesOf(await playOn(ear))).toHaveProperty("result");
  });
});

describe("bots that think", () => {
  const wish = { game: "quacks", seats: ["me", "master"] };

  it("are shown, and answer at once when they are hurried", async () => {
    // Every lap of a search is a slice, and no time passes: nobody has thought enough before.
    const one = started({ startBot: () => botHere({ slice: 0, now: () => 0 }) });
    const seat = await found(one, wish);
    const seen = new Set<string>();
    one.hall.onThinking(bots => {
      const began = bots.filter(({ games }) => games > 0);
      for (const { table, bot } of began) seen.add(`${table} ${bot}`);
      if (began.length) one.hall.hurry(seat.table);
    });
    const hurried = await playUntil(new Ear(one.hall, seat), m => "hurried" in m);
    expect([hurried["seat"], hurried["hurried"]]).toEqual([1, "busy"]);
    expect([...seen]).toEqual([`${seat.table} master`]);
  });

  it("play by rules of thumb where their weights cannot be fetched, and say so", async () => {
    const weights = (): Promise<Uint8Array> => Promise.reject(new Error("offline"));
    const startBot = (): ReturnType<typeof botHere> => botHere({ weights });
    const one = started({ startBot });
    const ear = new Ear(one.hall, await found(one, wish));
    const hurried = await playUntil(ear, m => "hurried" in m);
    expect([hurried["seat"], hurried["hurried"]]).toEqual([1, "failed"]);
  });

  it("are replaced if their thread breaks", async () => {
    let broken = 0;
    const startBot = (): ReturnType<typeof botHere> => {
      const bot = botHere();
      if (broken++ > 0) return bot;
      const gone = (): void => say({ is: "broken", why: "gone" });
      return { ...bot, post: m => m.do === "think" && queueMicrotask(gone), listen };
    };
    let say: Parameters<ReturnType<typeof botHere>["listen"]>[0] = () => undefined;
    const listen = (heard: typeof say): void => {
      say = heard;
    };
    const one = started({ startBot });
    const ear = new Ear(one.hall, await found(one, toss));
    expect(changesOf(await playOn(ear))).toHaveProperty("result");
    expect(broken).toBe(2);
  });
});

it("a clock that is never set goes on while the machine sleeps", () => {
  let wall = 1000,
    steady = 10;
  const clock = steadyClock(
    () => wall,
    () => steady,
  );
  const began = clock();
  [wall, steady] = [wall + 500, steady + 500];
  expect(clock() - began).toBe(500);
  [wall, steady] = [wall + 3_600_000, steady + 100]; // slept for an hour
  expect(clock() - began).toBe(3_600_500);
  wall -= 7_200_000; // somebody has set the clock
  expect(clock() - began).toBe(3_600_500);
});
