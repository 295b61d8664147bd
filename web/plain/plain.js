// The front door: found a table, find one, go back to one. #t/ID is a table (table.js), anything else is here.
import { h, find, api, action, note, remember, recall, seats, nonce, myName, loadWords } from "./page.js";
import { openTable } from "./table.js";

const blurbs = {
  arcane: "Fill your storehouse by lantern light, sell sets of three, "
    + "and have nothing on the shelf when the inspector calls.",
  quacks: "Draw ingredients out of your bag, one more and one more still, and stop before the pot explodes.",
};
const options = {
  arcane: {
    edition: ["Edition", { three: "three inspections", hundred: "to 100 gold" }],
    market: ["The Market", { false: "closed", true: "open" }],
    wizards: ["Wizards", { none: "none", random: "one each" }],
  },
  quacks: {
    books: ["Books", { 1: "set 1, for a first game", 2: "set 2", 3: "set 3", 4: "set 4" }],
    pot: ["Pot", { front: "plain", tubes: "with test tubes" }],
  },
};

let games, words, close;

// ---- founding a table ----

const wish = { game: "arcane", players: 3, seats: {}, options: {}, open: false, ...recall("wish", {}) };

function change(what) {
  Object.assign(wish, what);
  remember("wish", wish);
  const form = founding();
  const focus = document.activeElement?.id;
  find("#found").replaceWith(form);
  if (focus) document.getElementById(focus)?.focus();
}

const choice = (id, label, values, now, set) =>
  h("label", {}, label, h("select", { id, onchange: e => set(e.target.value) },
    Object.entries(values).map(([value, text]) => h("option", { value, selected: value === String(now) }, text))));

function gameCards() {
  return h("fieldset", { class: "games" }, h("legend", {}, "What do you play?"), games.map(g =>
    h("label", { class: "game", "data-room": g.name },
      h("input", {
        type: "radio", name: "game", id: `game-${g.name}`, checked: g.name === wish.game,
        onchange: () => change({ game: g.name }),
      }),
      h("b", {}, words[g.name].title), h("span", {}, blurbs[g.name] ?? ""),
      h("small", {}, `${g.least} to ${g.most} players`))));
}

const seatOf = n => wish.seats[n] ?? "medium";

function seatChoices(game) {
  const levels = Object.fromEntries(["easy", "medium", "hard"].flatMap(level => {
    const bot = game.bots[level];
    return bot ? [[level, `${level}: ${bot.title}`]] : [];
  }));
  const list = [];
  for (let n = 1; n < wish.players; n++)
    list.push(choice(`seat-${n}`, `Seat ${n + 1}`, { ...levels, open: "a friend, by link" }, seatOf(n),
      what => change({ seats: { ...wish.seats, [n]: what } })));
  return list;
}

function gameOptions() {
  const own = wish.options[wish.game] ?? {};
  return h("details", {}, h("summary", {}, "Variants"), h("div", { class: "row" },
    Object.entries(options[wish.game] ?? {}).map(([key, [label, values]]) =>
      choice(`option-${key}`, label, values, own[key] ?? Object.keys(values)[0],
        value => change({ options: { ...wish.options, [wish.game]: { ...own, [key]: value } } })))));
}

const typed = value => /^(true|false|\d+)$/.test(value) ? JSON.parse(value) : value;

async function found() {
  const others = Array.from({ length: wish.players - 1 }, (_, i) => seatOf(i + 1));
  const own = Object.entries(wish.options[wish.game] ?? {}).map(([key, value]) => [key, typed(value)]);
  const { table, seat, token } = await api("/api/tables", {
    game: wish.game, seats: ["me", ...others], name: myName(), open: others.includes("open") && wish.open,
    options: Object.fromEntries(own), nonce: nonce(),
  });
  seats.keep(table.id, { token, seat, game: table.game });
  location.hash = `t/${table.id}`;
}


function founding() {
  const game = games.find(g => g.name === wish.game) ?? games[0];
  wish.game = game.name;
  wish.players = Math.min(Math.max(wish.players, game.least), game.most);
  const counts = {};
  for (let n = game.least; n <= game.most; n++) counts[n] = `${n} players`;
  const friends = seatChoices(game).some((_, i) => seatOf(i + 1) === "open");
  document.body.dataset.room = game.name;
  return h("form", { id: "found", onsubmit: action(found) },
    gameCards(),
    h("div", { class: "row" },
      h("label", {}, "Your name", h("input", {
        id: "name", maxlength: 40, autocomplete: "nickname", placeholder: "Guest", value: recall("name", ""),
        oninput: e => remember("name", e.target.value),
      })),
      choice("players", "At the table", counts, wish.players, n => change({ players: Number(n) })), seatChoices(game)),
    gameOptions(),
    friends && h("label", { class: "check" }, h("input", {
      type: "checkbox", id: "open", checked: wish.open, onchange: e => change({ open: e.target.checked }),
    }), "Show this table to everyone on this server"),
    h("button", { class: "main", id: "play" }, friends ? "Lay the table" : "Play now"));
}

// ---- lists of tables ----

const person = s => ({ empty: "a free seat", bot: `${s.name} bot` })[s.kind] ?? s.name;

function tableRow(table, ...more) {
  const title = words[table.game]?.title ?? table.game;
  const when = new Date(table.created).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return h("li", { "data-room": table.game },
    h("span", {}, h("b", {}, title), " ", h("small", {}, table.seats.map(person).join(", ")), " ", h("small", {}, when)),
    h("span", { class: "does" }, more));
}

const go = (id, text, main) => h("a", { class: main ? "button main" : "button", href: `#t/${id}` }, text);

function ownRow(table) {
  const words = { waiting: "waits for players", running: "goes on", over: "is over", closed: "was closed" };
  const forget = action(() => {
    seats.forget(table.id);
    refresh();
  });
  return tableRow(table, h("small", {}, words[table.state]),
    go(table.id, table.state === "running" ? "Play on" : "Look", true),
    table.state !== "running" && h("button", { onclick: forget, "aria-label": "Forget this game" }, "Forget"));
}

const openRow = table => tableRow(table, go(table.id, seats.of(table.id) ? "Go on" : "Sit down or watch", true));

const overRow = table => tableRow(table,
  table.winners && h("small", {}, `${table.winners.map(w => person(table.seats[w])).join(" and ")} won`),
  go(table.id, "Look"),
  h("a", { class: "button", href: `/api/tables/${table.id}/record`, download: `charlatan-${table.id}.jsonl` }, "Record"));

async function ownTables() {
  const own = Object.entries(seats.all()).sort(([, a], [, b]) => b.when - a.when).slice(0, 12);
  const found = await Promise.all(own.map(async ([id]) => {
    try {
      return (await api(`/api/tables/${id}`)).table;
    } catch (error) {
      if (error.code === "not-found") seats.forget(id);
      return null;
    }
  }));
  return found.filter(Boolean);
}

function fill(id, title, rows) {
  find(`#${id}`)?.replaceChildren(...rows.length ? [h("h2", {}, title), h("ul", { class: "tables" }, rows)] : []);
}

async function refresh() {
  const [own, open, over] = await Promise.all([ownTables(), api("/api/tables?limit=20"), api("/api/history?limit=10")]);
  const known = t => words[t.game];
  fill("own", "Your games", own.map(ownRow));
  fill("open-tables", "Tables that wait for players", open.tables.filter(known).map(openRow));
  fill("history", "Games played here", over.tables.filter(known).map(overRow));
}

async function frontDoor() {
  document.title = "charlatan";
  words = await loadWords();
  games = Object.values(words);
  find("#page").replaceChildren(
    h("header", { class: "door" }, h("h1", {}, "charlatan"),
      h("p", {}, "Two games about selling things that ought not to be sold.")),
    h("main", { class: "door" }, founding(), ["own", "open-tables", "history"].map(id => h("section", { id }))),
    h("footer", { class: "door" },
      h("small", {}, "An unofficial fan work. Luck is sealed before the first move; every record proves it.")));
  await refresh();
  const timer = setInterval(() => document.hidden || refresh().catch(() => {}), 15000);
  return () => clearInterval(timer);
}

// ---- which screen ----

async function show() {
  close?.();
  close = undefined;
  note();
  find("#about").close();
  const hash = location.hash, id = /^#t\/([a-z2-7]{16})$/.exec(hash)?.[1];
  try {
    const leave = await (id ? openTable(id) : frontDoor());
    if (hash === location.hash) close = leave;
    else leave?.();
  } catch (error) {
    find("#page").replaceChildren(h("main", { class: "door" }, h("h1", {}, "charlatan"), h("p", {}, error.message),
      h("div", { class: "row" }, h("button", { class: "main", onclick: show }, "Try again"),
        h("a", { class: "button", href: "#" }, "To the front door"))));
  }
}

addEventListener("hashchange", show);
show();
