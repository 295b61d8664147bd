// The texts on buttons and for screen readers: answers and cards in words.
import type { Label } from "../../table/face";
import { actionInWords } from "../../table/sentence";
import { capital, say } from "../../words/words.svelte";
import { numberAt } from "../../numbers";
import {
  amountOf,
  asked,
  cauldronTakes,
  eggOf,
  gained,
  nameOf,
  worthOf,
  type ArcaneScene,
  type Card,
  type Cell,
} from "./view";

const numbersIn = (action: string): number[] =>
  action
    .split(" ")
    .map(Number)
    .filter(n => !Number.isNaN(n));

/** Such as "set 20 gold, infamy 4". */
export function numbersOf(scene: ArcaneScene, id: string): string {
  const worth = worthOf(scene.rulebook, scene.view, id);
  return worth ? say("arcane.numbers", { gold: worth.gold, infamy: worth.infamy }) : "";
}

/**
 * Whether the viewer knows a card that lies face down. Without a particular viewer, everything may
 * be shown.
 */
const faceDown = (scene: ArcaneScene, item: string): string =>
  say(scene.seat === null ? "arcane.hidden-all" : "arcane.hidden-known", {
    item: nameOf(scene.rulebook, item),
  });

export function cellLabel(scene: ArcaneScene, slot: number, cell: Cell | null): string {
  if (!cell) return say("arcane.slot-empty", { n: slot });
  const lies =
    cell.item === null
      ? say("arcane.hidden")
      : cell.up
        ? say("arcane.revealed", { item: nameOf(scene.rulebook, cell.item) })
        : faceDown(scene, cell.item);
  const numbers = cell.item === null ? "" : `, ${numbersOf(scene, cell.item)}`;
  return `${say("arcane.slot", { n: slot })}: ${lies}${numbers}`;
}

export function cardLabel(scene: ArcaneScene, card: Card): string {
  if (card.item === null) return say("arcane.unknown-item");
  const everyone =
    (card.known?.length ?? 0) === scene.view.players.length ? `, ${say("arcane.public")}` : "";
  return `${nameOf(scene.rulebook, card.item)}, ${numbersOf(scene, card.item)}${everyone}`;
}

type Labeller = (scene: ArcaneScene, rest: string, n: number[]) => Label;

const item = (scene: ArcaneScene, id: string | null | undefined): { item: string } => ({
  item: nameOf(scene.rulebook, id),
});
const cellAt = (
  scene: ArcaneScene,
  seat: number | null | undefined,
  slot: number | undefined,
): Cell | null => scene.view.players[seat ?? -1]?.house.cells[(slot ?? 0) - 1] ?? null;

const withItem =
  (key: "play" | "discard" | "use" | "take"): Labeller =>
  (scene, rest) => ({ text: say(`arcane.do.${key}`, item(scene, rest)), item: rest });
const withSlot =
  (key: "peek" | "own" | "remove"): Labeller =>
  (_, __, [n = 0]) => ({ text: say(`arcane.do.${key}`, { n }) });
const withPair =
  (key: "reveal" | "swap"): Labeller =>
  (_, __, [a = 0, b]) => ({
    text:
      b === undefined ? say("arcane.do.reveal-one", { n: a }) : say(`arcane.do.${key}`, { a, b }),
  });

function drawLabel(scene: ArcaneScene, rest: string, [n = 0]: number[]): Label {
  if (rest === "deck") return { text: say("arcane.do.draw-deck") };
  const what = rest === "discard" ? scene.view.discard[0] : scene.view.market?.[n - 1];
  const text = say(rest === "discard" ? "arcane.do.draw-discard" : "arcane.do.draw-market", {
    ...item(scene, what),
    n: rest === "discard" ? 0 : numberAt(scene.view, `market.prices.${n}`),
  });
  return what ? { text, item: what } : { text };
}

function slotLabel(scene: ArcaneScene, n: number): Label {
  const pending = asked(scene),
    there = cellAt(scene, pending?.item === undefined ? pending?.target : scene.seat, n);
  const what = there?.item ? nameOf(scene.rulebook, there.item) : say("arcane.hidden");
  return { text: say(there ? "arcane.do.slot-there" : "arcane.do.slot", { n, what }) };
}

/** What the Egg gives, where a Sword leaves less of it than the question says. */
function giftOf(scene: ArcaneScene, seat: number): string {
  const pending = asked(scene),
    { gold } = eggOf(scene.view),
    gift = gained(scene.view, seat, gold);
  return (pending?.cause ?? pending?.sold) === "dragons-egg" && gift !== gold
    ? `; ${say("arcane.do.target-sword", { n: gift })}`
    : "";
}

function targetLabel(scene: ArcaneScene, seat: number): Label {
  const player = scene.view.players[seat];
  const scores = say("arcane.scores", { gold: player?.gold ?? 0, infamy: player?.infamy ?? 0 });
  const who = seat === scene.seat ? say("arcane.do.target-you") : capital(scene.name(seat));
  return { text: `${who} (${scores}${giftOf(scene, seat)})` };
}

/** The gold that a set pays, with Byros and the Sword (A6.7). */
function salePays(scene: ArcaneScene, what: string, slots: number[]): number {
  const { view, rulebook, seat } = scene,
    own = view.players[seat ?? -1];
  const more = own?.wizard === "byros" ? amountOf(view, "byros", "gold", 3) : 0;
  return gained(view, seat ?? -1, (worthOf(rulebook, view, what)?.gold ?? 0) + more, slots);
}

function sellLabel(scene: ArcaneScene, slots: number[]): Label {
  const items = slots.map(n => cellAt(scene, scene.seat, n)?.item ?? "");
  const what = items.find(i => i !== "facsimilous-feline") ?? items[0] ?? "";
  const n = salePays(scene, what, slots);
  return {
    text: say("arcane.do.sell", { ...item(scene, what), n, slots: slots.join(" ") }),
    item: what,
  };
}

/** She loses no more gold than she has (A3.1). */
function ninxLabel(scene: ArcaneScene, n: number): Label {
  const { view, rulebook, seat } = scene,
    what = cellAt(scene, seat, n)?.item ?? "";
  const worth = (worthOf(rulebook, view, what)?.infamy ?? 0) * numberAt(view, "ninx.gold");
  const gold =
    worth < 0
      ? Math.min(-worth, view.players[seat ?? -1]?.gold ?? 0)
      : gained(view, seat ?? -1, worth);
  return {
    text: say(worth < 0 ? "arcane.do.ninx-lose" : "arcane.do.ninx", {
      ...item(scene, what),
      n,
      gold,
    }),
    item: what,
  };
}

function theirsLabel(scene: ArcaneScene, n: number): Label {
  const what = cellAt(scene, asked(scene)?.target, n)?.item ?? "";
  return { text: say("arcane.do.theirs", { ...item(scene, what), n }), item: what };
}

const cauldron = (scene: ArcaneScene, rest: string): Label =>
  rest === "gold"
    ? {
        text: say("arcane.do.cauldron-gold", {
          n: cauldronTakes(scene.view),
        }),
      }
    : {
        text: say("arcane.do.cauldron-infamy", {
          n: amountOf(scene.view, "bubbling-cauldron", "infamy", 1),
        }),
      };

const labellers: { [word: string]: Labeller } = {
  reveal: withPair("reveal"),
  swap: withPair("swap"),
  play: withItem("play"),
  discard: withItem("discard"),
  use: withItem("use"),
  take: withItem("take"),
  peek: withSlot("peek"),
  own: withSlot("own"),
  remove: withSlot("remove"),
  draw: drawLabel,
  cauldron,
  slot: (scene, _, [n = 0]) => slotLabel(scene, n),
  effect: (_, rest) => ({
    text: say(rest === "use" ? "arcane.do.effect-use" : "arcane.do.effect-ignore"),
  }),
  target: (scene, _, [seat = 0]) => targetLabel(scene, seat),
  sell: (scene, _, slots) => sellLabel(scene, slots),
  slide: (_, rest) => ({
    text: say(rest === "down" ? "arcane.do.slide-down" : "arcane.do.slide-across"),
  }),
  theirs: (scene, _, [n = 0]) => theirsLabel(scene, n),
  dafana: (scene, rest) => ({
    text:
      rest === "pay"
        ? say("arcane.do.dafana-pay", { n: amountOf(scene.view, "dafana", "gold", 3) })
        : say("arcane.do.dafana-pass"),
  }),
  ninx: (scene, _, [n = 0]) => ninxLabel(scene, n),
  bribe: (_, __, [n = 0]) => ({
    text: n ? say("arcane.do.bribe", { n }) : say("arcane.do.bribe-none"),
  }),
};

export function labelOf(scene: ArcaneScene, action: string): Label {
  const [word = "", ...rest] = action.split(" ");
  return (
    labellers[word]?.(scene, rest.join(" "), numbersIn(action)) ?? {
      text: actionInWords(scene.rulebook, action),
    }
  );
}
