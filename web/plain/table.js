// A table: the socket that resumes by itself, what it says, and the screen made of it.
import { h, find, redraw, api, action, note, seats, nonce, myName, remember, recall, loadWords, about } from "./page.js";
import { faces, sentence, capital } from "./boards.js";

// ---- the socket: says hello with the last number it knows, again and again ----

const byes = {
  replaced: "This seat is open in another window.",
  "unknown-table": "There is no such table.",
  "wrong-token": "This browser's key does not fit this table any more.",
  full: "So many watch this table that there is no room left.",
};

class Line {
  constructor(hello, heard, state) {
    Object.assign(this, { hello, heard, state, tries: 0, id: 0, wanted: true });
    this.soon = () => this.wanted && !this.socket && !document.hidden && this.open();
    addEventListener("online", this.soon);
    document.addEventListener("visibilitychange", this.soon);
    this.open();
  }

  open() {
    clearTimeout(this.timer);
    this.bye = null;
    const socket = this.socket = new WebSocket(location.origin.replace(/^http/, "ws") + "/ws", "charlatan");
    socket.onopen = () => socket.send(JSON.stringify({ hello: this.hello() }));
    socket.onmessage = e => {
      const message = JSON.parse(e.data);
      if (message.bye) this.bye = message.bye;
      if (!message.bye && this.tries >= 0) {
        this.tries = 0;
        this.state("on");
      }
      if ("ok" in message || "no" in message) clearTimeout(this.patience);
      if (!message.bye) this.heard(message);
    };
    socket.onclose = () => this.closed();
  }

  closed() {
    clearTimeout(this.patience);
    this.socket = null;
    if (!this.wanted) return;
    if (byes[this.bye]) {
      this.wanted = false;
      this.state("ended", byes[this.bye]);
      return;
    }
    const wait = Math.min(500 * 2 ** this.tries++, 15000) * (0.7 + 0.6 * Math.random());
    this.state("off", this.bye === "restart" ? "The server restarts. The game goes on in a moment."
      : "The connection is gone. Trying again …");
    this.timer = setTimeout(() => this.open(), wait);
  }

  /** An answer is awaited for ten seconds; then the connection is taken for dead. */
  send(request) {
    if (this.socket?.readyState !== WebSocket.OPEN) return;
    this.socket.send(JSON.stringify({ id: ++this.id, ...request }));
    clearTimeout(this.patience);
    this.patience = setTimeout(() => this.again(), 10000);
  }

  again() {
    if (this.socket) this.socket.close();
    else this.open();
  }

  end() {
    this.wanted = false;
    clearTimeout(this.timer);
    removeEventListener("online", this.soon);
    document.removeEventListener("visibilitychange", this.soon);
    this.socket?.close();
  }
}

/** An event as the engine's rows name its values: {"draw":"white1"} is of type draw, about white1. */
function unfold(event) {
  const [[type, about], ...rest] = Object.entries(event), own = Object.fromEntries(rest);
  const main = typeof about === "string" ? { item: about, chip: about, card: about, side: about, die: about } : about === true ? {} : { n: about };
  return { type, ...main, ...own };
}

/** `set` of docs/api.md, carried out on a view; says which paths changed. */
export function applySet(view, set, mover) {
  const changed = [];
  for (const [path, ...rest] of set) {
    if (path === "") {
      view = rest[0];
      changed.push("");
      continue;
    }
    const keys = (path[0] === "." ? `players.${mover}${path}` : path).split("."), last = keys.pop();
    const parent = keys.reduce((at, key) => at[key], view);
    if (rest.length === 3) {
      const [at, gone, items] = rest;
      parent[last].splice(at, gone, ...items);
      items.forEach((_, i) => changed.push(`${path}.${at + i}`));
    } else if (rest.length === 1) {
      parent[last] = rest[0];
    } else {
      delete parent[last];
    }
    changed.push(path);
  }
  return { view, changed };
}

// Since when a finger is down; it may be lifted where nobody sees it.
const PRESS_MOST = 1500;
let pressed = 0;
addEventListener("pointerdown", () => pressed = Date.now(), true);
for (const type of ["pointerup", "pointercancel"]) addEventListener(type, () => pressed = 0, true);

// ---- what happens at the table ----

const LOG_MOST = 200;

class Table {
  constructor(id, words) {
    Object.assign(this, { id, words, n: -1, log: [], changed: new Set(), picked: [], status: ["off", "Connecting …"] });
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
  get playing() { return this.table.state === "running" && this.seat !== null && !this.me.away; }
  /** May I answer, or is something on its way, or in the way? */
  get free() { return !this.sent && this.status[0] === "on" && !this.me?.away && (!this.plea || this.plea.seat === this.seat); }
  get face() { return faces[this.table.game] ?? faces.other; }
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
    if (e.ctrlKey || e.altKey || e.metaKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName) || find("#about").open) return;
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
    const inAsk = find("#ask")?.contains(document.activeElement), text = capital(this.question());
    redraw(find("#page"), h("div", { id: "page" }, this.table ? this.screen() : this.nothing()));
    if (inAsk && document.activeElement === document.body) (find("#choices button:not(:disabled), .pick") ?? find("#question")).focus();
    if (find("#said").textContent !== text) find("#said").textContent = text; // for screen readers: it outlives the screen
    if (this.ask?.n !== this.shown) find(".asked")?.scrollIntoView({ block: "nearest" }); // a board to choose on may be out of sight
    this.shown = this.ask?.n;
    this.tick();
    document.title = `${this.ask && !this.sent ? "● " : ""}${this.book.title ?? "charlatan"}`;
  }

  nothing() {
    return h("main", { class: "door" }, h("h1", {}, "charlatan"), h("p", { id: "question" }, capital(this.question())), h("a", { class: "button", href: "#" }, "To the front door"));
  }

  tick() {
    const clock = find("#clock"), until = this.ask?.until;
    if (!clock) return;
    const s = Math.max(0, Math.round((until - Date.now()) / 1000));
    clock.textContent = until ? `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")} left` : "";
  }

  /** What I am asked, in one sentence. */
  question() {
    const t = this.table;
    if (this.status[0] === "ended") return this.status[1];
    if (!t) return this.status[1];
    if (t.state === "waiting") return "Waiting for players.";
    if (t.state === "closed") return "This table was closed without a result.";
    if (t.state === "over") return this.outcome();
    if (this.plea && this.plea.seat !== this.seat && this.seat !== null)
      return `${this.name(this.plea.seat)} asks to take a move back. Do you agree?`;
    if (this.me?.away) return this.me.away === "clock" ? "Your time ran out: a bot plays for you." : "You have left: a bot plays for you.";
    if (this.ask) return this.ask.text.replace(/\bplayer (\d)\b/g, (_, seat) => this.name(Number(seat)));
    return this.waiting();
  }

  waiting() {
    const asked = [...new Set((this.view?.pending ?? []).map(p => p.seat))].filter(s => s !== this.seat);
    if (!asked.length) return "One moment …";
    const names = asked.map(s => this.name(s));
    return `${names.length > 1 ? names.slice(0, -1).join(", ") + " and " + names.at(-1) : names[0]} ${names.length > 1 ? "are" : "is"} thinking.`;
  }

  outcome() {
    const { winners, result } = this.table, unit = this.face.unit;
    if (winners.length === 1) {
      const who = winners[0] === this.seat ? "You win" : `${this.name(winners[0])} wins`;
      return `${who} with ${result[winners[0]]} ${unit}.`;
    }
    return `The win is shared by ${winners.map(w => this.name(w)).join(" and ")}.`;
  }

  screen() {
    const t = this.table, playing = this.view !== null && this.view !== undefined;
    const order = t.seats.map((_, i) => (this.seat ?? 0) + i).map(i => i % t.players);
    const [own, ...others] = this.seat === null ? [null, ...order] : order;
    return [
      h("header", { class: "bar" }, h("a", { href: "#" }, "charlatan"), h("b", {}, this.book.title ?? t.game),
        h("span", {}, playing && t.state === "running" ? this.face.where(this) : t.state === "over" ? "over" : ""),
        this.seat === null && h("span", { class: "tag" }, "you watch"),
        h("button", { class: "quiet", onclick: () => this.face.rules(this) }, "Rules")),
      this.status[0] === "off" && h("p", { class: "off" }, this.status[1]),
      h("main", { class: "table" },
        h("section", { id: "ask", class: this.playing && (this.ask || this.plea) ? "mine" : "", "aria-label": "What you are asked" },
          h("div", { class: "question" }, h("p", { id: "question", tabindex: -1 }, capital(this.question())), h("span", { id: "clock" }), this.takeBack()),
          this.answers()),
        playing && own !== null && h("section", { class: "own" }, this.face.player(this, own, true)),
        playing && h("section", { class: "middle" }, this.face.middle(this)),
        playing && h("section", { class: "others" }, others.map(s => this.face.player(this, s, false))),
        h("section", { class: "side" }, this.story(), this.menu())),
    ].filter(Boolean);
  }

  /** The name of a seat with what is to be known of it. */
  head(seat, ...more) {
    const s = this.table.seats[seat], turn = this.view?.pending?.some(p => p.seat === seat);
    return h("h2", { class: turn ? "turn" : "" }, h("span", { class: "name" }, capital(this.name(seat))),
      seat === this.seat && h("span", { class: "tag" }, "you"), s.away && h("span", { class: "tag" }, `${s.bot} bot for now`),
      turn && h("span", { class: "tag lit" }, "to move"), ...more);
  }

  answers() {
    const t = this.table;
    if (this.status[0] === "ended") return h("div", { class: "row" }, this.status[1] === byes.replaced &&
      h("button", { class: "main", onclick: () => location.reload() }, "Play here instead"), h("a", { class: "button", href: "#" }, "To the front door"));
    if (t.state === "waiting") return this.lobby();
    if (t.state === "over") return this.ending();
    if (t.state === "closed") return h("a", { class: "button main", href: "#" }, "To the front door");
    if (this.seat === null) return this.chairs();
    if (this.me?.away) return h("button", { class: "main", "data-at": "back", onclick: this.request({ back: true }) }, "Take my seat back");
    if (this.plea && this.plea.seat !== this.seat) return h("div", { class: "row" },
      h("button", { class: "main", onclick: this.request({ grant: true }) }, "Agree"), h("button", { onclick: this.request({ grant: false }) }, "No"));
    return [h("div", { id: "choices" }, this.ask && this.choices()), this.plea && h("p", { class: "hint" }, "You asked to take a move back; the others decide.")];
  }

  /** The legal answers, grouped by their verb; the first nine have keys. */
  choices() {
    if (this.face.picks(this)) {
      const two = this.ask.actions[0].split(" ").length > 2;
      return h("p", { class: "hint" }, two ? `Choose two on the board${this.picked.length ? `: ${this.picked[0]} and …` : "."}` : "Choose on the board.");
    }
    const groups = new Map();
    const { order } = this.face, actions = order ? [...this.ask.actions].sort((a, b) => order(this, a) - order(this, b)) : this.ask.actions;
    for (const what of actions) {
      const { group, text, art, big } = this.face.label(this, what);
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push({ what, text, art, big });
    }
    let key = 0;
    return [...groups].map(([group, list]) => h("div", { class: "group" }, group && h("span", { class: "verb" }, group),
      list.map(({ what, text, art, big }) => h("button", {
        class: `${big ? "main" : ""} ${this.sent?.do === what ? "sent" : ""}`, disabled: !this.free, "data-at": `do ${what}`,
        "data-do": what, "data-key": ++key < 10 ? key : null, onclick: () => this.answer(what),
      }, art, text, key < 10 && h("kbd", {}, String(key))))));
  }

  // ---- before and after the game ----

  invite() {
    const link = `${location.origin}/#t/${this.id}`, here = /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
    const field = h("input", { id: "invite", readonly: true, value: link, "aria-label": "Invitation link", onclick: e => e.target.select() });
    const copy = action(async () => {
      field.select();
      if (navigator.clipboard) await navigator.clipboard.writeText(link);
      else document.execCommand("copy");
      note("Copied. Send it to your friends.");
    });
    return h("div", { class: "invite" }, h("div", { class: "row" }, field, h("button", { onclick: copy }, "Copy link")),
      here && h("p", { class: "hint" }, "This link works on this computer only. For friends, start charlatan serve --bind 0.0.0.0 and open one of the addresses it prints."));
  }

  lobby() {
    const t = this.table, free = t.seats.some(s => s.kind === "empty");
    const list = h("ul", { class: "seats" }, t.seats.map((s, i) => h("li", {},
      h("span", {}, s.kind === "empty" ? "free" : capital(this.name(i)), i === this.seat && " (you)"),
      s.kind === "empty" && this.seat === null && h("button", { class: "main", onclick: action(() => this.sit("join", { seat: i, nonce: nonce() })) }, "Sit down here"))));
    const leave = action(async () => {
      await this.post("leave");
      seats.forget(this.id);
      location.hash = "";
    });
    return h("div", {}, list, free && this.seat === null && this.nameField(),
      free && this.seat !== null && [h("p", {}, "Invite with this link; whoever opens it may sit down or watch."), this.invite()],
      this.seat !== null && h("div", { class: "row" }, ["easy", "medium", "hard"].map(level =>
        h("button", { class: level === "medium" ? "main" : "", onclick: this.request({ start: level }) }, `Start with ${level} bots`)),
      h("button", { onclick: leave }, "Leave")));
  }

  nameField() {
    return h("label", {}, "Your name", h("input", {
      id: "name", "data-at": "name", maxlength: 40, placeholder: "Guest", value: recall("name", ""),
      oninput: e => remember("name", e.target.value),
    }));
  }

  /** A spectator may take the seat of somebody who has left. */
  chairs() {
    const left = this.table.seats.map((s, i) => i).filter(i => this.table.seats[i].away === "left");
    return left.length > 0 && h("div", {}, this.nameField(), h("div", { class: "row" }, left.map(seat =>
      h("button", { class: "main", onclick: action(() => this.sit("takeover", { seat })) }, `Play on for ${this.name(seat)}`))));
  }

  ending() {
    const { result, winners, over, commitment } = this.table;
    const order = result.map((_, i) => i).sort((a, b) => result[b] - result[a]);
    return h("div", {}, h("ol", { class: "score" }, order.map(s => h("li", { class: winners.includes(s) ? "won" : "" },
      h("span", {}, capital(this.name(s))), h("b", {}, `${result[s]} ${this.face.unit}`)))),
    h("div", { class: "row" },
      (this.seat !== null || this.table.rematch) && h("button", { class: "main", "data-at": "rematch", onclick: action(() => this.rematch()) },
        this.table.rematch ? "To the rematch" : "Once more"),
      h("a", { class: "button", href: "#" }, "To the front door"),
      h("a", { class: "button", href: `/api/tables/${this.id}/record`, download: `charlatan-${this.id}.jsonl` }, "Record")),
    h("details", {}, h("summary", {}, "Was the luck fair?"),
      h("p", {}, "Before the first move the server promised the seed below, as its commitment. Now seed and salt are open, and the record can be proven: charlatan verify FILE."),
      h("p", { class: "hex" }, `commitment ${commitment}`, over && ` · seed ${over.seed} · salt ${over.salt}`)));
  }

  story() {
    return h("details", { class: "log", open: innerWidth >= 900 }, h("summary", {}, "What happened"),
      h("ol", {}, this.log.map(({ seat, text }) => h("li", { class: seat === this.seat ? "mine" : "" }, text))));
  }

  /** At once where nobody learned anything; else the others are asked. */
  takeBack() {
    return this.playing && this.moved && !this.plea &&
      h("button", { class: "quiet", "data-at": "undo", title: "Take your last move back; the others may be asked", onclick: this.request({ undo: true }) }, "Take back");
  }

  menu() {
    const running = this.table.state === "running";
    return h("div", { class: "row menu" },
      this.playing && h("button", { class: "quiet", "data-at": "leave", onclick: this.request({ leave: true }) }, "Let a bot play on"),
      running && h("button", { class: "quiet", onclick: () => about("A link to this table", "Whoever opens it may watch.", this.invite()) }, "Link"));
  }
}

export async function openTable(id) {
  scrollTo(0, 0);
  const table = new Table(id, await loadWords());
  return () => table.close();
}
