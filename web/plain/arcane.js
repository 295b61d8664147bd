// The face of Arcane Alley: storehouses, stashes, the stalls between the players.
import { h, about } from "./page.js";
import { capital, classes, fact, fresh, listed, showRules } from "./words.js";
import { head } from "./screen.js";

// Questions answered by touching a storehouse; the others have buttons.
const boardVerbs = new Set(["reveal", "slot", "peek", "swap", "own", "theirs", "remove", "ninx"]);
const verbs = { draw: "Draw from", target: "Choose", bribe: "Bribe with", take: "Play", sell: "Sell", slide: "Slide" };
const answers = {
  "effect use": "Use its effect", "effect ignore": "Ignore it",
  "cauldron gold": "Lose gold", "cauldron infamy": "Gain infamy",
  "dafana pay": "Pay", "dafana pass": "Do not pay", "bribe 0": "nothing",
};
const primer = "Nine items in your storehouse, most of them hidden. In your turn draw an item, then play it over one of "
  + "yours or discard one. Three of a kind in a line are sold. Whoever has no hidden item left calls the inspector: what "
  + "lies in a storehouse then costs infamy, and 25 infamy cost 25 gold.";

const nameOf = (t, id) => t.book.items[id].name;

function aboutItem(t, id) {
  const { name, gold, infamy, text, editions } = t.book.items[id];
  about(name, `A set of three sells for ${gold} gold. Each costs ${infamy} infamy at an inspection.`, text, editions);
}

function labelOf(item, { gone, peeked, slot }) {
  const what = gone ? "empty" : item ? item.name : "hidden";
  return `${slot ? `Slot ${slot}: ` : ""}${what}${peeked ? ", hidden; you know it" : ""}`;
}

/** A card: gold of a set top left, infamy top right, as everywhere. To be picked, else to be looked up. */
function card(t, id, is = {}) {
  const item = id && t.book.items[id], { slot, pick } = is;
  const does = pick ? () => t.pick(slot) : item ? () => aboutItem(t, id) : null;
  return h(does ? "button" : "div", {
    class: classes("card", !id && "back", is.gone && "gone", is.peeked && "peeked", pick && "pick", is.chosen && "chosen",
      is.path && fresh(t, is.path) && "fresh"),
    type: does && "button", onclick: does, "aria-label": labelOf(item, is), title: item && `${item.name}: ${item.brief}`,
    "data-at": is.at, "data-slot": pick && slot, "data-key": pick && slot < 10 ? slot : null,
  },
  item && h("span", { class: "gold" }, String(item.gold)),
  item && h("span", { class: "infamy" }, String(item.infamy)),
  h("span", { class: "title" }, is.gone ? "" : !item ? "?" : is.short ? item.short : item.name),
  slot && h("span", { class: "slot" }, String(slot)));
}

const verbOf = t => t.ask.actions[0].split(" ")[0];

/** Whose storehouse the question is about, where it is answered there. */
function houseAsked(t) {
  if (!t.ask || !t.free || !boardVerbs.has(verbOf(t))) return null;
  const target = t.view.pending.find(p => p.seat === t.seat)?.target;
  return ["slot", "swap", "theirs"].includes(verbOf(t)) ? target ?? t.seat : t.seat;
}

function house(t, seat) {
  const { cols, cells } = t.view.players[seat].house, asked = houseAsked(t) === seat;
  const open = new Set(asked ? t.ask.actions.flatMap(a => a.split(" ").slice(1).map(Number)) : []);
  return h("div", {
    class: classes("house", `cols${cols}`, asked && "asked"), role: "group", "aria-label": `Storehouse of ${t.name(seat)}`,
  },
    cells.map((c, i) => card(t, c?.item, {
      slot: i + 1, gone: c === null, peeked: c && !c.up && c.item, pick: open.has(i + 1),
      chosen: asked && t.picked.includes(i + 1), short: seat !== t.seat,
      path: `players.${seat}.house.cells.${i}`, at: `cell ${seat} ${i}`,
    })),
    !cells.length && h("p", { class: "hint" }, "All sold."));
}

function stash(t, seat, mine) {
  const list = t.view.players[seat].stash;
  if (!mine) return h("p", { class: "facts" }, fact("stash", list.length),
    list.filter(s => s.item).map(s => h("span", { class: "tag" }, nameOf(t, s.item))));
  return h("div", { class: "stash" }, h("span", { class: "verb" }, "Your stash"),
    list.map((s, i) => card(t, s.item, { path: `players.${seat}.stash.${i}` })),
    !list.length && h("span", { class: "hint" }, "empty"));
}

function source(t, [from, slot]) {
  const { deck, discard, market } = t.view;
  if (from === "deck") return `the deck (${deck.count})`;
  if (from === "discard") return `the discard: ${nameOf(t, discard[0])}`;
  return `the Market: ${nameOf(t, market[slot - 1])}, ${slot} gold`;
}

const line = (t, slots) => slots.map(s => t.book.items[t.view.players[t.seat].house.cells[s - 1].item].short).join(", ");

const unlessZero = text => e => e.n ? text : "";

export const arcane = {
  unit: "gold",
  where({ view: v }) {
    const { edition, goal } = v.options;
    return `round ${v.round}${edition === "three" ? " of 3" : `, to ${goal} gold`} · ${v.phase}`;
  },
  order: (t, what) => what.startsWith("discard") ? 1 : 0,
  picks: t => boardVerbs.has(verbOf(t)),
  values: (t, e) => ({ item: e.item ? nameOf(t, e.item) : "an item" }),

  sentences: {
    reveal: "{seat} turns up {item} in slot {a}.", discard: "{seat} discards {item}.", pay: "{seat} pays {n} gold.",
    draw: e => !e.item ? "{seat} draws from the deck." : e.slot ? "{seat} buys {item} at the Market." : "{seat} draws {item}.",
    gold: unlessZero("{seat} gains {n} gold."), "gold-lost": unlessZero("{seat} loses {n} gold."),
    infamy: unlessZero("{seat} gains {n} infamy."), "infamy-lost": unlessZero("{seat} loses {n} infamy."),
    fine: unlessZero("{seat} pays a fine of {n} gold."), slide: "{seat} slides the rest together.",
    bribe: e => e.n ? "{seat} spends {n} gold on bribes." : "{seat} bribes nobody.",
  },

  player(t, seat, mine) {
    const p = t.view.players[seat], wizard = p.wizard && t.book.wizards[p.wizard];
    return h("article", { class: "player" }, head(t, seat),
      h("p", { class: "facts" }, fact("gold", p.gold),
        fact("infamy", p.infamy, "From 25 on: a fine marker, 25 gold at the inspection"), p.fines > 0 && fact("fines", p.fines),
        wizard && h("button", { class: "link", onclick: () => about(wizard.name, wizard.text) }, wizard.name)),
      house(t, seat), stash(t, seat, mine));
  },

  middle(t) {
    const { deck, discard, market } = t.view, top = deck.top[0]?.item;
    const stall = (what, text) => h("figure", {}, what, h("figcaption", {}, text));
    return h("div", { class: "stalls" },
      stall(h("div", { class: "card back" }, h("span", { class: "title" }, String(deck.count))),
        top ? `deck, ${nameOf(t, top)} on top` : "deck"),
      stall(card(t, discard[0], { gone: !discard.length, path: "discard.0", short: true }), `discard (${discard.length})`),
      market?.map((id, i) => stall(card(t, id, { gone: !id, path: `market.${i}`, short: true }), `${i + 1} gold`)));
  },

  label(t, what) {
    const [verb, ...args] = what.split(" "), item = t.book.items[args[0]];
    const group = verbs[verb] ?? (item ? capital(verb) : "");
    const text = answers[what] ?? {
      draw: () => source(t, args),
      target: () => t.name(Number(args[0])),
      bribe: () => `${args[0]} gold: ${args[0] / 2} infamy less`,
      sell: () => `${args.join(" ")}: ${line(t, args)}`,
    }[verb]?.() ?? item?.name ?? args.join(" ");
    return { group, text };
  },

  rules: t => showRules(t, primer,
    listed("Items", Object.values(t.book.items).map(i => [`${i.name} (${i.gold} gold, ${i.infamy} infamy)`, i.brief])),
    listed("Wizards", Object.values(t.book.wizards).map(w => [w.name, w.brief]))),
};
