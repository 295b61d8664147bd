// A table: what it is told over its line, what its people may do, and when the screen is drawn anew.
import { h, find, redraw, api, action, note, seats, myName, loadWords } from "./page.js";
import { Line, applySet, unfold } from "./line.js";
import { capital, sentence, showRules } from "./words.js";
import { head, nothing, question, screen } from "./screen.js";
import { arcane } from "./arcane.js";
import { quacks } from "./quacks.js";

/** A game without a face of its own: what is known, as it is written. */
const other = {
  unit: "points", where: () => "", picks: () => false, values: () => ({}), rules: t => showRules(t),
  label: (t, what) => ({ text: capital(what) }),
  player: (t, seat) => h("article", { class: "player" }, head(t, seat)),
  middle: t => h("pre", {}, JSON.stringify(t.view, null, 1)),
};
const faces = { arcane, quacks };

// Since when a finger is down; it may be lifted where nobody sees it.
const PRESS_MOST = 1500;
let pressed = 0;
addEventListener("pointerdown", () => pressed = Date.now(), true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => pressed = 0, true);

// ---- what happens at the table ----

const LOG_MOST = 200;

class Table {
  constructor(id, words) {
    Object.assign(this, { id, words, n: -1, log: [], changed: new Set(), picked: [] });
    this.status = ["off", "Connecting …"];
    this.line = new Line(() => this.hello(), m => this.heard(m), (...s) => this.says(s));
    this.ticker = setInterval(() => this.tick(), 1000);
    this.keys = e => this.key(e);
    addEventListener("keydown", this.keys);
    this.drawNow();
  }

  close() {
    this.line.end();
    clearInterval(this.ticker);
    removeEventListener("keydown", this.keys);
    this.closed = true;
  }

  get mine() { return seats.of(this.id); }
  get me() { return this.table?.seats[this.seat]; }
  get pleaded() { return this.plea && this.seat !== null && this.plea.seat !== this.seat; }
  get playing() { return this.table.state === "running" && this.seat !== null && !this.me.away; }
  /** May I answer, or is something on its way, or in the way? */
  get free() { return !this.sent && this.status[0] === "on" && !this.me?.away && !this.pleaded; }
  get face() { return faces[this.table.game] ?? other; }
  get book() { return this.words[this.table?.game] ?? { events: {} }; }

  hello() {
    const hello = { table: this.id };
    if (this.mine) hello.token = this.mine.token;
    if (this.n >= 0) hello.n = this.n;
    return hello;
  }

  says(status) {
    if (status[0] === "on" && this.status[0] === "off" && this.n >= 0) note("Connected again.");
    this.status = status;
    this.draw();
  }

  name(seat) {
    const s = this.table.seats[seat];
    if (!s || s.kind === "empty") return `Seat ${seat + 1}`;
    const same = this.table.seats.filter(other => other.kind !== "empty" && other.name === s.name);
    const title = s.kind === "bot" && this.book.bots?.[s.bot]?.title;
    return `${title || s.name}${same.length > 1 ? ` ${same.indexOf(s) + 1}` : ""}`;
  }

  heard(m) {
    if (m.snapshot) this.snapshot(m.snapshot);
    else if (m.ask) this.asked(m.ask);
    else if ("ok" in m) this.sent = null;
    else if ("no" in m) this.refused(m);
    else if ("n" in m) this.event(m);
    this.draw();
  }

  snapshot({ n, seat, table, view, plea }) {
    Object.assign(this, { n, seat, table, view, plea, ask: null, picked: [], moved: view !== null });
    document.body.dataset.room = table.game;
    if (seat === null && this.mine) seats.forget(this.id);
  }

  asked(ask) {
    this.ask = ask;
    this.picked = [];
    if (this.sent?.n === ask.n) this.line.send(this.sent); // lost on the way: the same answer again changes nothing
    else this.sent = null;
  }

  refused({ code, message, rule }) {
    this.sent = null;
    this.picked = [];
    note(rule ? `${message} (${rule})` : message);
    if (code === "stale" || code === "conflict") this.line.again();
  }

  event(m) {
    if (m.n !== this.n + 1) { // something is missing: a snapshot says it all
      this.n = -1;
      this.line.again();
      return;
    }
    this.n = m.n;
    if (m.set) {
      const { view, changed } = applySet(this.view, m.set, m.seat);
      this.view = view;
      changed.forEach(path => this.changed.add(path));
    }
    this.happened(m);
    const asked = this.view?.pending?.some(p => p.seat === this.seat);
    if (!asked || m.seat === this.seat || m.start) this.ask = null;
  }

  /** What an entry does to the table, and its line in the log. */
  happened(m) {
    const t = this.table, plain = text => this.tell([{ text: capital(text) }]);
    if ("sit" in m) {
      t.seats[m.sit] = { kind: "human", name: m.name, bot: null, away: null };
      plain(`${this.name(m.sit)} sits down.`);
    } else if ("rise" in m) {
      plain(`${this.name(m.rise)} gets up again.`);
      t.seats[m.rise] = { kind: "empty", name: null, bot: null, away: null };
    } else if (m.start) {
      Object.assign(t, { state: "running", seats: m.seats, nonces: m.nonces });
      this.view = m.view;
      this.tell([{ text: "The game begins." }, ...this.sentences(m.events, null)]);
    } else if ("away" in m) {
      Object.assign(t.seats[m.away], { away: m.why, bot: m.bot });
      plain(`${this.name(m.away)} ${m.why === "clock" ? "ran out of time" : "has left"}: a ${m.bot} bot plays on.`);
    } else if ("back" in m) {
      Object.assign(t.seats[m.back], { away: null, bot: null });
      plain(`${this.name(m.back)} is back.`);
    } else if ("plea" in m) {
      this.plea = { seat: m.plea, to: m.to };
      plain(`${this.name(m.plea)} asks to take a move back.`);
    } else if ("grant" in m) {
      if (!m.yes) this.plea = null;
      plain(`${this.name(m.grant)} ${m.yes ? "agrees" : "does not agree"}.`);
    } else if ("undo" in m) {
      this.plea = null;
      plain(`${this.name(m.seat)} takes a move back.`);
    } else if ("rematch" in m) {
      t.rematch = m.rematch;
    } else if ("close" in m) {
      t.state = "closed";
    } else if (m.events) {
      this.plea = null;
      this.moved ||= m.seat === this.seat;
      this.tell(this.sentences(m.events, m.seat));
    }
    if (m.over) Object.assign(t, { state: "over", result: m.over.result, winners: m.over.winners, over: m.over });
  }

  sentences(events, mover) {
    const whole = events.map(unfold);
    return whole.map((e, i) => {
      const seat = e.seat === undefined ? mover : e.seat;
      return { seat, text: sentence(this, e, seat, whole[i + 1]) };
    }).filter(line => line.text);
  }

  /** One paragraph for what one seat did in a row; the newest on top. */
  tell(lines) {
    let last = {};
    for (const { seat, text } of lines) {
      if (last.seat === seat && last.text) last.text += ` ${text}`;
      else this.log.unshift(last = { seat, text });
    }
    this.log.length = Math.min(this.log.length, LOG_MOST);
  }

  // ---- what people do ----

  answer(what) {
    if (!this.ask || !this.free) return;
    this.sent = { n: this.ask.n, do: what };
    this.changed.clear();
    note();
    this.line.send(this.sent);
    this.drawNow(); // at once: a second click must find nothing to touch
  }

  /** A cell of a storehouse: the first of two, or the answer. */
  pick(slot) {
    this.picked = this.picked.includes(slot) ? this.picked.filter(s => s !== slot) : [...this.picked, slot];
    const hit = this.ask.actions.find(a => {
      const [, ...slots] = a.split(" ").map(Number);
      return slots.length === this.picked.length && slots.every(s => this.picked.includes(s));
    });
    if (hit) this.answer(hit);
    else this.draw();
  }

  key(e) {
    const busy = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || find("#about").open;
    if (busy || e.ctrlKey || e.altKey || e.metaKey) return;
    const hit = find(`[data-key="${CSS.escape(e.key)}"]`);
    if (hit && !hit.disabled) {
      e.preventDefault();
      hit.click();
    }
  }

  request = what => action(() => this.line.send(what));
  post = (path, body = {}) => api(`/api/tables/${this.id}/${path}`, body, this.mine?.token);

  async sit(path, body) {
    const { seat, token } = await api(`/api/tables/${this.id}/${path}`, { name: myName(), ...body });
    seats.keep(this.id, { token, seat, game: this.table.game });
    this.n = -1;
    this.line.again();
  }

  async rematch() {
    const id = this.table.rematch ?? (await this.post("rematch")).table.id;
    if (this.mine) seats.keep(id, { ...this.mine });
    location.hash = `t/${id}`;
  }

  // ---- the screen ----

  /** Many events may come at once: drawn once, afterwards, and not while a finger is down. */
  draw() {
    if (this.due || this.closed) return;
    this.due = setTimeout(() => {
      this.due = null;
      if (Date.now() - pressed < PRESS_MOST) this.draw();
      else if (!this.closed) this.drawNow();
    }, Date.now() - pressed < PRESS_MOST ? 60 : 0);
  }

  drawNow() {
    const inAsk = find("#ask")?.contains(document.activeElement), text = capital(question(this));
    redraw(find("#page"), h("div", { id: "page" }, this.table ? screen(this) : nothing(this)));
    if (inAsk && document.activeElement === document.body)
      (find("#choices button:not(:disabled), .pick") ?? find("#question")).focus();
    // For screen readers: this one outlives the screen.
    if (find("#said").textContent !== text) find("#said").textContent = text;
    // A board to choose on may be out of sight.
    if (this.ask?.n !== this.shown) find(".asked")?.scrollIntoView({ block: "nearest" });
    this.shown = this.ask?.n;
    this.tick();
    document.title = `${this.ask && !this.sent ? "● " : ""}${this.book.title ?? "charlatan"}`;
  }

  tick() {
    const clock = find("#clock"), until = this.ask?.until;
    if (!clock) return;
    const s = Math.max(0, Math.round((until - Date.now()) / 1000));
    clock.textContent = until ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")} left` : "";
  }
}

export async function openTable(id) {
  scrollTo(0, 0);
  const table = new Table(id, await loadWords());
  return () => table.close();
}
