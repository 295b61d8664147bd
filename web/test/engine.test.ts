// The engine in the browser against the program: the same views, events, odds, advice and verdicts.
import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { makeEngine, EngineError, type Engine, type Film, type Viewer } from "../src/engine/engine";
import type { Thread } from "../src/engine/queue";
import { weighed } from "../src/help/figures";
import type { View } from "../src/net/types";
import {
  converse,
  linesOf,
  machine,
  weigher,
  make,
  odds,
  positions,
  recordOf,
  simulate,
  verify,
  type Line,
  type Position,
} from "./native";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 }); // the program is asked a lot
let engine: Engine;

/** The same machine without a thread. */
async function inProcess(): Promise<() => Thread> {
  const first = await machine();
  return () => ({
    ask: async (question, text) => first.ask(JSON.stringify(question), text),
    end: () => undefined,
  });
}

beforeAll(async () => {
  engine = makeEngine(await inProcess(), await weigher());
});

const asView = (line: Line | undefined): View => line as unknown as View;
const keepTwo = ["--games", "4", "--keep", "1"];

/** Both games, few and many players, options that change what is hidden. */
const records: { [name: string]: () => string } = {
  "arcane for two": () => simulate("arcane", "--bots", "greedy,random", ...keepTwo)[0] ?? "",
  "arcane for four, market and wizards": () =>
    simulate(
      "arcane",
      "--bots",
      "greedy,greedy,random,greedy",
      "--set",
      "market=true",
      "--set",
      "wizards=random",
      ...keepTwo,
    )[0] ?? "",
  "arcane for six, hundred": () =>
    make("arcane", "6", "11", 'options={"edition":"hundred","rounds":1}'),
  "quacks for two": () => simulate("quacks", "--bots", "greedy,random", ...keepTwo)[0] ?? "",
  "quacks for four, tubes, together, the other rulings": () =>
    simulate(
      "quacks",
      "--bots",
      "greedy,greedy,random,greedy",
      "--set",
      "pot=tubes",
      "--set",
      "together=true",
      "--set",
      "second_chance=risky",
      "--set",
      "strong_ingredient=acts",
      "--set",
      "optional=asked",
      ...keepTwo,
    )[0] ?? "",
  "quacks with nonces, a mix of books, no fortune cards": () =>
    make(
      "quacks",
      "3",
      "5",
      'options={"books":{"green":2,"blue":3,"red":2,"yellow":1,"purple":4},"fortune":"off"}',
      "nonces=616263,-,00ff",
    ),
  null: () => make("null", "3", "2"),
};

const viewers = (players: number): Viewer[] => [
  ...Array.from({ length: players }, (_, seat) => seat),
  null,
  "all",
];

const viewOf = (at: Position, viewer: Viewer): Line | undefined =>
  viewer === "all" ? at.state : viewer === null ? at.spectator : at.views[viewer];

/** What `charlatan engine` tells the referee, as a viewer may know it; `k` and `text` are not compared. */
function eventsOf(at: Position, viewer: Viewer): Line[] {
  return at.events.map(event => {
    const {
      seen = event["type"] === "call" ? [event["seat"]] : undefined,
      text: _text,
      ...rest
    } = event as { seen?: unknown[]; text: string };
    const shown: Line = { ...rest };
    if (seen && viewer !== "all" && !(viewer !== null && seen.includes(viewer))) {
      delete shown["item"];
      delete shown["chip"];
      delete shown["side"];
    }
    return shown;
  });
}

async function compare(film: Film, all: Position[], n: number): Promise<void> {
  const at = all[n];
  if (!at) throw new Error(`no position ${n}`);
  for (const viewer of viewers(film.header.players.length)) {
    expect(await film.view(n, viewer)).toEqual(viewOf(at, viewer));
    const events = (await film.events(n, viewer)).map(
      ({ k, ...rest }) => (expect(k).toBeGreaterThanOrEqual(0), rest),
    );
    if (n > 0) expect(events).toEqual(eventsOf(at, viewer));
  }
}

for (const [name, record] of Object.entries(records)) {
  describe(name, () => {
    let text: string, film: Film, all: Position[];

    beforeAll(async () => {
      text = record();
      film = await engine.openRecord(text);
      all = positions(text);
    });

    it("has the header and the moves of the record", () => {
      const [header, ...moves] = linesOf(text),
        result = moves.pop();
      expect(film.header).toMatchObject({
        game: header?.["game"],
        options: header?.["options"],
        players: header?.["players"],
        commitment: header?.["commitment"],
        fork: null,
        result: {
          scores: result?.["result"],
          winners: result?.["winners"],
          seed: result?.["seed"],
        },
      });
      expect(film.moves).toEqual(moves.map(({ n, seat, action }) => ({ n, seat, action })));
      expect(film).toMatchObject({ length: moves.length, problem: null, text });
    });

    it("shows every viewer what it saw, going forwards", async () => {
      for (let n = 0; n <= film.length; n += name === "null" ? 1 : 5) await compare(film, all, n);
    });

    it("shows the same when somebody jumps", async () => {
      for (const part of [1, 0, 0.5, 0.49, 0.99, 0.1, 0.101, 0])
        await compare(film, all, Math.floor(part * film.length));
    });

    it("is verified, thing by thing", async () => {
      const { ok, text: words, problem, checks } = await film.verify();
      expect({ ok, text: words }).toEqual(verify(text));
      expect(ok).toBe(true);
      expect(problem).toBeNull();
      const outcomes = linesOf(text).flatMap(line => (line["chance"] ?? []) as Line[]);
      const chance = checks.find(check => check.name === "chance");
      expect(chance).toMatchObject({ state: "ok", figures: { outcomes: outcomes.length } });
      expect(checks.map(check => check.state)).not.toContain("wrong");
      expect(checks.find(check => check.name === "hashes")?.figures["hashes"]).toBe(film.length);
    });

    if (name === "null") return; // hides what its seats called: a view is no position

    it("gives odds and questions of every seat's view", async () => {
      for (let n = 1; n < film.length; n += Math.ceil(film.length / 40)) {
        for (const { seat, kind, actions } of all[n]?.decisions ?? []) {
          const view = asView(all[n]?.views[seat]);
          expect(await engine.legal(view, seat)).toMatchObject({ seat, kind, actions });
          if (n % 3 || seat !== all[n]?.decisions[0]?.seat) continue;
          const ours = await engine
            .odds(view, seat)
            .catch((reason: EngineError) => (expect(reason.code).toBe("no-odds"), null));
          expect(ours).toEqual(odds(all[n]?.state ?? {}, seat));
        }
      }
    });

    it("hints at the answer with the best figure that is shown, by the scales of reviews", async () => {
      for (let n = 3; n < film.length; n += Math.ceil(film.length / 4)) {
        const { decisions, views } = all[n] as Position,
          seat = decisions[0]?.seat ?? 0,
          hint = await engine.hint(asView(views[seat]), seat),
          [first, ...others] = weighed(hint, 64);
        expect(decisions[0]?.actions).toContain(hint.action);
        expect(hint.reason).toBeDefined();
        for (const { value } of others) expect(value).toBeLessThanOrEqual(first?.value ?? 0);
        expect(hint.even).not.toContain(hint.action);
      }
    });

    it("advises as `suggest` does", async () => {
      // The nets are too large for a page: there the search goes without them.
      const bots = name.startsWith("arcane") ? ["easy", "search-1"] : ["easy", "hard", "search-1"];
      for (let n = 3; n < film.length; n += Math.ceil(film.length / 5)) {
        const { state, decisions, views } = all[n] as Position,
          seat = decisions[0]?.seat ?? 0;
        for (const bot of bots) {
          const options = bot === "search-1" ? { iterations: 150 } : {},
            [, { ok, ...theirs } = { ok: false }] = converse([
              { op: "setup", state },
              { op: "suggest", seat, bot: { name: bot, options } },
            ]);
          expect(ok).toBe(true);
          expect(await engine.suggest(asView(views[seat]), seat, { bot, ...options })).toEqual(
            theirs,
          );
        }
      }
    });
  });
}

describe("records of older rules", () => {
  const folder = "../tests/old/0.1.0",
    old = (name: string): string => readFileSync(`${folder}/${name}`, "utf8"),
    names = readdirSync(folder).filter(name => name.endsWith(".jsonl"));

  it.each(names)("%s is shown and verified by its own rules", async name => {
    const film = await engine.openRecord(old(name)),
      verdict = await film.verify();
    expect(film.problem).toBeNull();
    expect(film.header).toMatchObject({ rules: "0.1.0", old: true });
    expect({ ok: verdict.ok, text: verdict.text }).toEqual(verify(old(name)));
    expect(verdict.checks.find(check => check.name === "hashes")).toMatchObject({
      state: "skipped",
      figures: { old: 1 },
    });
    expect(verdict.checks.find(check => check.name === "moves")?.state).toBe("ok");
    expect(await film.view(film.length, "all")).toMatchObject({ game: film.header.game });
  });

  it("a lie in them is found out", async () => {
    const lines = linesOf(old("guard.jsonl")),
      at = lines.findIndex(line => "n" in line && (line["chance"] as Line[]).length > 0),
      lied = recordOf(lines.map((line, i) => (i === at ? { ...line, chance: [] } : line))),
      verdict = await (await engine.openRecord(lied)).verify();
    expect({ ok: verdict.ok, text: verdict.text }).toEqual(verify(lied));
    expect(verdict.ok).toBe(false);
  });

  it("newer rules are refused by their name", async () => {
    const [head, ...rest] = linesOf(old("arcane.jsonl")),
      reason = await engine
        .openRecord(recordOf([{ ...head, rules: "0.9.0" }, ...rest]))
        .catch((e: unknown) => e);
    expect(reason).toMatchObject({ code: "bad-record", line: 1, reason: "rules-newer" });
    expect((reason as EngineError).values?.[0]).toBe("0.9.0");
  });

  it("a new record names the present rules", async () => {
    const film = await engine.openRecord(make("null", "2", "1"));
    expect(film.header.old).toBe(false);
  });
});

describe("what is refused", () => {
  let lines: Line[], text: string;

  beforeAll(() => {
    text = simulate("quacks", "--bots", "greedy,random", ...keepTwo)[0] ?? "";
    lines = linesOf(text);
  });

  const changed = (at: number, change: Line): string =>
    recordOf(
      lines.map((line, i) =>
        i === (at < 0 ? lines.length + at : at) ? { ...line, ...change } : line,
      ),
    );

  /** The line with an outcome of this kind, and what else could have been there. */
  const otherLuck = (): string => {
    const at = lines.findIndex(
      line =>
        (line["chance"] as Line[] | undefined)?.some(o => o["draw"] === "white1") && "n" in line,
    );
    const chance = (lines[at]?.["chance"] as Line[]).map(o =>
      o["draw"] === "white1" ? { ...o, draw: "white2" } : o,
    );
    return changed(at, { chance });
  };

  const lies: { [what: string]: [() => string, check: string] } = {
    "another outcome": [otherLuck, "chance"],
    "another seed": [() => changed(-1, { seed: "0".repeat(64) }), "commitment"],
    "another salt": [() => changed(-1, { salt: "0".repeat(32) }), "commitment"],
    "another commitment": [() => changed(0, { commitment: "0".repeat(64) }), "commitment"],
    "another action": [() => changed(5, { action: "buy green1" }), "moves"],
    "another seat": [() => changed(5, { seat: 1 - (lines[5]?.["seat"] as number) }), ""],
    "another hash": [() => changed(9, { hash: "0".repeat(16) }), "hashes"],
    "another score": [() => changed(-1, { result: [1, 2] }), "result"],
    "another winner": [() => changed(-1, { winners: [0, 1] }), "result"],
    "a nonce": [() => changed(0, { nonces: ["00", null] }), "chance"],
    "other options": [() => changed(0, { options: { books: 2 } }), ""],
    "a move less": [() => recordOf(lines.filter((_, i) => i !== 7)), "shape"],
    "garbage behind": [() => `${text}garbage\n`, "shape"],
    "garbage inside": [() => text.replace('{"n":9,', '{"n":9.5,'), "shape"],
    "what is no JSON": [() => text.replace('{"n":9,', '{"n":9,,'), "shape"],
    "what needs a later version": [() => changed(4, { needs: "99.0.0" }), "shape"],
    "a nonce that was not committed to": [
      () => changed(0, { nonce_commitments: ["1".repeat(64), null], nonces: ["00", null] }),
      "nonces",
    ],
  };

  for (const [what, [lie, name]] of Object.entries(lies)) {
    it(`${what} is found out`, async () => {
      const film = await engine.openRecord(lie()).catch((reason: unknown) => reason as EngineError);
      if (film instanceof EngineError) {
        expect(film).toMatchObject({ code: "bad-record", line: 1 });
        expect(film.message.length).toBeGreaterThan(10);
        return;
      }
      const verdict = await film.verify();
      expect(verdict.ok).toBe(false);
      const theirs = verify(lie()).text,
        noJson = "not a JSON object"; // whose reasons are a library's
      expect(verdict.text.split(noJson)[0]).toEqual(theirs.split(noJson)[0]);
      const wrong = verdict.checks.filter(check => check.state === "wrong");
      if (name) expect(wrong.map(check => check.name)).toContain(name);
      expect(wrong[0]?.text).toMatch(/^[A-Z].*\.$/);
      for (const viewer of [0, 1, null, "all"] as const) {
        expect(await film.view(film.length, viewer)).toMatchObject({ game: "quacks" });
      }
    });
  }

  it("a member of a later version is passed over, and counted", async () => {
    const film = await engine.openRecord(changed(4, { more: 1 })),
      verdict = await film.verify();
    expect(verdict.ok).toBe(true);
    expect(verdict.text).toBe(verify(changed(4, { more: 1 })).text);
  });

  it("a record without its end is shown as far as it goes", async () => {
    for (const cut of [
      recordOf(lines.slice(0, -1)),
      recordOf(lines.slice(0, 100)),
      text.slice(0, text.length / 2),
    ]) {
      const film = await engine.openRecord(cut),
        verdict = await film.verify();
      expect(film.header.result).toBeNull();
      expect(film.problem).toBeNull();
      expect({ ok: verdict.ok, text: verdict.text }).toEqual(verify(cut));
      expect(verdict.checks.find(check => check.name === "commitment")?.state).toBe("skipped");
      expect(await film.view(film.length, "all")).toMatchObject({ game: "quacks" });
    }
  });

  it("what is no record is refused with a sentence", async () => {
    const none = [
      "",
      "garbage",
      "garbage\n",
      "{}\n",
      "[]\n",
      "\u0000\n",
      '{"format":"charlatan-record"}\n',
      "\n".repeat(9),
      `${"[".repeat(5000)}\n`,
      changed(0, { version: 2 }),
      changed(0, { game: "chess" }),
      changed(0, { chance: [{ first: 7 }] }),
    ];
    for (const wrong of none) {
      const reason = await engine.openRecord(wrong).catch((e: unknown) => e);
      expect(reason).toBeInstanceOf(EngineError);
      expect(reason).toMatchObject({ code: "bad-record", line: 1 });
    }
  });

  it("a practice match says what is taken as given", async () => {
    const record = make("quacks", "2", "3", "fork=20"),
      film = await engine.openRecord(record),
      verdict = await film.verify();
    expect(film.header.fork).toBe(20);
    expect({ ok: verdict.ok, text: verdict.text }).toEqual(verify(record));
    expect(verdict.checks.find(check => check.name === "fork")).toMatchObject({
      state: "skipped",
      figures: { moves: 20 },
    });
  });
});

describe("questions that make no sense", () => {
  it("get a code and a sentence", async () => {
    const record = make("arcane", "3", "4"),
      film = await engine.openRecord(record);
    const view = await film.view(30, 1);
    const code = (promise: Promise<unknown>): Promise<string> =>
      promise.then(
        () => "fine",
        (reason: EngineError) => (expect(reason.message).toMatch(/.{10,}/), reason.code),
      );
    expect(await code(film.view(film.length + 1, null))).toBe("bad-request");
    expect(await code(film.view(-1, null))).toBe("bad-request");
    expect(await code(film.view(0, 3))).toBe("bad-request");
    expect(await code(engine.odds(view, 3))).toBe("bad-view");
    expect(await code(engine.odds(asView({}), 0))).toBe("bad-view");
    expect(
      await code(engine.odds(asView({ ...view, players: "none" } as unknown as Line), 0)),
    ).toBe("bad-view");
    const asked = view.pending[0]?.seat ?? 0;
    expect(await code(engine.suggest(view, (asked + 1) % 3))).not.toBe("fine");
    expect(await code(engine.suggest(await film.view(30, asked), asked, { bot: "nobody" }))).toBe(
      "bad-option",
    );
  });

  it("an action that is not possible is explained, with the rule", async () => {
    const record = make("arcane", "3", "4"),
      film = await engine.openRecord(record),
      all = positions(record);
    for (const n of [5, 20, 40, 60]) {
      const move = film.moves[n],
        seat = move?.seat ?? 0,
        view = await film.view(n, seat);
      expect(await engine.explain(view, seat, move?.action ?? "")).toEqual({ ok: true });
      const { state } = all[n] as Position;
      for (const action of ["draw market 2", "play crystal-ball", "slot 9", "dance"]) {
        const [, theirs] = converse([
          { op: "setup", state },
          { op: "apply", seat, action },
        ]);
        const ours = await engine.explain(view, seat, action);
        expect(ours.ok).toBe(theirs?.["ok"]);
        if (ours.ok) continue;
        // The protocol says neither reason nor values.
        const { ok: _, reason, values, ...rest } = ours;
        expect(rest).toEqual(theirs?.["error"]);
        expect(reason).toMatch(/^[a-z-]+$/);
        if (action === "dance") expect(reason).toBe("not-an-answer");
        for (const value of values ?? []) expect(rest.message).toContain(value);
      }
      const other = (seat + 1) % 3;
      expect(await engine.explain(await film.view(n, other), other, "draw deck")).toMatchObject({
        ok: false,
        code: "not-asked",
      });
    }
  });
});

describe("time", () => {
  /* Opening plays the whole game; a view must not do that again. Half of the views decide, because a busy machine
     may stop one of them at any time. */
  it("any move of a long game is there much sooner than the game was played", async () => {
    const record =
      simulate(
        "quacks",
        "--bots",
        "greedy,greedy,greedy,greedy",
        "--games",
        "24",
        "--keep",
        "1",
        "--keep-by",
        "longest",
      )[0] ?? "";
    const started = performance.now();
    const film = await engine.openRecord(record);
    const opening = performance.now() - started;
    const views: number[] = [];
    for (let i = 0; i < 101; i++) {
      const from = performance.now();
      await film.view((i * 7919) % (film.length + 1), i % 4);
      views.push(performance.now() - from);
    }
    views.sort((a, b) => a - b);
    expect(film.length).toBeGreaterThan(250);
    expect(views[50]).toBeLessThan(opening / 4);
  });
});
