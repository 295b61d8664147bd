// Luck that nobody has to trust: commitments to nonces, what is kept, and what a record proves. A server that changes
// something is found out.
import { afterEach, describe, expect, test, vi } from "vitest";
import { blake2b } from "../src/luck/blake2b";
import type { Film } from "../src/engine/types";
import { judge } from "../src/luck/judge";
import { luck, seen, type Kept } from "../src/luck/shown";
import { commitmentOf, drawNonce, hexOf } from "../src/luck/nonce";
import { Seen } from "../src/luck/seen";
import { Share } from "../src/luck/share";
import type { TableSummary, View } from "../src/net/types";

const summary = (part: Partial<TableSummary> = {}): TableSummary => ({
  id: "abcdefghijklmnop",
  game: "null",
  players: 3,
  options: {},
  open: false,
  wait: false,
  state: "waiting",
  created: 0,
  clock: null,
  seats: [],
  commitment: "c0",
  nonce_commitments: null,
  nonces: null,
  result: null,
  winners: null,
  rematch: null,
  practice: null,
  ...part,
});

describe("commitments", () => {
  test("BLAKE2b is that of RFC 7693, with 32 bytes", () => {
    // blake2b(b"", digest_size=32), blake2b(b"abc", digest_size=32) of Python's hashlib
    expect(hexOf(blake2b(new Uint8Array()))).toBe(
      "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8",
    );
    expect(hexOf(blake2b(new TextEncoder().encode("abc")))).toBe(
      "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319",
    );
  });

  test("the test value of docs/fairness.md", () => {
    const nonce = hexOf(Uint8Array.from({ length: 32 }, (_, i) => i));
    expect(commitmentOf(nonce)).toBe(
      "3419c375436fcdf4a52fa159a71fc3f9a30858443691dc0c1a3f387790f2d4a7",
    );
  });

  test("nonces are long and differ", () => {
    expect(drawNonce()).toMatch(/^[0-9a-f]{64}$/);
    expect(drawNonce()).not.toBe(drawNonce());
  });
});

describe("what is kept", () => {
  test("what was shown first", () => {
    const first = seen(undefined, summary(), 1);
    expect(first).toEqual({ when: 1, commitment: "c0", practice: false, mine: {}, fixed: null });
    expect(seen(first, summary({ commitment: "c1" }), 2)).toBe(first);
    const fixed = seen(
      first,
      summary({
        state: "revealing",
        nonce_commitments: ["h0", null, null],
        nonces: ["n0", "n1", null],
      }),
      3,
    );
    expect(fixed.fixed).toEqual({ commitments: ["h0", null, null], nonces: [null, "n1", null] });
    expect(seen(fixed, summary({ nonces: [null, null, null] }), 4)).toBe(fixed);
  });

  test("our nonces, by table and seat", () => {
    luck.keep(summary(), 1, "aa");
    luck.keep(summary(), 2, "bb");
    luck.see(summary({ nonces: [null, null, null] }));
    expect(luck.at("abcdefghijklmnop")?.mine).toEqual({ 1: "aa", 2: "bb" });
    expect(luck.at("abcdefghijklmnop")?.fixed?.commitments).toEqual([null, null, null]);
    expect(luck.at("other")).toBeUndefined();
  });
});

describe("what a record proves", () => {
  const kept: Kept = {
    when: 0,
    commitment: "c0",
    practice: false,
    mine: { 0: "n0" },
    fixed: { commitments: ["h0", "h1", null], nonces: [null, null, "n2"] },
  };
  const head = {
    commitment: "c0",
    nonce_commitments: ["h0", "h1", null],
    nonces: ["n0", "n1", "n2"],
    fork: null,
  };
  const fine = { verified: true, shown: true };
  const said = (k: Kept, h: typeof head, seats = [0], found = fine): string =>
    judge(k, seats, h, found).key;

  test("a server that keeps its word", () => {
    expect(judge(kept, [0], head, fine)).toEqual({
      ok: true,
      key: "luck.right",
      values: { n: 0, lucks: 1 },
    });
    expect(said(kept, head, [])).toBe("luck.watched");
    expect(said({ ...kept, mine: {} }, head)).toBe("luck.none");
  });

  test("somebody withholds a nonce", () => {
    const out = { ...head, nonces: ["n0", null, "n2"] } as unknown as typeof head;
    expect(judge(kept, [0], out, fine)).toEqual({
      ok: true,
      key: "luck.withheld",
      values: { n: 1, lucks: 2 },
    });
    const mine = { ...head, nonces: [null, "n1", "n2"] } as unknown as typeof head;
    expect(said(kept, mine)).toBe("luck.left-out");
  });

  test("a server that lies", () => {
    const lies: [Partial<typeof head>, string][] = [
      [{ commitment: "c1" }, "luck.wrong.commitment"],
      [{ fork: 3 as unknown as null }, "luck.wrong.fork"],
      [{ nonce_commitments: ["h0", "h9", null as unknown as string] }, "luck.wrong.seats"],
      [{ nonces: ["n0", "n1", "n9"] }, "luck.wrong.seats"],
      [{ nonces: ["n9", "n1", "n2"] }, "luck.wrong.mine"],
    ];
    for (const [lie, key] of lies) {
      const judged = judge(kept, [0], { ...head, ...lie }, fine);
      expect(judged.ok).toBe(false);
      expect(judged.key).toBe(key);
    }
    const watched = { ...kept, witness: { key: "k", commitment: "w" } };
    expect(judge(watched, [0], { ...head, witness: watched.witness }, fine).ok).toBe(true);
    for (const other of [{}, { witness: { key: "k", commitment: "x" } }])
      expect(judge(watched, [0], { ...head, ...other }, fine).key).toBe("luck.wrong.witness");
    expect(judge(kept, [0], { ...head, witness: watched.witness }, fine).key).toBe(
      "luck.wrong.witness",
    );
    const fewer = { ...head, nonce_commitments: ["h0", "h1"], nonces: ["n0", "n1"] };
    expect(said(kept, fewer)).toBe("luck.wrong.seats");
    expect(said(kept, head, [0], { ...fine, verified: false })).toBe("luck.wrong.record");
    expect(said(kept, head, [0], { ...fine, shown: false })).toBe("luck.wrong.game");
  });
});

describe("the game that was shown", () => {
  const view = (n: number): View => ({ game: "null", list: [{ n }] }) as unknown as View;
  const film = (...views: number[]): Pick<Film, "length" | "view"> => ({
    length: views.length - 1,
    view: <V extends View>(n: number) => Promise.resolve(view(views[n] ?? -1) as V),
  });
  function shown(): Seen {
    const seen = new Seen();
    seen.whole(view(9), null);
    for (const n of [0, 0]) seen.whole(view(n), 1);
    for (const n of [1, 2, 3, 4]) seen.moved(view(n));
    seen.undone(view(2));
    for (const n of [5, 6]) seen.moved(view(n));
    return seen;
  }

  test("is found in its record", async () => {
    expect(await shown().isIn(film(0, 1, 2, 5, 6))).toBe(true);
    // A visitor who came later, or was away, has not seen everything.
    expect(await shown().isIn(film(7, 8, 0, 1, 7, 2, 5, 8, 6))).toBe(true);
    expect(await new Seen().isIn(film(0, 1))).toBe(true);
  });

  test("is not found in the record of another game", async () => {
    for (const other of [film(0, 1, 2, 5, 7), film(0, 2, 5, 6), film(0, 1, 2, 5, 6, 7), film(6)])
      expect(await shown().isIn(other)).toBe(false);
  });
});

describe("our share at a table", () => {
  afterEach(() => vi.unstubAllGlobals());

  const own = { seat: 1, token: "t", name: "Ann" };
  function share(): { share: Share; sent: unknown[]; warned: string[]; asked: string[] } {
    const sent: unknown[] = [],
      warned: string[] = [],
      asked: string[] = [];
    vi.stubGlobal("fetch", (path: string, init: RequestInit) => {
      asked.push(`${path} ${init.body as string}`);
      return Promise.resolve(new Response("{}"));
    });
    const ends = {
      send: (wish: object) => void sent.push(wish),
      warn: (key: string) => void warned.push(key),
    };
    return { share: new Share(own, ends), sent, warned, asked };
  }
  const nonce = "07".repeat(32),
    mine = commitmentOf(nonce);
  const at = (id: string, part: Partial<TableSummary>): TableSummary => summary({ id, ...part });

  test("is committed to where the seat has no commitment yet", () => {
    const { share: s, asked } = share();
    s.saw(at("rematch", {}), null);
    s.saw(at("rematch", { nonce_commitments: [null, "of another device", null] }), 1);
    const { nonce_commitments: _, ...older } = at("older", {});
    s.saw(older, 1);
    expect(asked).toEqual([]);
    s.saw(at("rematch", { nonce_commitments: ["h0", null, null] }), 1);
    const kept = luck.at("rematch")?.mine[1] ?? "";
    expect(asked).toEqual([
      `http://localhost/api/tables/rematch/join {"nonce_commitment":"${commitmentOf(kept)}"}`,
    ]);
  });

  test("is revealed only when its commitment is among those that are fixed", () => {
    const { share: s, sent, warned } = share();
    const fixed = (commitment: string, nonces: (string | null)[]): TableSummary =>
      at("fixed", { state: "revealing", nonce_commitments: [null, commitment, null], nonces });
    luck.keep(at("fixed", {}), 1, nonce);
    s.saw(fixed("another", [null, null, null]), 1);
    expect(sent).toEqual([]);
    expect(warned).toEqual(["luck.not-mine"]);
    s.saw(fixed(mine, [null, null, null]), 1);
    expect(sent).toEqual([{ reveal: nonce }]);
    s.saw(fixed(mine, [null, nonce, null]), 1);
    s.heard(fixed(mine, [null, null, null]), 1);
    expect(sent.length).toBe(1);
    s.missed();
    s.heard(fixed(mine, ["n0", null, null]), 1);
    expect(sent.length).toBe(2);
  });

  test("is not revealed before the server is bound by everything else", () => {
    const { share: s, sent, warned } = share();
    const { commitment: _, ...without } = summary({ id: "unbound" });
    const shown: Partial<TableSummary> = {
      state: "revealing",
      nonce_commitments: [null, mine, null],
    };
    luck.keep(at("unfixed", {}), 1, nonce);
    s.saw(at("unfixed", { ...shown, nonces: null }), 1);
    luck.keep(without as TableSummary, 1, nonce);
    s.saw({ ...without, ...shown, nonces: [null, null, null] } as unknown as TableSummary, 1);
    expect(sent).toEqual([]);
    expect(warned).toEqual(["luck.not-mine", "luck.not-mine"]);
  });

  test("that is left out is missed", () => {
    const { share: s, warned } = share();
    luck.keep(at("late", {}), 1, nonce);
    s.began(at("late", { state: "running", nonces: [null, nonce, null] }), 1);
    expect(warned).toEqual([]);
    s.began(at("late", { state: "running", nonces: [null, null, null] }), 1);
    expect(warned).toEqual(["luck.late"]);
  });
});
