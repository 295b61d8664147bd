// A running table: what the server tells it, and what people do there. It knows no rules of any
// game. Messages come through a queue (queue.svelte.ts), so that events are seen one after another;
// an answer skips what waits there.
import type { Rulebook } from "../rulebook.svelte";
import { library } from "../rulebook.svelte";
import type { OwnSeat } from "../keep";
import { Seen } from "../luck/seen";
import { Share } from "../luck/share";
import { asked } from "../net/asked";
import { placeOf } from "../net/house";
import { TableSocket, type SocketEnds, type SocketState } from "../net/socket";
import { applySet, unfold } from "../net/set";
import {
  kindOf,
  type Ask,
  type Entry,
  type Happening,
  type Kind,
  type LogEntry,
  type Message,
  type No,
  type Over,
  type Plea,
  type Seat,
  type Snapshot,
  type TableSummary,
  type View,
} from "../net/types";
import { Again } from "./again.svelte";
import { keepLog, keptLog } from "../log/reload";
import { People, type Reaction } from "../people/people.svelte";
import { settings } from "../settings.svelte";
import { tell } from "../ui/notes.svelte";
import type { Key } from "../words/catalogue";
import { capital, refusal, say } from "../words/words.svelte";
import { paceOf } from "./pace";
import { Queue } from "./queue.svelte";
import type { LogLine, Moment, Scene } from "./scene";
import { hurriedText, linesOf } from "./sentence";
import { seatName } from "./who";

const LOG_MOST = 400,
  SINCE_MOST = 100;

interface Sent {
  n: number;
  do: string;
}

/** What a person has done: their seat, and the sentence about them for the log. */
const sentences: { [K in Kind]?: (m: Entry<K>) => [seat: number, key: Key] } = {
  rise: m => [m.rise, "table.rises"],
  remove: m => [m.remove, "host.removed-one"],
  away: m => [m.away, m.why === "clock" ? "table.went-clock" : "table.went-left"],
  back: m => [m.back, "table.is-back"],
  plea: m => [m.plea, "table.pleads"],
  grant: m => [m.grant, m.yes ? "table.agrees" : "table.disagrees"],
  lapse: m => [m.lapse, "table.lapses"],
  undo: m => [m.seat, "table.undoes"],
};

/** The row of an entry's kind in a table like the one above; a server may name any kind. */
const rowOf = <R>(
  rows: { [K in Kind]?: (m: Entry<K>, ...more: never[]) => R },
  m: LogEntry,
): ((m: LogEntry, ...more: unknown[]) => R) | undefined => {
  const kind = kindOf(m);
  return kind !== null && Object.hasOwn(rows, kind)
    ? (rows[kind] as (m: LogEntry) => R)
    : undefined;
};

const same = (a: Seat | undefined, b: Seat | undefined): boolean =>
  a?.kind === b?.kind && a?.name === b?.name && a?.away === b?.away;

export class Table implements Scene {
  summary: TableSummary | null = $state.raw(null);
  line: SocketState = $state.raw({ is: "connecting" });
  seat: number | null = $state(null);
  viewNow: View | null = $state.raw(null);
  askNow: Ask | null = $state.raw(null);
  sentNow: Sent | null = $state.raw(null);
  /** Derived, so that what others do meanwhile is no new question: a hint stays, and what is held. */
  readonly ask: Ask | null = $derived(this.me?.away || this.pleaded ? null : this.askNow);
  readonly plea: Plea | null = $derived(this.summary?.plea ?? null);
  log: LogLine[] = $state.raw([]);
  changed: ReadonlySet<string> = $state.raw(new Set<string>());
  moment: Moment | null = $state.raw(null);
  undone: number | null = $state(null);
  /** What the others have done since my last move, and that shown again. */
  since: readonly Moment[] = $state.raw([]);
  again: Again | null = $state.raw(null);
  /** Whether I have moved, so that a move can be undone. */
  moved = $state(false);
  /** How often something has happened to the links and devices of this seat. */
  keysChanged = $state(0);
  /** The end, with seed and salt, if it came while this was open. */
  over: Over | null = $state.raw(null);

  /** The places of the finished game are being revealed. */
  revealing = $state(false);

  /** Seats of bots that could not answer by themselves the last time. */
  failing: readonly number[] = $state.raw([]);

  readonly people = new People();
  private followers: ((moment: Moment | null) => void)[] = [];
  private n = -1;
  /** The number of the last entry that has arrived; the last ones may still be waiting. */
  private last = -1;
  private plan: string[] = [];
  private ownWasLast = false;
  private readonly socket: TableSocket;
  private readonly share: Share;
  /** The game as it was shown here. */
  readonly seen = new Seen();
  readonly queue = new Queue({
    take: message => this.take(message),
    momentOf: entry => this.momentOf(entry),
    isOwn: message => this.isOwn(message),
    paceOf: message => this.paceOf(message),
  });

  constructor(
    readonly id: string,
    readonly own: OwnSeat | null,
  ) {
    const { house, table } = placeOf(id);
    const ends: SocketEnds = {
      hello: () => ({
        table,
        ...(own ? { token: own.token } : {}),
        // While nonces are revealed, a snapshot tells whether ours has arrived.
        ...(this.n >= 0 && this.summary?.state !== "revealing" ? { n: this.last } : {}),
      }),
      heard: message => this.arrive(message),
      state: state => this.connection(state),
    };
    this.socket = new TableSocket(ends, house);
    this.share = new Share(own, {
      send: wish => this.socket.send(wish),
      warn: key => tell(say(key)),
    });
    addEventListener("pagehide", this.keep);
  }

  close(): void {
    this.keep();
    removeEventListener("pagehide", this.keep);
    this.queue.close();
    this.endAgain();
    this.socket.end();
  }

  // ---- what a face sees (Scene) ----

  get rulebook(): Rulebook {
    const rulebook = library()?.[this.summary?.game ?? ""];
    if (!rulebook) throw new Error("no rulebook");
    return rulebook;
  }
  get seats(): TableSummary["seats"] {
    return this.summary?.seats ?? [];
  }
  get view(): View {
    const view = this.queue.held?.board ?? this.viewNow;
    if (!view) throw new Error("no view");
    return view;
  }
  get sent(): string | null {
    return this.sentNow?.do ?? null;
  }
  get free(): boolean {
    return this.ask !== null && !this.sentNow && this.line.is === "on";
  }
  /** Whether nothing goes on here before I have read a scene. */
  get waitsForOk(): boolean {
    return this.queue.waitsForOk && !this.ask && !this.pleaded;
  }
  /** What the prompt says then: the word of the scene's button. */
  get okText(): string {
    return say(this.queue.moreAfterOk ? "scenes.press-next" : "scenes.press-ok");
  }
  get help(): boolean {
    return this.summary?.help ?? false;
  }
  get me(): TableSummary["seats"][number] | null {
    return this.seat === null ? null : (this.seats[this.seat] ?? null);
  }
  /** The host's seat; null: the table has no host. */
  get host(): number | null {
    return this.summary?.host ?? null;
  }
  get isHost(): boolean {
    return this.seat !== null && this.host === this.seat;
  }
  get playing(): boolean {
    return this.summary?.state === "running" && this.me !== null && !this.me.away;
  }
  get pleaded(): boolean {
    return this.seat !== null && this.unanswered.includes(this.seat);
  }
  /** The seats that must still agree to a plea. */
  get unanswered(): number[] {
    const plea = this.plea;
    return plea ? plea.asked.filter(seat => !plea.granted.includes(seat)) : [];
  }

  name(seat: number): string {
    return seatName(this.rulebook, this.seats, seat);
  }

  /**
   * Calls `follower` for every moment, also for those that are skipped; with null if something was
   * taken back or missed.
   */
  follow(follower: (moment: Moment | null) => void): void {
    this.followers = [...this.followers, follower];
  }

  // ---- what people do ----

  answer(action: string, ...then: string[]): void {
    const asked = this.ask;
    this.endAgain();
    this.hurry();
    const ask = this.ask;
    if (!ask || ask !== asked || !this.free) return;
    if (!ask.actions.includes(action)) {
      this.explain(action);
      return;
    }
    this.plan = then;
    this.sentNow = { n: ask.n, do: action };
    this.changed = new Set();
    tell(null);
    this.socket.send({ n: ask.n, do: action });
  }

  /** The server is asked for the reason; asking changes nothing. */
  explain(action: string): void {
    const ask = this.ask;
    if (ask && this.free) this.socket.send({ n: ask.n, do: action });
  }

  /** Why my last move cannot be taken back now; null: it can be tried. */
  get noUndo(): string | null {
    return (this.askNow?.no_undo ?? this.queue.noUndo) ? say("table.undo-luck") : null;
  }
  undo(): void {
    if (this.noUndo) {
      tell(this.noUndo);
      return;
    }
    this.plan = [];
    this.socket.send({ undo: true });
  }
  grant(yes: boolean): void {
    this.socket.send({ grant: yes });
  }
  /** A bot plays on: a scene that waits for me is over too. */
  leave(): void {
    this.hurry();
    this.socket.send({ leave: true });
  }
  back(): void {
    this.socket.send({ back: true });
  }
  start(bots: string): void {
    this.socket.send({ start: bots });
  }
  /** What only the host may do: remove somebody, lock the table, answer whoever wants a seat. */
  remove(seat: number, keepOut: boolean): void {
    this.socket.send({ remove: seat, keep_out: keepOut });
  }
  door(door: { locked: boolean } | { approve: boolean }): void {
    this.socket.send({ door });
  }
  admit(seat: number, yes: boolean): void {
    this.socket.send({ admit: seat, yes });
  }
  react(what: Reaction): void {
    this.socket.send({ react: what });
  }
  connectAgain(): void {
    this.socket.again();
  }

  /** Skips the waiting messages. */
  hurry(): void {
    this.queue.hurry();
  }

  /** Shows again what has happened since my last move. */
  showAgain(): void {
    this.endAgain();
    if (this.since.length === 0) return;
    const since = (): readonly Moment[] => this.since;
    this.again = new Again({
      scene: this,
      get since() {
        return since();
      },
      get pace() {
        return settings.pace;
      },
      answer: (action, ...then) => this.answer(action, ...then),
      done: () => this.endAgain(),
    });
  }
  endAgain(): void {
    this.again?.stop();
    this.again = null;
  }

  // ---- what is heard ----

  private connection(state: SocketState): void {
    if (state.is === "on" && this.line.is === "off" && this.n >= 0) tell(say("table.again"));
    if (state.is !== this.line.is) this.line = state;
  }

  private arrive(message: Message): void {
    if (this.people.heard(message)) return;
    if ("snapshot" in message) this.last = message.snapshot.n;
    else if ("n" in message && !("ok" in message)) this.last = message.n;
    this.queue.arrive(message);
  }

  /** Whether a person at this screen has done it. */
  private isOwn(message: Message): boolean {
    return "seat" in message && message.seat === this.seat && !this.me?.away;
  }

  private paceOf(message: Message): number {
    if (document.hidden) return 0;
    const ms = paceOf(message, settings.pace, this.viewNow);
    return this.isOwn(message) ? ms / 2 : ms;
  }

  private take(m: Message): void {
    if ("snapshot" in m) this.snapshot(m.snapshot);
    else if ("ask" in m) this.asked(m.ask);
    else if ("ok" in m) this.acknowledged();
    else if ("no" in m) this.refused(m);
    else if ("n" in m) this.entry(m);
  }

  /** The question is over as well if the entry of its answer is held back. */
  private acknowledged(): void {
    this.sentNow = null;
    if (this.queue.has(m => this.isOwn(m))) this.askNow = null;
  }

  /** Keeps the log for this window's next visit. */
  private readonly keep = (): void => {
    if (this.log.length > 0) keepLog(this.id, this.seat, { n: this.n, lines: this.log });
  };

  private recallLog(n: number): void {
    const { lines, gap } = keptLog(this.id, this.seat, n);
    this.log = lines;
    if (gap) this.note(null, say("log.gap"));
  }

  private snapshot({ n, seat, table, view }: Snapshot): void {
    this.n = n;
    this.seat = seat;
    this.summary = table;
    if (this.log.length === 0) this.recallLog(n);
    this.viewNow = view;
    if (view) this.seen.whole(view, seat);
    this.askNow = null;
    this.changed = new Set();
    this.moment = null;
    this.forgetSince();
    this.followed();
    this.share.saw(table, seat);
    if (this.own && seat !== null) asked.entered(this.id, this.own.token);
    this.moved = view !== null && n > table.players; // before that, people sat down and the game began
  }

  private asked(ask: Ask): void {
    this.askNow = ask;
    if (this.sentNow?.n === ask.n) {
      // lost on the way: the same answer again changes nothing
      this.socket.send({ n: ask.n, do: this.sentNow.do });
      return;
    }
    this.sentNow = null;
    const [next, ...rest] = this.plan;
    if (next !== undefined) this.answer(next, ...rest);
  }

  private refused(no: No): void {
    // The start tells what has become of our nonce.
    if (no.reason === "reveal-late" || no.reason === "already-revealed") return;
    if (no.code === "conflict" && this.summary?.state === "revealing") {
      this.share.missed();
      return;
    }
    this.sentNow = null;
    this.plan = [];
    tell(refusal(no), no.rule);
    if (no.code === "stale" || no.code === "conflict") this.socket.again();
  }

  private entry(m: LogEntry): void {
    const was = this.summary;
    if (this.n < 0 || !was) return; // a snapshot is on its way
    if (m.n !== this.n + 1) {
      // something is missing: a snapshot says it all
      this.n = -1;
      this.socket.again();
      return;
    }
    this.n = m.n;
    const before = this.viewNow;
    if (m.table) this.summary = applySet(was, m.table).view;
    if ("set" in m && before) this.change(before, m);
    if ("start" in m) this.begin(m.view);
    this.happened(m, was, before);
    if (!this.stillAsked(m)) this.askNow = null;
  }

  /** Whether an open question stays as it is. */
  private stillAsked(m: LogEntry): boolean {
    if ("start" in m || "undo" in m || ("chosen" in m && m.chosen === this.seat)) return false;
    const asked = this.viewNow?.pending.some(p => p.seat === this.seat) ?? false;
    return asked && !("seat" in m && m.seat === this.seat);
  }

  private begin(view: View): void {
    this.viewNow = view;
    this.seen.whole(view, this.seat);
  }

  private change(before: View, m: Entry<"seat"> | Entry<"undo">): void {
    const { view, changed } = applySet(before, m.set, m.seat);
    this.viewNow = view;
    if ("undo" in m) this.seen.undone(view);
    else this.seen.moved(view);
    this.changed = new Set([...this.changed, ...changed]);
  }

  /** What entries do besides changing the table and its view. */
  private readonly heard: {
    [K in Kind]?: (m: Entry<K>, was: TableSummary, before: View | null) => void;
  } = {
    sit: (m, was) => this.sat(m.sit, was),
    admit: (m, was) => this.sat(m.admit, was),
    knock: m => {
      if (this.isHost) tell(say("host.knocks", { who: m.name, seat: this.name(m.knock) }));
    },
    fix: () => this.summary && this.share.saw(this.summary, this.seat),
    reveal: () => this.summary && this.share.heard(this.summary, this.seat),
    start: m => this.began(m),
    seat: (m, was, before) => this.played(m, was, before),
    undo: m => this.takenBack(m.undo),
    close: m => this.edit({ closed: m.close }),
    link: () => this.keysChanged++,
    revoke: () => this.keysChanged++,
    key: () => this.opened(),
  };

  private happened(m: LogEntry, was: TableSummary, before: View | null): void {
    rowOf<unknown>(this.heard, m)?.(m, was, before);
    const [seat, key] = rowOf(sentences, m)?.(m) ?? [];
    // Of those who get up the table does not know the name any more.
    const seats = seat !== undefined && this.seats[seat]?.name ? this.seats : was.seats;
    if (seat !== undefined && key !== undefined)
      this.note(seat, say(key, { who: seatName(this.rulebook, seats, seat) }));
    if (this.summary?.host !== was.host) this.hosted(this.host);
  }

  private hosted(host: number | null): void {
    if (host !== null) this.note(host, say("host.is-now", { who: this.name(host) }));
    if (this.isHost) tell(say("host.you-now"));
  }

  private opened(): void {
    this.keysChanged++;
    this.note(this.seat, say("seat.opened"));
    tell(say("seat.opened"));
  }

  private edit(part: Partial<TableSummary>): void {
    if (this.summary) this.summary = { ...this.summary, ...part };
  }

  /** Somebody who sits here already may have committed to a nonce, which is no news. */
  private sat(seat: number, was: TableSummary): void {
    if (!same(was.seats[seat], this.seats[seat]))
      this.note(seat, say("table.sits", { who: this.name(seat) }));
  }

  private began(m: Entry<"start">): void {
    if (this.summary) this.share.began(this.summary, this.seat);
    this.note(null, say("table.begins"));
    this.show(m, null);
  }

  private takenBack(to: number): void {
    this.undone = to;
    this.plan = [];
    this.moment = null;
    this.forgetSince();
    this.followed();
  }

  private played(m: Entry<"seat">, was: TableSummary, before: View | null): void {
    if (m.seat === this.seat) this.moved = true;
    this.show(m, before);
    this.remember(this.isOwn(m));
    this.hurriedBy(m.seat, m.hurried);
    const { state, result, winners, seed, salt } = this.summary ?? was;
    if (state === "over" && was.state !== "over" && result && winners && seed && salt)
      this.over = { result, winners, seed, salt };
  }

  /** What goes on failing is said once. */
  private hurriedBy(seat: number, why: Entry<"seat">["hurried"]): void {
    const failed = why === "failed",
      said = this.failing.includes(seat);
    if (why && !(failed && said)) this.note(seat, hurriedText(this.id, why, this.name(seat)));
    if (failed !== said)
      this.failing = failed ? [...this.failing, seat] : this.failing.filter(one => one !== seat);
  }

  /** The first move of another after mine begins a new list; until then the old one stays. */
  private remember(own: boolean): void {
    if (!own && this.moment)
      this.since = [...(this.ownWasLast ? [] : this.since), this.moment].slice(-SINCE_MOST);
    if (own) this.endAgain();
    this.ownWasLast = own;
  }

  private forgetSince(): void {
    this.endAgain();
    this.since = [];
    this.ownWasLast = false;
  }

  /** What an entry shows: the one that was taken last, or one that waits. */
  private momentOf(m: Entry<"seat"> | Entry<"start">): Moment | null {
    if (m.n === this.n) return this.moment;
    if ("start" in m) return this.makeMoment(m, null, m.view);
    const before = this.viewNow;
    return before && this.makeMoment(m, before, applySet(before, m.set, m.seat).view);
  }

  private makeMoment(m: Entry<"seat"> | Entry<"start">, before: View | null, after: View): Moment {
    const mover = "seat" in m ? m.seat : null;
    const happenings: Happening[] = m.events.map(e => unfold(e, mover));
    return { turn: (this.moment?.turn ?? 0) + 1, happenings, before, after, mover, n: m.n };
  }

  /** Turns events into a moment for the screen and into lines of the log. */
  private show(m: Entry<"seat"> | Entry<"start">, before: View | null): void {
    if (!this.viewNow) return;
    this.moment = this.makeMoment(m, before, this.viewNow);
    this.followed();
    this.write(linesOf(this.rulebook, this.moment.happenings, seat => this.name(seat)));
  }

  private followed(): void {
    for (const follower of this.followers) follower(this.moment);
  }

  private note(seat: number | null, text: string): void {
    this.write([{ seat, sentences: [{ text: capital(text), rule: null }] }]);
  }

  private write(lines: LogLine[]): void {
    this.log = [...this.log, ...lines].slice(-LOG_MOST);
  }
}
