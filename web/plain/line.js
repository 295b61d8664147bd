// The socket of a table: says hello with the last number it knows, again and again; and `set` carried out on a view.

/** Reasons after which coming back makes no sense. */
export const byes = {
  replaced: "This seat is open in another window.",
  "unknown-table": "There is no such table.",
  "wrong-token": "This browser's key does not fit this table any more.",
  full: "So many watch this table that there is no room left.",
};

export class Line {
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
export function unfold(event) {
  const [[type, about], ...rest] = Object.entries(event), own = Object.fromEntries(rest);
  const named = { item: about, chip: about, card: about, side: about, die: about };
  return { type, ...typeof about === "string" ? named : about === true ? {} : { n: about }, ...own };
}

/** `set` of docs/api.md, carried out on a view; says which paths changed. */
export function applySet(view, set, mover) {
  const changed = [];
  for (const [short, ...rest] of set) {
    const path = short[0] === "." ? `players.${mover}${short}` : short;
    if (path === "") {
      view = rest[0];
      changed.push("");
      continue;
    }
    const keys = path.split("."), last = keys.pop();
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
