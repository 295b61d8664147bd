// People who talk to a server: from a seed follows what they found, say, forget, take back and turn off. They know only
// what they were answered.
import { commitmentOf } from "../../src/luck/nonce";
import type { Command, Happened } from "./sides";

type Json = string | number | boolean | null | Json[] | { [key: string]: Json };
type Thing = { [key: string]: Json };

/** Events besides moves: all of them are met in many conversations. */
export const kinds = [
  "sit",
  "rise",
  "fix",
  "reveal",
  "start",
  "away",
  "back",
  "plea",
  "grant",
  "lapse",
  "undo",
  "link",
  "rematch",
  "close",
] as const;

/** Random numbers from a seed. */
export class Dice {
  constructor(private state: number) {}

  /** A whole number below this one. */
  below(n: number): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let x = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return Math.floor((((x ^ (x >>> 14)) >>> 0) / 2 ** 32) * n);
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }

  key(): string {
    const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
    return Array.from({ length: 24 }, () => letters[this.below(64)]).join("");
  }
}

/** Options of the games: every one of them has its turn, and some are wrong. */
const options: { [game: string]: Thing[] } = {
  arcane: [
    {},
    {},
    { goal: 200 },
    { goal: 100, market: true },
    { edition: "hundred", rounds: 12 },
    { wizards: "random" },
    { first: 1, turn_cap: 30 },
    { cards: { start: { gold: 20 } } },
    { edition: "?" },
    { goal: -1 },
  ],
  quacks: [
    {},
    {},
    { pot: "tubes" },
    { pot: "back" },
    { books: 2 },
    { books: { green: 3, red: 4 } },
    { fortune: "off" },
    { together: true },
    { second_chance: "risky" },
    { strong_ingredient: "acts" },
    { optional: "asked" },
    { prices: "printed" },
    { first: 1 },
    { books: 99 },
  ],
  null: [{}, { tosses: 9 }, { tosses: 1 }, { tosses: 0 }],
};
const mostPlayers: { [game: string]: number } = { arcane: 6, quacks: 5, null: 4 };
const bots: { [game: string]: string[] } = {
  arcane: ["easy", "casual", "medium", "hard", "master", "random", "greedy"],
  quacks: ["easy", "casual", "medium", "hard", "master", "random", "brewer"],
  null: ["random"],
};

interface Person {
  table: string;
  token: string;
  /** 0: not connected. */
  socket: number;
  ask: { n: number; actions: string[] } | null;
  /** The last event that they have. */
  n: number;
  nonce: string;
}

interface Game {
  id: string;
  game: string;
  state: string;
  seats: number;
  clock: number;
  over: boolean;
}

const parsed = (text: string): Thing => {
  try {
    return JSON.parse(text) as Thing;
  } catch {
    return {};
  }
};

export class People {
  private readonly dice: Dice;
  private readonly people: Person[] = [];
  private readonly byRequest = new Map<number, (answer: Thing, status: number) => void>();
  private readonly games = new Map<string, Game>();
  private requests = 0;
  private sockets = 0;
  private id = 0;
  private links: { table: string; secret: string }[] = [];
  private records: string[] = [];
  /** Tables where somebody asks to take a move back, and where somebody is away. */
  private readonly pleas = new Set<string>();
  private readonly gone = new Set<string>();
  /** How many games are over, and which kinds of events they have met. */
  ended = 0;
  readonly met = new Set<string>();

  constructor(seed: number) {
    this.dice = new Dice(seed);
  }

  // ---- what they hear ----

  hear({ answers, sent }: Happened): void {
    for (const { id, status, text } of answers) {
      const then = this.byRequest.get(id);
      this.byRequest.delete(id);
      then?.(
        text.includes("\u0001") ? { record: text.replaceAll("\u0001", "\n") } : parsed(text),
        status,
      );
    }
    for (const [socket, texts] of sent)
      for (const text of texts) this.told(socket, text === null ? null : parsed(text));
  }

  private told(socket: number, message: Thing | null): void {
    const person = this.people.find(one => one.socket === socket);
    if (!person) return;
    if (message === null) person.socket = 0;
    else if ("ask" in message) person.ask = message["ask"] as unknown as Person["ask"];
    else if ("snapshot" in message) this.shown(person, message["snapshot"] as Thing);
    else if (typeof message["n"] === "number" && !("ok" in message)) {
      person.n = message["n"];
      for (const kind of kinds) if (kind in message) this.met.add(kind);
      if ("plea" in message) this.pleas.add(person.table);
      if ("away" in message) this.gone.add(person.table);
      if ("undo" in message) person.ask = null;
      const changes = (message["table"] ?? []) as [string, unknown][];
      if (changes.some(([path, to]) => path === "state" && to === "over"))
        this.finished(person.table);
    }
  }

  private shown(person: Person, snapshot: Thing): void {
    person.n = snapshot["n"] as number;
    this.card(snapshot["table"] as Thing);
  }

  private finished(table: string): void {
    const game = this.games.get(table);
    if (!game || game.over) return;
    game.over = true;
    this.ended++;
  }

  private card(table: Thing | undefined): void {
    if (!table) return;
    const id = table["id"] as string,
      old = this.games.get(id),
      clock = (table["clock"] as Thing | null)?.["move"];
    this.games.set(id, {
      id,
      game: table["game"] as string,
      state: table["state"] as string,
      seats: table["players"] as number,
      clock: typeof clock === "number" ? clock : 0,
      over: old?.over ?? false,
    });
    if (table["state"] === "over") this.finished(id);
  }

  // ---- what they do ----

  private ask(
    path: string,
    body?: Thing | string,
    token = "",
    then?: (answer: Thing, status: number) => void,
  ): Command {
    const id = ++this.requests;
    this.byRequest.set(id, (answer, status) => {
      this.card(answer["table"] as Thing | undefined);
      then?.(answer, status);
    });
    const method = body === undefined ? "GET" : "POST";
    const text = typeof body === "string" ? body : body ? JSON.stringify(body) : "";
    return { do: "ask", method, path, token, body: text };
  }

  private seated(nonce = "") {
    return (answer: Thing): void => {
      const table = (answer["table"] as Thing | undefined)?.["id"];
      if (typeof answer["token"] !== "string" || typeof table !== "string") return;
      const token = answer["token"];
      this.people.push({ table, token, socket: 0, ask: null, n: -1, nonce });
    };
  }

  found(): Command {
    const { dice } = this;
    const game = dice.of(["arcane", "quacks", "quacks", "null"]);
    const players = 2 + dice.below((mostPlayers[game] ?? 2) - 1);
    const people = dice.chance(60) ? 1 : 1 + dice.below(players);
    const seats = Array.from({ length: players }, (_, i) =>
      i === 0 ? "me" : i < people ? "open" : dice.of(bots[game] ?? []),
    );
    const nonce = dice.chance(25) ? dice.hex(64) : "";
    const body: Thing = {
      game,
      seats,
      options: dice.of(options[game] ?? []),
      name: dice.of(["Ada", "Zoë", "<b>", "hard", "  x ", "名前"]),
      ...(dice.chance(20) ? { open: true } : {}),
      ...(dice.chance(10) ? { wait: true } : {}),
      ...(dice.chance(15) ? { practice: true } : {}),
      ...(dice.chance(20)
        ? { clock: { move: dice.of([0, 5, 30, 300]), game: dice.of([0, 60]) } }
        : {}),
      ...(dice.chance(30) ? { key: dice.key() } : {}),
      ...(dice.chance(10) ? { help: dice.chance(50) } : {}),
      ...(dice.chance(2) ? { witness: true } : {}),
      ...(nonce
        ? { nonce_commitment: commitmentOf(nonce) }
        : dice.chance(20)
          ? { nonce: dice.hex(8) }
          : {}),
      ...(dice.chance(2) ? { colour: "red" } : {}),
    };
    return this.ask("/api/tables", body, "", this.seated(nonce));
  }

  private daily(): Command {
    const game = this.dice.of(["arcane", "quacks"]);
    const body = { game, seats: ["me", "medium", "medium"], name: "Ada", daily: true };
    return this.ask("/api/tables", body, "", this.seated());
  }

  private at(table: string, what: string): string {
    return `/api/tables/${table}${what}`;
  }

  /** Something that is no request of anybody sane. */
  private nonsense(person: Person): Command {
    const { dice } = this;
    const path = this.at(
      person.table,
      dice.of(["/join", "/start", "/revoke", "/open", "/reveal", "/x"]),
    );
    const bodies = [
      "",
      "{",
      "[]",
      '{"seat":9}',
      '{"link":7}',
      '{"fill":"nobody"}',
      '{"id":-1}',
      "null",
    ];
    if (dice.chance(50)) return this.ask(path, dice.of(bodies), dice.of(["", "zz", person.token]));
    const paths = ["/api", "/api/tables/aaaaaaaaaaaaaaaa", "/api/tables?limit=x", "/ws"];
    return this.ask(dice.of(paths));
  }

  private say(person: Person, message: Thing | string): Command {
    const text = typeof message === "string" ? message : JSON.stringify(message);
    return { do: "say", socket: person.socket, text };
  }

  private answer(person: Person): Command {
    const { dice } = this,
      ask = person.ask as NonNullable<Person["ask"]>;
    const id = ++this.id;
    if (dice.chance(2)) return this.say(person, { id, n: ask.n - 1, do: dice.of(ask.actions) });
    if (dice.chance(2)) return this.say(person, { id, n: ask.n, do: "dance" });
    const wish = { id, n: ask.n, do: dice.of(ask.actions) };
    if (!dice.chance(3)) person.ask = null;
    return this.say(person, wish);
  }

  private chat(person: Person): Command {
    const { dice } = this;
    const id = ++this.id;
    return this.say(
      person,
      dice.of<Thing | string>([
        { id, undo: true },
        { id, undo: true },
        { id, grant: true },
        { id, grant: dice.chance(50) },
        { id, leave: true },
        { id, back: true },
        { id, back: true },
        { id, react: dice.of(["wow", "hello", "boo"]) },
        { id, start: dice.of(["easy", "nobody"]) },
        { id, reveal: person.nonce || dice.hex(64) },
        { id },
        "nonsense",
      ]),
    );
  }

  private hello(person: Person): Command {
    const { dice } = this;
    const hello: Thing = { api: 2, table: person.table };
    if (dice.chance(90)) hello["token"] = person.token;
    if (person.n >= 0 && dice.chance(60)) hello["n"] = person.n;
    if (dice.chance(50)) hello["people"] = true;
    return this.say(person, { hello });
  }

  private request(person: Person): Command {
    const { dice } = this;
    const { table, token } = person;
    const made: (() => Command)[] = [
      () => this.ask(this.at(table, "")),
      () => this.ask(this.at(table, "/join"), {}, "", this.seated()),
      () => this.ask(this.at(table, "/join"), { name: "Cy", key: dice.key() }, "", this.seated()),
      () => this.ask(this.at(table, "/join"), { name: "Di" }, token),
      () => this.pledge(table),
      () => this.ask(this.at(table, "/reveal"), { nonce: person.nonce || dice.hex(64) }, token),
      () => this.ask(this.at(table, "/start"), dice.chance(50) ? {} : { fill: "easy" }, token),
      () => this.ask(this.at(table, "/leave"), {}, token),
      () => this.ask(this.at(table, "/takeover"), {}, token),
      () =>
        this.ask(
          this.at(table, "/takeover"),
          { seat: dice.below(3), name: dice.of(["Ed", "Éd"]) },
          "",
          this.seated(),
        ),
      () => this.ask(this.at(table, "/keys"), undefined, token),
      () => this.ask(this.at(table, "/link"), {}, token, a => this.linked(table, a)),
      () => this.opened(),
      () =>
        this.ask(this.at(table, "/revoke"), dice.of<Thing>([{ others: true }, { id: 1 }]), token),
      () => this.ask(this.at(table, "/record"), undefined, token, a => this.recorded(a)),
      () => this.ask("/api/history?limit=3"),
      () => this.ask(`/api/tables?state=${dice.of(["waiting", "running", "over"])}`),
      () => this.ask(dice.of(["/api/games", "/api/rules", "/health"])),
      () => this.nonsense(person),
    ];
    return dice.of(made)();
  }

  private pledge(table: string): Command {
    const nonce = this.dice.hex(64);
    const body = { nonce_commitment: commitmentOf(nonce) };
    return this.ask(this.at(table, "/join"), body, "", this.seated(nonce));
  }

  private linked(table: string, answer: Thing): void {
    if (typeof answer["link"] === "string") this.links.push({ table, secret: answer["link"] });
  }

  private opened(): Command {
    const link = this.links.length ? this.dice.of(this.links) : { table: "a", secret: "b" };
    const body = { link: link.secret, ...(this.dice.chance(50) ? { key: this.dice.key() } : {}) };
    return this.ask(this.at(link.table, "/open"), body, "", this.seated());
  }

  private recorded(answer: Thing): void {
    if (typeof answer["record"] === "string") this.records.push(answer["record"]);
  }

  private afterwards(person: Person): Command {
    const { dice } = this;
    const { table, token } = person;
    const record = this.records[this.records.length - 1];
    const made: (() => Command)[] = [
      () => this.ask(this.at(table, "/record"), undefined, "", a => this.recorded(a)),
      () => this.ask(this.at(table, "/rematch"), dice.chance(50) ? {} : { move_on: true }, token),
      () =>
        this.ask(
          "/api/practice",
          { table, n: dice.below(30), seat: 0, name: "Fy" },
          "",
          this.seated(),
        ),
      () =>
        record === undefined
          ? this.ask("/api/history")
          : this.ask("/api/practice", { record, n: dice.below(60), seat: 0 }, "", this.seated()),
      () => this.ask(this.at(table, "")),
    ];
    return dice.of(made)();
  }

  private time(person: Person | undefined): Command {
    const clock = (person && this.games.get(person.table)?.clock) ?? 0;
    const most = Math.min(clock, 40) * 1000;
    return { do: "pass", ms: this.dice.of([100, 500, 3000, 11_000, most || 700]) };
  }

  /** What the state of the tables suggests; null: nothing in particular. */
  private apt(): Command | null {
    const { dice, people } = this;
    const at = (tables: Set<string>): Person[] =>
      people.filter(one => one.socket && tables.has(one.table));
    const waiting = [...this.games.values()].filter(game => game.state === "waiting");
    const [asked, away] = [at(this.pleas), at(this.gone)];
    const game = waiting[dice.below(waiting.length + 1)];
    if (game && dice.chance(50))
      return dice.chance(70)
        ? this.ask(
            this.at(game.id, "/join"),
            dice.of<Thing>([{}, { name: "Bo" }]),
            "",
            this.seated(),
          )
        : this.pledge(game.id);
    if (asked.length && dice.chance(40)) {
      const person = dice.of(asked);
      if (dice.chance(30)) this.pleas.delete(person.table);
      return this.say(person, { id: ++this.id, grant: dice.chance(75) });
    }
    if (away.length && dice.chance(15)) {
      const person = dice.of(away);
      if (dice.chance(30)) this.gone.delete(person.table);
      return this.say(person, { id: ++this.id, back: true });
    }
    return null;
  }

  /** What happens next; null: they have had enough. */
  next(): Command | null {
    const { dice, people } = this;
    if (people.length === 0)
      return this.requests > 20 ? null : dice.chance(5) ? this.daily() : this.found();
    const asked = people.filter(one => one.ask && one.socket),
      away = people.filter(one => !one.socket),
      apt = this.apt();
    if (apt) return apt;
    if (asked.length && dice.chance(84)) return this.answer(dice.of(asked));
    if (away.length && dice.chance(70)) return this.connect(dice.of(away));
    const person = dice.of(people);
    const over = this.games.get(person.table)?.over ?? false;
    if (over && dice.chance(50)) return this.afterwards(person);
    if (person.socket && dice.chance(25)) return this.chat(person);
    if (person.socket && dice.chance(5)) return { do: "hang", socket: person.socket };
    if (person.socket && dice.chance(5)) return this.hello(person);
    if (dice.chance(3)) return { do: "fail", n: 1 };
    return dice.chance(30) ? this.time(person) : this.request(person);
  }

  /** A socket is opened, and says hello with the next command. */
  private readonly greeting: Person[] = [];

  private connect(person: Person): Command {
    person.socket = ++this.sockets;
    person.ask = null;
    this.greeting.push(person);
    return { do: "dial" };
  }

  /** What has to follow at once. */
  follows(): Command | null {
    const person = this.greeting.shift();
    return person?.socket ? this.hello(person) : null;
  }
}
