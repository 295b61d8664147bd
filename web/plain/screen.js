// The screen of a table `t` (table.js), by what matters: what am I asked, my board, what changed, the others.
import { h, action, note, nonce, seats, remember, recall, about } from "./page.js";
import { byes } from "./line.js";
import { capital, classes } from "./words.js";

const button = (text, does, more = {}) => h("button", { type: "button", onclick: does, ...more }, text);
const main = (text, does, more = {}) => button(text, does, { class: "main", ...more });
const hint = text => h("p", { class: "hint" }, text);
const home = () => h("a", { class: "button", href: "#" }, "To the front door");

// ---- what I am asked, in one sentence ----

function names(t, list) {
  const all = list.map(s => t.name(s));
  return all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all[0];
}

function thinking(t) {
  const asked = [...new Set((t.view?.pending ?? []).map(p => p.seat))].filter(s => s !== t.seat);
  return asked.length ? `${names(t, asked)} ${asked.length > 1 ? "are" : "is"} thinking.` : "One moment …";
}

function outcome(t) {
  const { winners, result } = t.table, [first] = winners;
  if (winners.length > 1) return `The win is shared by ${names(t, winners)}.`;
  return `${first === t.seat ? "You win" : `${t.name(first)} wins`} with ${result[first]} ${t.face.unit}.`;
}

export function question(t) {
  if (t.status[0] === "ended" || !t.table) return t.status[1];
  const { state } = t.table;
  if (state === "waiting") return "Waiting for players.";
  if (state === "closed") return "This table was closed without a result.";
  if (state === "over") return outcome(t);
  if (t.pleaded) return `${t.name(t.plea.seat)} asks to take a move back. Do you agree?`;
  if (t.me?.away) return `${t.me.away === "clock" ? "Your time ran out" : "You have left"}: a bot plays for you.`;
  if (t.ask) return t.ask.text.replace(/\bplayer (\d)\b/g, (_, seat) => t.name(Number(seat)));
  return thinking(t);
}

// ---- the answers ----

/** Grouped by their verb; the first nine have keys. */
function choices(t) {
  if (t.face.picks(t)) {
    const two = t.ask.actions[0].split(" ").length > 2;
    return hint(!two ? "Choose on the board." : t.picked.length ? `Slot ${t.picked[0]} and …` : "Choose two on the board.");
  }
  const groups = new Map(), { order } = t.face;
  const actions = order ? [...t.ask.actions].sort((a, b) => order(t, a) - order(t, b)) : t.ask.actions;
  for (const what of actions) {
    const label = t.face.label(t, what), group = label.group ?? "";
    groups.set(group, [...groups.get(group) ?? [], { what, ...label }]);
  }
  let key = 0;
  const one = ({ what, text, art, big }) => h("button", {
    class: classes(big && "main", t.sent?.do === what && "sent"), disabled: !t.free, onclick: () => t.answer(what),
    "data-at": `do ${what}`, "data-do": what, "data-key": ++key < 10 ? key : null,
  }, art, text, key < 10 && h("kbd", {}, String(key)));
  return [...groups].map(([group, list]) =>
    h("div", { class: "group" }, group && h("span", { class: "verb" }, group), list.map(one)));
}

function answers(t) {
  const { state } = t.table;
  if (t.status[0] === "ended") return h("div", { class: "row" },
    t.status[1] === byes.replaced && main("Play here instead", () => location.reload()), home());
  if (state === "waiting") return lobby(t);
  if (state === "over") return ending(t);
  if (state === "closed") return home();
  if (t.seat === null) return chairs(t);
  if (t.me.away) return main("Take my seat back", t.request({ back: true }), { "data-at": "back" });
  if (t.pleaded) return h("div", { class: "row" },
    main("Agree", t.request({ grant: true })), button("No", t.request({ grant: false })));
  return [h("div", { id: "choices" }, t.ask && choices(t)), t.plea && hint("You asked to take a move back; the others decide.")];
}

// ---- before and after the game ----

function invite(t) {
  const link = `${location.origin}/#t/${t.id}`, here = /^(127\.|localhost$|\[::1\]$)/.test(location.hostname);
  const field = h("input", {
    id: "invite", readonly: true, value: link, "aria-label": "Invitation link", onclick: e => e.target.select(),
  });
  const copy = action(async e => {
    e.target.parentNode.querySelector("input").select();
    if (navigator.clipboard) await navigator.clipboard.writeText(link);
    else document.execCommand("copy");
    note("Copied. Send it to your friends.");
  });
  return h("div", { class: "invite" }, h("div", { class: "row" }, field, button("Copy link", copy)),
    here && hint("This link works on this computer only. For friends, start charlatan serve --bind 0.0.0.0 "
      + "and open one of the addresses it prints."));
}

const nameField = () => h("label", {}, "Your name", h("input", {
  id: "name", "data-at": "name", maxlength: 40, placeholder: "Guest", value: recall("name", ""),
  oninput: e => remember("name", e.target.value),
}));

function lobbySeat(t, s, i) {
  const sit = action(() => t.sit("join", { seat: i, nonce: nonce() }));
  return h("li", {}, h("span", {}, s.kind === "empty" ? "free" : capital(t.name(i)), i === t.seat && " (you)"),
    s.kind === "empty" && t.seat === null && main("Sit down here", sit));
}

function lobby(t) {
  const free = t.table.seats.some(s => s.kind === "empty"), list = t.table.seats.map((s, i) => lobbySeat(t, s, i));
  const leave = action(async () => {
    await t.post("leave");
    seats.forget(t.id);
    location.hash = "";
  });
  if (t.seat === null) return h("div", {}, h("ul", { class: "seats" }, list), free && nameField());
  return h("div", {}, h("ul", { class: "seats" }, list),
    free && [h("p", {}, "Invite with this link; whoever opens it may sit down or watch."), invite(t)],
    h("div", { class: "row" }, ["easy", "medium", "hard"].map(level =>
      button(`Start with ${level} bots`, t.request({ start: level }), { class: level === "medium" && "main" })),
    button("Leave", leave)));
}

/** A spectator may take the seat of somebody who has left. */
function chairs(t) {
  const left = [...t.table.seats.keys()].filter(i => t.table.seats[i].away === "left");
  return left.length > 0 && h("div", {}, nameField(), h("div", { class: "row" }, left.map(seat =>
    main(`Play on for ${t.name(seat)}`, action(() => t.sit("takeover", { seat }))))));
}

function luck({ commitment, over }) {
  return h("details", {}, h("summary", {}, "Was the luck fair?"),
    h("p", {}, "Before the first move the server promised the seed, sealed in its commitment. Now seed and salt are "
      + "open, and the record can be proven: charlatan verify FILE."),
    h("p", { class: "hex" }, `commitment ${commitment}`, over && ` · seed ${over.seed} · salt ${over.salt}`));
}

function ending(t) {
  const { result, winners, rematch } = t.table, order = [...result.keys()].sort((a, b) => result[b] - result[a]);
  return h("div", {},
    h("ol", { class: "score" }, order.map(s => h("li", { class: winners.includes(s) && "won" },
      h("span", {}, capital(t.name(s))), h("b", {}, `${result[s]} ${t.face.unit}`)))),
    h("div", { class: "row" },
      (t.seat !== null || rematch) &&
        main(rematch ? "To the rematch" : "Once more", action(() => t.rematch()), { "data-at": "rematch" }),
      home(),
      h("a", { class: "button", href: `/api/tables/${t.id}/record`, download: `charlatan-${t.id}.jsonl` }, "Record")),
    luck(t.table));
}

// ---- the whole ----

/** The name of a seat with what is to be known of it. */
export function head(t, seat, ...more) {
  const s = t.table.seats[seat], tag = (text, lit) => h("span", { class: classes("tag", lit && "lit") }, text);
  return h("h2", {}, h("span", { class: "name" }, capital(t.name(seat))), seat === t.seat && tag("you"),
    s.away && tag(`${s.bot} bot for now`), t.view?.pending?.some(p => p.seat === seat) && tag("to move", true), ...more);
}

/** At once where nobody learned anything; else the others are asked. */
function takeBack(t) {
  return t.playing && t.moved && !t.plea && button("Take back", t.request({ undo: true }),
    { class: "quiet", "data-at": "undo", title: "Take your last move back; the others may be asked" });
}

function story(t) {
  return h("details", { class: "log", open: innerWidth >= 900 }, h("summary", {}, "What happened"),
    h("ol", {}, t.log.map(({ seat, text }) => h("li", { class: seat === t.seat && "mine" }, text))));
}

function menu(t) {
  const show = () => about("A link to this table", "Whoever opens it may watch.", invite(t));
  return h("div", { class: "row menu" },
    t.playing && button("Let a bot play on", t.request({ leave: true }), { class: "quiet", "data-at": "leave" }),
    t.table.state === "running" && button("Link", show, { class: "quiet" }));
}

function bar(t) {
  const { state, game } = t.table;
  return h("header", { class: "bar" }, h("a", { href: "#" }, "charlatan"), h("b", {}, t.book.title ?? game),
    h("span", {}, state === "running" ? t.face.where(t) : state === "over" ? "over" : ""),
    t.seat === null && h("span", { class: "tag" }, "you watch"),
    button("Rules", () => t.face.rules(t), { class: "quiet" }));
}

function asked(t) {
  return h("section", { id: "ask", class: t.playing && (t.ask || t.plea) && "mine", "aria-label": "What you are asked" },
    h("div", { class: "question" },
      h("p", { id: "question", tabindex: -1 }, capital(question(t))), h("span", { id: "clock" }), takeBack(t)),
    answers(t));
}

export function screen(t) {
  const { seats: all, players } = t.table, order = all.map((_, i) => ((t.seat ?? 0) + i) % players);
  const others = t.seat === null ? order : order.slice(1), own = t.seat !== null && t.face.player;
  const section = (name, ...parts) => t.view && h("section", { class: name }, parts);
  return [
    bar(t),
    t.status[0] === "off" && h("p", { class: "off" }, t.status[1]),
    h("main", { class: "table" }, asked(t),
      own && section("own", t.view && own(t, t.seat, true)),
      section("middle", t.view && t.face.middle(t)),
      section("others", t.view && others.map(s => t.face.player(t, s, false))),
      h("section", { class: "side" }, story(t), menu(t))),
  ];
}

export const nothing = t => h("main", { class: "door" },
  h("h1", {}, "charlatan"), h("p", { id: "question" }, capital(question(t))), home());
