// The question, and the state of the game, in one sentence each.
import { holding } from "../../table/holding.svelte";
import { capital, has, say, type Values } from "../../words/words.svelte";
import { numberAt } from "../../numbers";
import {
  amountOf,
  asked,
  cauldronOf,
  cauldronTakes,
  eggOf,
  gained,
  guardEnded,
  goalOf,
  guardOf,
  lotusOf,
  nameOf,
  optionsOf,
  type ArcanePending,
  type ArcaneScene,
  type ArcaneView,
} from "./view";

const values = (scene: ArcaneScene, pending: ArcanePending, item: string | undefined): Values => ({
  item: nameOf(scene.rulebook, item),
  who: pending.target === undefined ? "" : scene.name(pending.target),
  own: pending.own ?? "",
});

function slotQuestion(scene: ArcaneScene, pending: ArcanePending): string {
  if (pending.item === undefined)
    return say("arcane.q.slot-doll", values(scene, pending, "haunted-doll"));
  return say(
    pending.returning ? "arcane.q.slot-back" : "arcane.q.slot",
    values(scene, pending, pending.item),
  );
}

/**
 * The item that asks (Chalice, Watch, Lamp, Toad, Egg, Doll, Lockbox): the cause, or the item just
 * sold.
 */
function causeQuestion(scene: ArcaneScene, pending: ArcanePending): string {
  const cause = pending.cause ?? pending.sold,
    key = `arcane.q.${pending.kind}-${cause}`;
  return has(key)
    ? say(key, { ...values(scene, pending, cause), ...eggOf(scene.view) })
    : rowText(scene, pending.kind);
}

const rowText = (scene: ArcaneScene, kind: string): string =>
  scene.rulebook.questions[kind]?.[0]?.text ?? scene.ask?.text ?? "";

/** The lifted item asks for its place. */
function heldQuestion(scene: ArcaneScene): string | null {
  const { item } = holding,
    can = (word: string): boolean => scene.ask?.actions.includes(`${word} ${item}`) ?? false;
  if (item === null || !can("play")) return null;
  return say(can("use") ? "arcane.q.held-use" : "arcane.q.held", {
    item: nameOf(scene.rulebook, item),
  });
}

/** Special items are spoken of where there is one to use (A5.5). */
const actQuestion = (scene: ArcaneScene, { kind }: ArcanePending): string =>
  scene.ask && !scene.ask.actions.some(action => action.startsWith("use "))
    ? say("arcane.q.act")
    : rowText(scene, kind);

/** Whoever can bribe nobody is told why. */
function bribeQuestion(scene: ArcaneScene, { seat }: ArcanePending): string {
  const { gold = 0, infamy = 0 } = scene.view.players[seat] ?? {},
    price = numberAt(scene.view, "bribe.price");
  if (infamy === 0) return say("arcane.q.bribe-infamy");
  return gold < price
    ? say("arcane.q.bribe-gold", { gold, price })
    : say("arcane.q.bribe", { price });
}

/** What a card's text does not know: the Sword (A7.4), and that nobody loses more than they have (A3.1). */
function limitOf(view: ArcaneView, seat: number, id: string): string {
  const gold = view.players[seat]?.gold ?? 0,
    left = gained(view, seat, 100);
  if (id === "three-headed-coin" && left < 100)
    return say(left === 0 ? "arcane.q.coin-nothing" : "arcane.q.coin-sword", { left });
  const loses =
    (id === "dark-lotus" && lotusOf(view) > gold) ||
    (id === "bubbling-cauldron" && cauldronOf(view) > gold);
  return loses ? say("arcane.q.has", { gold }) : "";
}

/** Meeblemore reads what would happen, without the word in front that says when. */
function effectQuestion(
  { rulebook, view }: ArcaneScene,
  { seat, slot, item }: ArcanePending,
): string {
  const id = view.players[seat]?.house.cells[(slot ?? 0) - 1]?.item ?? item ?? "",
    brief = rulebook.items[id]?.brief ?? "";
  return say("arcane.q.effect", {
    item: nameOf(rulebook, id),
    effect: [brief.slice(brief.indexOf(": ") + 1).trim(), limitOf(view, seat, id)]
      .filter(Boolean)
      .join(" "),
  });
}

/** A promise of gold counts the Sword in (A11.ninx). */
function ninxQuestion(scene: ArcaneScene, { seat }: ArcanePending): string {
  const gold = numberAt(scene.view, "ninx.gold"),
    left = gained(scene.view, seat, 100);
  const each = say(gold === 1 ? "arcane.q.ninx" : "arcane.q.ninx-each", { gold });
  if (left === 100) return `${each}.`;
  return `${each}${say(left === 0 ? "arcane.q.ninx-nothing" : "arcane.q.ninx-sword", { left })}.`;
}

type Asker = (scene: ArcaneScene, pending: ArcanePending) => string;

const askers: { [kind: string]: Asker } = {
  slot: slotQuestion,
  target: causeQuestion,
  take: causeQuestion,
  effect: effectQuestion,
  cauldron: (scene, p) =>
    say("arcane.q.cauldron", {
      ...values(scene, p, "bubbling-cauldron"),
      gold: cauldronTakes(scene.view),
      infamy: amountOf(scene.view, "bubbling-cauldron", "infamy", 1),
    }),
  swap: (scene, p) =>
    say(
      p.target === scene.seat ? "arcane.q.swap-own" : "arcane.q.swap",
      values(scene, p, "hypnotic-toad"),
    ),
  slide: (scene, p) => say("arcane.q.slide", values(scene, p, p.sold)),
  theirs: (scene, p) => say("arcane.q.theirs", values(scene, p, "pandoras-lockbox")),
  dafana: scene =>
    say("arcane.q.dafana", {
      gold: amountOf(scene.view, "dafana", "gold", 3),
      infamy: amountOf(scene.view, "dafana", "infamy", 2),
    }),
  ninx: ninxQuestion,
  bribe: bribeQuestion,
  // The row speaks of two of nine; the engine's own sentence knows the numbers of this table.
  reveal: (scene, p) =>
    scene.view.options["numbers"] && scene.ask ? scene.ask.text : rowText(scene, p.kind),
  act: (scene, p) => heldQuestion(scene) ?? actQuestion(scene, p),
};

export function questionOf(scene: ArcaneScene): string {
  const pending = asked(scene);
  if (!pending) return scene.ask?.text ?? "";
  return askers[pending.kind]?.(scene, pending) ?? rowText(scene, pending.kind);
}

/** The guard may end a game before anybody has reached its goal, so its round is always shown. */
function roundOf({ view }: ArcaneScene): string {
  const { edition, rounds } = optionsOf(view),
    n = view.round,
    guard = guardOf(view);
  if (guard === null)
    return say("arcane.round-of", {
      n,
      of: edition === "three" ? numberAt(view, "end.rounds") : (rounds ?? n),
    });
  return [
    say("arcane.round-at-most", { n, of: guard }),
    ...(n === guard && view.phase !== "over" ? [say("arcane.last-round")] : []),
    say("arcane.goal", { n: goalOf(view) }),
  ].join(", ");
}

/** Why the game ended, if nobody has reached the goal. */
export const endingOf = ({ view }: ArcaneScene): string =>
  guardEnded(view) ? say("arcane.guard-ended", { n: view.round, goal: goalOf(view) }) : "";

/** Such as "Round 2 of 3 · Sell · Berta's turn · Cyril triggered the inspection". */
export function whereOf(scene: ArcaneScene): string {
  const { view } = scene,
    parts = [roundOf(scene), say(`arcane.phase.${view.phase}`)];
  const turn = view.pending[0]?.seat ?? view.turn;
  if (view.phase !== "over" && turn !== null)
    parts.push(
      turn === scene.seat
        ? say("arcane.your-turn")
        : say("arcane.turn-of", { who: capital(scene.name(turn)) }),
    );
  if (view.tracker !== null && view.phase === "sell" && view.triggered_by === null)
    parts.push(
      say(
        view.tracker < numberAt(view, "two.earliest")
          ? "arcane.tracker-early"
          : "arcane.tracker-late",
        { n: view.tracker },
      ),
    );
  if (view.triggered_by !== null && view.phase !== "over")
    parts.push(
      view.triggered_by === scene.seat
        ? say("arcane.triggered-you")
        : say("arcane.triggered-by", { who: capital(scene.name(view.triggered_by)) }),
    );
  return parts.join(" · ");
}
