// The face of The Quacks of Quedlinburg: the pot as a track of spaces, bags, the fortune card, the shop.
import { h, about } from "./page.js";
import { capital, classes, fact, fresh, listed, showRules, some } from "./words.js";
import { head } from "./screen.js";

const letters = { white: "W", orange: "O", green: "G", blue: "B", red: "R", yellow: "Y", purple: "P", black: "K" };
const faces = { point1: "1 point", point2: "2 points", ruby: "a ruby", droplet: "a droplet step", orange: "an orange" };
const verbs = {
  choose: "Choose", buy: "Buy", pick: "Place", swap: "Swap", rubies: "For 2 rubies:", step: "Move", score: "Take",
  place: "Place", bag: "Into the bag", upgrade: "Upgrade",
};
const answers = {
  droplet: "move the droplet", flask: "fill the flask", none: "none", points: "the points", coins: "the coins", yes: "Yes",
  no: "No", rubies: "rubies", rats: "keep the rats", remove: "remove a white 1", pot: "the droplet in the pot",
  tube: "the droplet on the tubes", take: "Take them", leave: "Leave them",
};
const primer = "Draw chips from your bag into your pot: each goes as many spaces on as its value. Stop when you like. More "
  + "than 7 in white cherry bombs, and the pot explodes: then you get points or coins, not both. Coins buy chips for your "
  + "bag, rubies move your droplet or fill your flask. Most points after nine turns win.";

// ---- chips ----

const split = id => [id.slice(0, -1), Number(id.at(-1))];
const chipName = id => split(id).join(" ");

function chip(id, small) {
  const [colour, value] = id ? split(id) : [];
  const name = id && chipName(id);
  return h("span", { class: classes("chip", colour, small && "small"), title: name, "aria-label": name, role: "img" },
    id ? letters[colour] + value : "?");
}

const inBag = p => Object.entries(p.bag).filter(([, n]) => n);
const count = list => list.reduce((sum, [, n]) => sum + n, 0);
const bookOf = (t, colour) => t.view.options.books[colour] ?? 1;

function price(t, id) {
  const { prices, prices_printed: printed } = t.book.chips[id];
  return (t.view.options.prices === "printed" ? printed : prices)[bookOf(t, split(id)[0]) - 1];
}

// ---- the pot: 54 spaces (Q1), and what would blow it up (Q5.3) ----

const steps = [6, 10, 14, 18, 22, 26, 29, 32, 35, 38, 41, 44, 48, 51, 53];
const rubies = new Set([5, 9, 13, 16, 20, 24, 28, 30, 34, 36, 40, 42, 46, 50, 52]);
const points = space => steps.filter(s => s <= space).length;
const coins = space => space === 53 ? 35 : space < 16 ? space : 15 + Math.floor((space - 15) / 2);
const worth = s => `${some(coins(s), "coin")}, ${some(points(s), "point")}${rubies.has(s) ? ", a ruby" : ""}`;

function limitOf(t, p) {
  const yellows = bookOf(t, "yellow") === 3 ? p.pot.filter(c => c.chip.startsWith("yellow")).length : 0;
  return t.view.fortune.card === "living-in-luxury" || yellows > 2 ? 9 : yellows ? 8 : 7;
}

function pot(t, p) {
  const whites = p.pot.filter(c => c.chip.startsWith("white")).reduce((sum, c) => sum + split(c.chip)[1], 0);
  const limit = limitOf(t, p), start = Math.max(p.origin, p.droplet);
  return {
    whites, limit, start, bag: count(inBag(p)),
    bombs: count(inBag(p).filter(([id]) => id.startsWith("white") && whites + split(id)[1] > limit)),
    scoring: p.scoring ?? Math.min((p.pot.at(-1)?.at ?? start) + 1, 53),
  };
}

function space(t, seat, s, { start, scoring }) {
  const p = t.view.players[seat], i = p.pot.findIndex(c => c.at === s);
  const lies = i >= 0 ? chip(p.pot[i].chip) : s === p.droplet ? h("span", { class: "drop" }, "●")
    : s === start ? h("span", { class: "rat" }, "rat") : "";
  return h("li", {
    class: classes(s === scoring && "scoring", s <= start && "before", rubies.has(s) && "ruby",
      i >= 0 && fresh(t, `players.${seat}.pot.${i}`) && "fresh"),
    title: `space ${s}: ${worth(s)}`,
  }, h("small", {}, String(coins(s))), lies, h("i", {}, String(points(s))));
}

function track(t, seat) {
  const now = pot(t, t.view.players[seat]), spaces = Math.min(54, Math.max(now.scoring + 9, 21));
  return h("ol", { class: "pot", "aria-label": "Your pot" }, Array.from({ length: spaces }, (_, s) => space(t, seat, s, now)));
}

// ---- a player, the table ----

function facts(t, p) {
  return h("p", { class: "facts" }, fact("points", p.points), fact("rubies", p.rubies), fact("droplet", p.droplet),
    p.rats > 0 && fact("rats", p.rats), t.view.options.pot === "tubes" && fact("tube", p.tube),
    fact("flask", p.flask ? "full" : "empty"), p.coins > 0 && fact("coins", p.coins));
}

function aside(label, chips) {
  return chips.length > 0 && h("p", { class: "chips" }, `${label} `, chips.map(c => chip(c, true)));
}

function shop(t) {
  const out = { yellow: 2, purple: 3 }, black = t.table.players === 2 ? 2 : 3;
  const colours = Object.keys(letters).filter(c => c !== "white" && t.view.turn >= (out[c] ?? 1));
  return h("details", { class: "shop" }, h("summary", {}, "The shop: what chips do and cost"),
    h("ul", { class: "plainlist" }, colours.map(c => h("li", {},
      Object.values(t.book.chips).filter(x => x.colour === c).map(x =>
        [chip(x.id, true), ` ${price(t, x.id)} coins (${t.view.supply[x.id]} left) `]),
      t.book.books[`${c} ${c === "black" ? black : bookOf(t, c)}`]?.brief ?? t.book.colours[c].brief))));
}

export const quacks = {
  unit: "points",
  where: ({ view: v }) => `turn ${v.turn} of 9 · ${v.phase}`,
  picks: () => false,
  values: (t, e) => ({
    chip: e.chip ? chipName(e.chip) : "a chip", card: t.book.cards[e.card]?.name ?? "", die: faces[e.die] ?? "",
  }),

  sentences: {
    take: "{seat} puts {chip} into the bag.", return: "{seat} puts {chip} back into the bag.", choose: "{seat} declines.",
    ruby: e => `{seat}: +${some(e.n ?? 0, "ruby", "rubies")}.`, points: e => `{seat}: +${some(e.n ?? 0, "point")}.`,
    coins: e => `{seat} has ${some(e.n ?? 0, "coin")}.`, place: "{seat} lays {chip} on space {a}.",
    pick: e => e.chip ? "{seat} picks {chip}." : "{seat} picks none.",
    draw: (e, next) => next?.chip === e.chip && /place|beside/.test(next.type) ? "" : "{seat} draws {chip}.",
  },

  /** Draw and stop first, chips as in the shop, "done" last. */
  order(t, what) {
    if (/done|none/.test(what)) return 99;
    return { draw: -4, stop: -3, flask: -2 }[what] ?? Object.keys(t.book.chips).indexOf(what.split(" ")[1]);
  },

  player(t, seat, mine) {
    const p = t.view.players[seat], { whites, limit, bag, scoring } = pot(t, p);
    const state = p.exploded ? "exploded" : p.stopped ? "stopped" : "";
    return h("article", { class: "player" },
      head(t, seat, state && h("span", { class: `tag ${state}` }, state)), facts(t, p),
      p.pot.length > 0 && h("p", { class: classes("facts", whites > limit && "boom") },
        fact("cherry bombs", `${whites} of ${limit}`), h("span", { class: "fact" }, `space ${scoring}: ${worth(scoring)}`)),
      mine ? track(t, seat) : aside("", p.pot.map(c => c.chip)),
      aside("in hand", p.hand ? [p.hand] : []), aside("looks at", p.offer), aside("beside the pot", p.beside),
      aside("bought", p.bought),
      h("details", { class: "bag", open: mine }, h("summary", {}, `${mine ? "Your bag" : "Bag"}: ${some(bag, "chip")}`),
        h("p", { class: "chips" }, inBag(p).map(([id, n]) => h("span", { class: "count" }, chip(id, true), `×${n} `)))));
  },

  middle(t) {
    const { name, kind, brief, text } = t.book.cards[t.view.fortune.card] ?? {};
    return [name && h("div", { class: `fortune ${kind}` },
      h("button", { class: "link", onclick: () => about(name, text) }, name), h("p", {}, brief)), shop(t)];
  },

  label(t, what) {
    const [verb, arg, n] = what.split(" "), now = pot(t, t.view.players[t.seat]), group = verbs[verb] ?? "";
    if (what === "draw") return { big: true, text: `Draw a chip${now.bombs ? ` (${now.bombs} of ${now.bag} explode)` : ""}` };
    if (what === "stop") return { big: true, text: `Stop: ${worth(now.scoring)}` };
    if (what === "flask") return { text: "Flask: pour the white back" };
    if (arg === "done") return { text: "Done" };
    if (arg === "tails") return { group, text: `give up ${some(Number(n), "rat tail")}` };
    if (verb === "purple") return { text: Number(arg) ? `Use ${arg} purple` : "Use none" };
    if (!t.book.chips[arg]) return { group, text: answers[arg] ?? capital(what) };
    const cost = verb === "buy" ? `, ${some(price(t, arg), "coin")}` : "";
    return { group, art: chip(arg, true), text: chipName(arg) + cost };
  },

  rules: t => showRules(t, primer,
    listed("Fortune cards", Object.values(t.book.cards).map(c => [c.name, c.brief])),
    listed("Books", Object.values(t.book.books).map(b => [b.id, b.brief]))),
};
