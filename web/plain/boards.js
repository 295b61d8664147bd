// The two games' faces: where we are, a player's board, what lies between the players, answers and events in words.
import { h, about } from "./page.js";

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
const some = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;
const fact = (label, value, title) => h("span", { class: "fact", title }, `${label} `, h("b", {}, String(value)));
/** Has it changed since I answered last? */
const fresh = (t, path) => [...t.changed].some(c => c === path || c.startsWith(path + "."));

// ---- events in words: the sentences of the rules, shorter where a type has several ----

const unlessZero = text => e => e.n ? text : "";
const shorter = {
  arcane: {
    reveal: "{seat} turns up {item} in slot {a}.", pay: "{seat} pays {n} gold.", discard: "{seat} discards {item}.",
    draw: e => e.slot ? "{seat} buys {item} at the Market." : e.item ? "{seat} draws {item}." : "{seat} draws from the deck.",
    infamy: unlessZero("{seat} gains {n} infamy."), "infamy-lost": unlessZero("{seat} loses {n} infamy."),
    gold: unlessZero("{seat} gains {n} gold."), "gold-lost": unlessZero("{seat} loses {n} gold."), fine: unlessZero("{seat} pays a fine of {n} gold."),
    slide: "{seat} slides the rest together.", bribe: e => e.n ? "{seat} spends {n} gold on bribes." : "{seat} bribes nobody.",
  },
  quacks: {
    take: "{seat} puts {chip} into the bag.", return: "{seat} puts {chip} back into the bag.", ruby: "{seat}: +{n} ruby.",
    points: "{seat}: +{n} points.", place: "{seat} lays {chip} on space {a}.", choose: "{seat} declines.",
    pick: e => e.chip ? "{seat} picks {chip}." : "{seat} picks none.", coins: "{seat} has {n} coins.",
    draw: (e, next) => next?.chip === e.chip && /place|beside/.test(next.type) ? "" : "{seat} draws {chip}.",
  },
};

export function sentence(t, e, seat, next) {
  const row = t.book.events[e.type]?.[0], special = shorter[t.table.game]?.[e.type];
  const hidden = row?.secret && e.item === undefined && e.chip === undefined;
  const text = typeof special === "function" ? special(e, next) : special ?? (hidden ? row.secret : row?.text) ?? e.type;
  const values = {
    seat: seat === null ? "The table" : t.name(seat), other: e.other === undefined ? "" : t.name(e.other),
    item: t.book.items?.[e.item]?.name ?? "an item", a: e.slot ?? e.at ?? "", b: e.slot2 ?? "", n: e.n ?? 0,
    chip: e.chip ? chipName(e.chip) : "a chip", card: t.book.cards?.[e.card]?.name ?? "", die: dieNames[e.die] ?? e.die ?? "",
  };
  return capital(text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? ""));
}

// ---- rules at hand ----

const listed = (title, rows) => h("details", {}, h("summary", {}, title), h("ul", { class: "plainlist" },
  rows.map(([name, text]) => h("li", {}, h("b", {}, name), " ", text))));

const allRules = (t, ...first) => about(t.book.title ?? "Rules", ...first,
  listed("All rules", Object.values(t.book.rules ?? {}).map(r => [`${r.id} ${r.title}.`, r.text])));

// ---- Arcane Alley ----

const boardVerbs = new Set(["reveal", "slot", "peek", "swap", "own", "theirs", "remove", "ninx"]);
const verbs = { draw: "Draw from", target: "Choose", bribe: "Bribe with", take: "Play", sell: "Sell", slide: "Slide" };
const arcaneWords = {
  "effect use": "Use its effect", "effect ignore": "Ignore it", "cauldron gold": "Lose 2 gold", "cauldron infamy": "Gain 1 infamy",
  "dafana pay": "Pay", "dafana pass": "Do not pay", "bribe 0": "nothing",
};

function aboutItem(t, id) {
  const item = t.book.items[id];
  about(item.name, `A set of three sells for ${item.gold} gold. Each costs ${item.infamy} infamy at an inspection.`, item.text, item.editions);
}

/** A card: gold of a set top left, infamy top right, as everywhere. */
function card(t, id, { back, peeked, path, slot, pick, chosen, at, short } = {}) {
  const item = id && t.book.items[id];
  const classes = ["card", !id && "back", peeked && "peeked", path && fresh(t, path) && "fresh", pick && "pick", chosen && "chosen", back && "gone"];
  const label = `${slot ? `Slot ${slot}: ` : ""}${back ? "empty" : item ? item.name : "hidden"}${peeked ? ", hidden; you know it" : ""}`;
  return h(pick || item ? "button" : "div", {
    class: classes.filter(Boolean).join(" "), "aria-label": label, title: item ? `${item.name}: ${item.brief}` : null, type: "button",
    "data-at": at, "data-slot": pick && slot, "data-key": pick && slot < 10 ? slot : null, onclick: pick ? () => t.pick(slot) : item ? () => aboutItem(t, id) : null,
  }, item && h("span", { class: "gold" }, String(item.gold)), item && h("span", { class: "infamy" }, String(item.infamy)),
  h("span", { class: "title" }, back ? "" : !item ? "?" : short ? item.short : item.name), slot && h("span", { class: "slot" }, String(slot)));
}

/** Whose storehouse the question is about, where it is answered on the board. */
function houseAsked(t) {
  if (!t.ask || !t.free) return null;
  const verb = t.ask.actions[0].split(" ")[0];
  if (!boardVerbs.has(verb)) return null;
  const pending = t.view.pending.find(p => p.seat === t.seat);
  return ["slot", "swap", "theirs"].includes(verb) ? pending?.target ?? t.seat : t.seat;
}

function house(t, seat) {
  const { rows, cols, cells } = t.view.players[seat].house, asked = houseAsked(t) === seat;
  const open = new Set(asked ? t.ask.actions.flatMap(a => a.split(" ").slice(1).map(Number)) : []);
  return h("div", { class: `house cols${cols} ${asked ? "asked" : ""}`, role: "group", "aria-label": `Storehouse of ${t.name(seat)}` }, cells.map((c, i) => card(t, c?.item, {
    back: c === null, peeked: c && !c.up && c.item, path: `players.${seat}.house.cells.${i}`, slot: i + 1,
    pick: open.has(i + 1), chosen: asked && t.picked.includes(i + 1), at: `cell ${seat} ${i}`, short: seat !== t.seat,
  })), rows * cols === 0 && h("p", { class: "hint" }, "All sold."));
}

function stash(t, seat, mine) {
  const list = t.view.players[seat].stash;
  if (!mine) return h("p", { class: "facts" }, fact("stash", list.length),
    list.filter(s => s.item).map(s => h("span", { class: "tag" }, t.book.items[s.item].name)));
  return h("div", { class: "stash" }, h("span", { class: "verb" }, "Your stash"),
    list.length ? list.map((s, i) => card(t, s.item, { path: `players.${seat}.stash.${i}` })) : h("span", { class: "hint" }, "empty"));
}

const arcane = {
  unit: "gold",
  where: ({ view: v }) => `${v.options.edition === "three" ? `round ${v.round} of 3` : `round ${v.round}, to ${v.options.goal} gold`} · ${v.phase}`,
  picks: t => boardVerbs.has(t.ask.actions[0].split(" ")[0]),

  player(t, seat, mine) {
    const p = t.view.players[seat], wizard = p.wizard && t.book.wizards[p.wizard];
    return h("article", { class: "player" }, t.head(seat), h("p", { class: "facts" },
      fact("gold", p.gold), fact("infamy", p.infamy, "From 25 on: a fine marker, 25 gold at the inspection"), p.fines > 0 && fact("fines", p.fines),
      wizard && h("button", { class: "link", onclick: () => about(wizard.name, wizard.text) }, wizard.name)), house(t, seat), stash(t, seat, mine));
  },

  middle(t) {
    const v = t.view, top = v.deck.top[0]?.item;
    return h("div", { class: "stalls" },
      h("figure", {}, h("div", { class: "card back" }, h("span", { class: "title" }, String(v.deck.count))), h("figcaption", {}, top ? `deck, ${t.book.items[top].name} on top` : "deck")),
      h("figure", {}, card(t, v.discard[0], { back: !v.discard.length, path: "discard.0", short: true }), h("figcaption", {}, `discard (${v.discard.length})`)),
      v.market?.map((id, i) => h("figure", {}, card(t, id, { back: !id, path: `market.${i}`, short: true }), h("figcaption", {}, `${i + 1} gold`))));
  },

  label(t, what) {
    const [verb, ...args] = what.split(" "), item = t.book.items[args[0]], v = t.view;
    const group = verbs[verb] ?? (item ? capital(verb) : "");
    if (arcaneWords[what]) return { group, text: arcaneWords[what] };
    if (verb === "draw") return { group, text: args[0] === "deck" ? `the deck (${v.deck.count})` : args[0] === "discard" ? `the discard: ${t.book.items[v.discard[0]].name}`
      : `the Market: ${t.book.items[v.market[args[1] - 1]].name}, ${args[1]} gold` };
    if (verb === "target") return { group, text: t.name(Number(args[0])) };
    if (verb === "bribe") return { group, text: `${args[0]} gold: ${args[0] / 2} infamy less` };
    if (verb === "sell") return { group, text: `${args.join(" ")}: ${args.map(a => t.book.items[v.players[t.seat].house.cells[a - 1].item].short).join(", ")}` };
    return { group, text: item ? item.name : args.join(" ") };
  },

  rules: t => allRules(t, "Nine items in your storehouse, most of them hidden. In your turn draw an item, then play it over one of yours or discard one. "
    + "Three of a kind in a line are sold. Whoever has no hidden item left calls the inspector: what lies in a storehouse then costs infamy, and 25 infamy cost 25 gold.",
  listed("Items", Object.values(t.book.items).map(i => [`${i.name} (${i.gold} gold, ${i.infamy} infamy)`, i.brief])),
  listed("Wizards", Object.values(t.book.wizards).map(w => [w.name, w.brief]))),
};

// ---- The Quacks of Quedlinburg ----

const letters = { white: "W", orange: "O", green: "G", blue: "B", red: "R", yellow: "Y", purple: "P", black: "K" };
const dieNames = { point1: "1 point", point2: "2 points", ruby: "a ruby", droplet: "a droplet step", orange: "an orange" };
const split = id => [id.replace(/\d/, ""), Number(id.at(-1))];
const chipName = id => split(id).join(" ");
const chip = (id, small) => h("span", { class: `chip ${split(id)[0]} ${small ? "small" : ""}`, title: chipName(id), "aria-label": chipName(id) }, letters[split(id)[0]] + split(id)[1]);

const steps = [6, 10, 14, 18, 22, 26, 29, 32, 35, 38, 41, 44, 48, 51, 53];
const rubies = new Set([5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52]);
const points = space => steps.filter(s => s <= space).length;
const coins = space => space === 53 ? 35 : space < 16 ? space : 15 + Math.floor((space - 15) / 2);

const inBag = p => Object.entries(p.bag).filter(([, n]) => n);
const setOf = (t, colour) => t.view.options.books[colour] ?? 1;
const price = (t, id) => t.book.chips[id][t.view.options.prices === "printed" ? "prices_printed" : "prices"][setOf(t, split(id)[0]) - 1];

/** The pot in numbers: where it stands, its cherry bombs, what would blow it up (Q5.3). */
function pot(t, p) {
  const whites = p.pot.map(c => split(c.chip)).reduce((sum, [colour, value]) => sum + (colour === "white" ? value : 0), 0);
  const yellows = setOf(t, "yellow") === 3 ? p.pot.filter(c => c.chip.startsWith("yellow")).length : 0;
  const limit = t.view.fortune.card === "living-in-luxury" || yellows > 2 ? 9 : yellows ? 8 : 7;
  const bag = inBag(p).reduce((sum, [, n]) => sum + n, 0);
  const bombs = inBag(p).filter(([id]) => id.startsWith("white") && whites + split(id)[1] > limit).reduce((sum, [, n]) => sum + n, 0);
  const start = Math.max(p.origin, p.droplet), scoring = p.scoring ?? Math.min((p.pot.at(-1)?.at ?? start) + 1, 53);
  return { whites, limit, bag, bombs, start, scoring };
}

const worth = s => `${some(coins(s), "coin")}, ${some(points(s), "point")}${rubies.has(s) ? ", a ruby" : ""}`;

function track(t, seat) {
  const p = t.view.players[seat], { start, scoring } = pot(t, p), chips = new Map(p.pot.map(c => [c.at, c.chip]));
  const last = Math.min(53, Math.max(scoring + 8, 20));
  return h("ol", { class: "pot", "aria-label": "Your pot" }, Array.from({ length: last + 1 }, (_, s) => h("li", {
    class: [s === scoring && "scoring", s <= start && "before", rubies.has(s) && "ruby", chips.has(s) && t.changed.has(`players.${seat}.pot.${[...chips.keys()].indexOf(s)}`) && "fresh"].filter(Boolean).join(" "),
    title: `space ${s}: ${worth(s)}`,
  }, h("small", {}, String(coins(s))), chips.has(s) ? chip(chips.get(s)) : s === p.droplet ? h("span", { class: "drop" }, "●") : s === start ? h("span", { class: "rat" }, "rat") : "", h("i", {}, String(points(s))))));
}

const tell = { droplet: "move the droplet", flask: "fill the flask", done: "enough", none: "none", points: "the points", coins: "the coins", yes: "Yes", no: "No",
  rubies: "rubies", rats: "keep the rats", remove: "remove a white 1", pot: "the droplet in the pot", tube: "the droplet on the tubes", take: "Take them", leave: "Leave them" };
const quacksVerbs = { choose: "Choose", buy: "Buy", pick: "Place", swap: "Swap", rubies: "For 2 rubies:", step: "Move", score: "Take", place: "Place", bag: "Into the bag", upgrade: "Upgrade" };

const quacks = {
  unit: "points",
  order: (t, what) => ({ draw: -4, stop: -3, flask: -2 })[what] ?? (/done|none/.test(what) ? 99 : Object.keys(t.book.chips).indexOf(what.split(" ")[1])),
  where: ({ view: v }) => `turn ${v.turn} of 9 · ${v.phase}`,
  picks: () => false,

  player(t, seat, mine) {
    const p = t.view.players[seat], { whites, limit, bag, scoring } = pot(t, p);
    const state = p.exploded ? "exploded" : p.stopped ? "stopped" : "";
    return h("article", { class: "player" }, t.head(seat, state && h("span", { class: `tag ${state}` }, state)), h("p", { class: "facts" },
      fact("points", p.points), fact("rubies", p.rubies), fact("droplet", p.droplet), p.rats > 0 && fact("rats", p.rats), t.view.options.pot === "tubes" && fact("tube", p.tube),
      fact("flask", p.flask ? "full" : "empty"), p.coins > 0 && fact("coins", p.coins)),
    p.pot.length > 0 && h("p", { class: `facts ${whites > limit ? "boom" : ""}` }, fact("cherry bombs", `${whites} of ${limit}`), h("span", { class: "fact" }, `space ${scoring}: ${worth(scoring)}`)),
    mine ? track(t, seat) : p.pot.length > 0 && h("p", { class: "chips" }, p.pot.map(c => chip(c.chip, true))),
    [["in hand", p.hand ? [p.hand] : []], ["looks at", p.offer], ["beside the pot", p.beside], ["bought", p.bought]].map(([label, list]) =>
      list.length > 0 && h("p", { class: "chips" }, `${label} `, list.map(c => c ? chip(c, true) : h("span", { class: "chip small" }, "?")))),
    h("details", { class: "bag", open: mine }, h("summary", {}, `${mine ? "Your bag" : "Bag"}: ${bag} chips`), h("p", { class: "chips" },
      inBag(p).map(([id, n]) => h("span", { class: "count" }, chip(id, true), `×${n} `)))));
  },

  middle(t) {
    const fortune = t.book.cards[t.view.fortune.card], black = t.table.players === 2 ? 2 : 3;
    const colours = ["orange", "green", "blue", "red", "yellow", "purple", "black"];
    const out = c => (c !== "yellow" || t.view.turn > 1) && (c !== "purple" || t.view.turn > 2);
    return [
      fortune && h("div", { class: `fortune ${fortune.kind}` }, h("button", { class: "link", onclick: () => about(fortune.name, fortune.text) }, fortune.name), h("p", {}, fortune.brief)),
      h("details", { class: "shop" }, h("summary", {}, "The shop: what chips do and cost"), h("ul", { class: "plainlist" }, colours.filter(out).map(c => {
        const book = t.book.books[`${c} ${c === "black" ? black : setOf(t, c)}`];
        const chips = Object.values(t.book.chips).filter(x => x.colour === c);
        return h("li", {}, chips.map(x => [chip(x.id, true), ` ${price(t, x.id)} coins (${t.view.supply[x.id]} left) `]), " ", book?.brief ?? t.book.colours[c].brief);
      }))),
    ];
  },

  label(t, what) {
    const [verb, arg, n] = what.split(" "), p = t.view.players[t.seat], now = pot(t, p);
    const group = quacksVerbs[verb] ?? "";
    if (what === "draw") return { group, big: true, text: now.bombs ? `Draw a chip (${now.bombs} of ${now.bag} explode)` : "Draw a chip" };
    if (what === "stop") return { group, big: true, text: `Stop: ${worth(now.scoring)}` };
    if (what === "flask") return { group, text: "Flask: pour the white back" };
    if (t.book.chips[arg]) return { group, art: chip(arg, true), text: verb === "buy" ? `${chipName(arg)}, ${price(t, arg)} coins` : chipName(arg) };
    if (verb === "purple") return { group: "", text: Number(arg) ? `Use ${arg} purple` : "Use none" };
    if (arg === "tails") return { group, text: `give up ${n} rat tails` };
    if (what === "buy done" || what === "red done" || what === "rubies done") return { group: "", text: "Done" };
    return { group, text: tell[arg] ?? capital(what) };
  },

  rules: t => allRules(t, "Draw chips from your bag into your pot: each goes as many spaces on as its value. Stop when you like. More than 7 in white cherry bombs, and the pot "
    + "explodes: then you get points or coins, not both. Coins buy chips for your bag, rubies move your droplet or fill your flask. Most points after nine turns win.",
  listed("Fortune cards", Object.values(t.book.cards).map(c => [c.name, c.brief])),
  listed("Books", Object.values(t.book.books).map(b => [b.id, b.brief]))),
};

/** A game without a face of its own: what is known, as it is written. */
const other = {
  unit: "points", where: () => "", picks: () => false, rules: t => allRules(t), label: (t, what) => ({ group: "", text: capital(what) }),
  player: (t, seat) => h("article", { class: "player" }, t.head(seat)), middle: t => h("pre", {}, JSON.stringify(t.view, null, 1)),
};

export const faces = { arcane, quacks, other };
