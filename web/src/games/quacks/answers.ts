// Every answer to every question, in words and with a picture: what it is and what it leads to.
import { LAST, SPOON } from "engine:rows";
import { numberAt } from "../../numbers";
import { actionInWords } from "../../table/sentence";
import { capital, listing, say } from "../../words/words.svelte";
import { amount, chipOf, worthOf } from "./names";
import {
  bonusOf,
  coinsAt,
  colourOf,
  explodes,
  gainOf,
  landing,
  pointsAt,
  positionOf,
  priceOf,
  scoringOf,
  spiderSpaces,
  stepsFor,
  tierChips,
  tierGain,
  turnsOf,
  upgraded,
  valueOf,
  type Gain,
} from "./pot";
import {
  questionOf,
  type QuacksPlayer,
  type QuacksScene,
  type QuacksView,
  type Question,
} from "./view";

export type AnswerPicture =
  | "droplet"
  | "flask"
  | "ruby"
  | "point"
  | "coin"
  | "rat"
  | "tail"
  | "bag"
  | "pot"
  | "tube"
  | "none";

export interface Choice {
  text: string;
  /** The result of the answer. */
  so?: string;
  chip?: string;
  /** A second chip: what the first one becomes. */
  into?: string;
  picture?: AnswerPicture;
  /** Whether it explodes the pot. */
  bad?: boolean;
}

interface AnswerContext {
  scene: QuacksScene;
  p: QuacksPlayer;
  q: Question | undefined;
}

const into = (view: QuacksView, space: number): string =>
  say("quacks.so.space", { worth: worthOf(view, Math.min(space + 1, SPOON)) });
const none = (text: string, so?: string): Choice => ({
  text,
  picture: "none",
  ...(so ? { so } : {}),
});

// ---- fortune cards ----

function chooseChip({ scene }: AnswerContext, chip: string): Choice {
  const paid = scene.view.fortune.card === "wheel-and-deal";
  return {
    text: say(paid ? "quacks.do.take-paid" : "quacks.do.take", { chip: chipOf(scene, chip) }),
    chip,
    so: say("quacks.so.into-bag"),
  };
}

const scoreText = (n: number): string =>
  n === 0 ? say("quacks.do.score-none") : say("quacks.do.score", { points: amount("point", n) });

function choosePoints({ scene, q }: AnswerContext): Choice {
  const tails = q?.tails?.[q.seat] ?? 0,
    n =
      scene.view.fortune.card === "just-in-time"
        ? numberAt(scene.view, "cards.just-in-time.points")
        : tails * numberAt(scene.view, "cards.rats-are-friends.points");
  return {
    text: scoreText(n),
    picture: "point",
    ...(n === 0 ? { so: say("quacks.so.no-tails") } : {}),
  };
}

function chooseTails({ scene }: AnswerContext, n: number): Choice {
  const rubies = n * numberAt(scene.view, "cards.good-start.rubies");
  return {
    text: say("quacks.do.tails", { rubies: amount("ruby", rubies), tails: amount("tail", n) }),
    picture: "ruby",
  };
}

/** With test tubes, or where each step is asked, the droplet need not move. */
function chooseSteps({ scene: { view }, p }: AnswerContext): Choice {
  const steps = stepsFor(view, p, numberAt(view, "cards.choose-wisely.droplet")),
    { pot, optional } = view.options;
  if (steps === 0) return none(say("quacks.do.nothing"), say("quacks.so.no-further"));
  return {
    text: capital(amount("step", steps)),
    picture: "droplet",
    ...(pot === "front" && optional !== "asked" ? { so: say("quacks.so.from-next") } : {}),
  };
}

function choose(a: AnswerContext, what: string, n: number): Choice {
  switch (what) {
    case "droplet":
      return chooseSteps(a);
    case "rubies":
      return { text: say("quacks.do.rubies"), picture: "ruby" };
    case "none":
      return none(say("quacks.do.decline"));
    case "rats":
      return {
        text: say("quacks.do.rats"),
        picture: "rat",
        so: say("quacks.so.tails", { tails: amount("tail", a.q?.tails?.[a.q.seat] ?? 0) }),
      };
    case "tails":
      return chooseTails(a, n);
    case "points":
      return choosePoints(a);
    case "remove":
      return { text: say("quacks.do.remove"), chip: "white1" };
    default:
      return chooseChip(a, what);
  }
}

// ---- potions ----

/** The chip that the flask or Mandrake would put back. */
const lastWhite = (p: QuacksPlayer, back: number): string => p.pot.at(-back)?.chip ?? "white1";

export const flaskChip = (p: QuacksPlayer): string => lastWhite(p, 1);

/** Book yellow 1 is about the white before the yellow, Well Stirred about the white in the hand. */
export const returnChip = (p: QuacksPlayer): string => p.hand ?? lastWhite(p, 2);

export const bonusSpaces = ({ scene, p, q }: AnswerContext): number =>
  q?.stage === "b" ? spiderSpaces(scene.view, p) : bonusOf(scene.view, p, p.hand ?? "white1");

function bonus(a: AnswerContext, take: boolean): Choice {
  const {
      scene: { view },
      p,
      q,
    } = a,
    more = take ? bonusSpaces(a) : 0;
  const space =
    q?.stage === "b"
      ? Math.min(positionOf(view, p) + more, LAST)
      : landing(view, p, p.hand ?? "white1", more);
  const text = say(take ? "quacks.do.bonus-take" : "quacks.do.bonus-leave");
  return {
    text,
    so: worthOf(view, Math.min(space + 1, SPOON)),
    picture: "pot",
    ...(p.hand ? { chip: p.hand } : {}),
  };
}

/** Strong Ingredient moves a chip by its value only, and nothing explodes. */
function pickInto(
  { scene: { view }, p, q }: AnswerContext,
  chip: string,
): { space: number; boom: boolean } {
  if (q?.stage === "strong")
    return { space: Math.min(positionOf(view, p) + valueOf(chip), LAST), boom: false };
  return { space: landing(view, p, chip, bonusOf(view, p, chip)), boom: explodes(view, p, chip) };
}

function pick(a: AnswerContext, chip: string): Choice {
  const { scene, q } = a,
    { view } = scene;
  if (chip === "none")
    return none(
      say(q?.stage === "b" ? "quacks.do.nothing" : "quacks.do.none"),
      q?.stage === "b" ? undefined : say("quacks.so.all-back"),
    );
  if (q?.stage === "b")
    return {
      text: say("quacks.do.take", { chip: chipOf(scene, chip) }),
      chip,
      so: say("quacks.so.into-bag"),
    };
  const text = say("quacks.do.place", { chip: chipOf(scene, chip) });
  if (q?.stage !== "strong" && colourOf(chip) === "red" && view.options.books["red"] === 2)
    return { text, chip, so: say("quacks.so.beside") };
  const { space, boom } = pickInto(a, chip);
  return { text, chip, so: boom ? say("quacks.so.explodes") : into(scene.view, space), bad: boom };
}

function giveBack(a: AnswerContext, yes: boolean): Choice {
  const { p, scene } = a;
  if (yes) return { text: say("quacks.do.back"), picture: "bag", chip: returnChip(p) };
  if (!p.hand) return { text: say("quacks.do.stays"), picture: "pot" };
  return {
    text: say("quacks.do.into-pot"),
    picture: "pot",
    so: into(scene.view, landing(scene.view, p, p.hand)),
  };
}

function red(a: AnswerContext, verb: string, chip: string): Choice {
  const { scene, p } = a,
    name = chipOf(scene, chip);
  if (verb === "bag")
    return {
      text: say("quacks.do.bag", { chip: name }),
      chip,
      picture: "bag",
      so: say("quacks.so.from-beside"),
    };
  const space = Math.min(positionOf(scene.view, p) + valueOf(chip), LAST);
  return { text: say("quacks.do.place", { chip: name }), chip, so: into(scene.view, space) };
}

// ---- evaluation ----

function step({ scene, p }: AnswerContext, where: string): Choice {
  if (where === "pot") return { text: say("quacks.do.step-pot"), picture: "droplet" };
  return {
    text: say("quacks.do.step-tube", { n: p.tube + 1 }),
    picture: "tube",
    so: scene.rulebook.glasses[p.tube]?.brief ?? "",
  };
}

/** Only chips and steps that can be taken are promised. */
function tierWords({ scene, p }: AnswerContext, tier: number): string {
  const { view } = scene,
    pays = gainParts(tierGain(view, p, tier));
  if (view.options.books["purple"] !== 2)
    return pays.length > 0 ? capital(listing(pays)) : say("quacks.do.nothing");
  const gain = [...tierChips(view, tier).map(chip => chipOf(scene, chip)), ...pays];
  return gain.length > 0
    ? say("quacks.tier.give", { n: tier, gain: listing(gain) })
    : say("quacks.tier.lose", { n: tier });
}

function purple(a: AnswerContext, tier: number): Choice {
  if (tier === 0) return none(say("quacks.do.purple-0"));
  const swaps = a.scene.view.options.books["purple"] === 4,
    t = tier === 1 ? 1 : tier === 2 ? 2 : 3;
  return {
    text: swaps ? say(`quacks.tier.swap.${t}`) : tierWords(a, tier),
    so: say("quacks.tier.chips", { n: tier }),
    chip: "purple1",
  };
}

function becomes(scene: QuacksScene, chip: string, twice: boolean): Choice {
  const other = upgraded(chip, twice);
  return {
    text: say("quacks.do.swap", { chip: chipOf(scene, chip), other: chipOf(scene, other) }),
    chip,
    into: other,
  };
}

function score({ scene, p }: AnswerContext, what: string): Choice {
  const space = scoringOf(scene.view, p),
    coins = coinsAt(scene.view, space);
  if (what === "points") {
    const so = scene.view.turn === turnsOf(scene.view) ? "" : say("quacks.so.no-shopping");
    return {
      text: scoreText(pointsAt(scene.view, space)),
      picture: "point",
      so,
    };
  }
  const become = Math.floor(coins / numberAt(scene.view, "end.coins")),
    last = say("quacks.so.coins-last", { points: amount("point", become) });
  return {
    text: say("quacks.do.coins", { coins: amount("coin", coins) }),
    picture: "coin",
    so: scene.view.turn === turnsOf(scene.view) ? last : say("quacks.so.no-points"),
  };
}

function buy({ scene, p }: AnswerContext, chip: string): Choice {
  if (chip === "done") {
    return none(
      say("quacks.do.buy-done"),
      p.coins > 0 ? say("quacks.so.rest-lost", { coins: amount("coin", p.coins) }) : undefined,
    );
  }
  const coins = priceOf(scene.view, chip);
  return {
    text: say("quacks.do.buy", { chip: chipOf(scene, chip) }),
    chip,
    so: amount("coin", coins),
  };
}

function spend({ scene, p }: AnswerContext, what: string): Choice {
  const { view } = scene,
    last = view.turn === turnsOf(view);
  if (what === "flask")
    return { text: say("quacks.do.rubies-flask"), picture: "flask", so: say("quacks.so.no-flask") };
  if (what === "droplet") {
    const tubes = view.options.pot === "tubes";
    return {
      text: tubes ? say("quacks.do.rubies-step") : say("quacks.do.rubies-droplet"),
      picture: "droplet",
    };
  }
  const rubies = amount("ruby", p.rubies),
    become = Math.floor(p.rubies / numberAt(view, "end.rubies"));
  const so = last
    ? say("quacks.so.rubies-last", { rubies, points: amount("point", become) })
    : say("quacks.so.keep", { rubies });
  return none(say("quacks.do.rubies-done"), so);
}

// ---- what may be passed up (Q12) ----

const gainParts = ({ points, steps, rubies }: Gain): string[] => [
  ...(points > 0 ? [amount("point", points)] : []),
  ...(steps > 0 ? [amount("step", steps)] : []),
  ...(rubies > 0 ? [amount("ruby", rubies)] : []),
];

/** Such as "1 droplet step and 1 ruby". */
export const gainWords = ({ scene, q }: AnswerContext): string =>
  listing(gainParts(gainOf(scene.view, q?.seat ?? 0, q?.why ?? "")));

function optionalStep({ scene, p }: AnswerContext, take: boolean): Choice {
  if (!take) return none(say("quacks.do.droplet-leave"));
  const { droplet } = p,
    front = scene.view.options.pot === "front" && droplet < numberAt(scene.view, "droplet.last");
  return {
    text: say(front ? "quacks.do.step-pot" : "quacks.do.droplet-take"),
    picture: "droplet",
    ...(front ? { so: say("quacks.so.from-next") } : {}),
  };
}

function optional(a: AnswerContext, take: boolean): Choice {
  const why = a.q?.why ?? "droplet";
  if (why === "droplet") return optionalStep(a, take);
  if (!take) return none(say("quacks.do.optional-leave"));
  return { text: say("quacks.do.optional-take", { gain: gainWords(a) }), chip: why };
}

export const tailsOf = ({ q }: AnswerContext): number => q?.tails?.[q.seat] ?? 0;

/** Droplet and rats stop on the last space for a droplet (Q1.3). */
function rats(a: AnswerContext, n: number): Choice {
  const { view } = a.scene;
  if (n === 0) return none(say("quacks.do.rats-none"), say("quacks.so.rats-none"));
  const tails = amount("tail", n),
    room = numberAt(view, "droplet.last") - a.p.droplet,
    spaces = Math.min(n * numberAt(view, "rats.spaces"), room);
  return {
    text: n > 1 && n === tailsOf(a) ? say("quacks.do.rats-all", { tails }) : tails,
    picture: "tail",
    so: say("quacks.so.rats", { spaces: amount("space", spaces) }),
  };
}

// ---- all of them ----

function brew({ scene, p }: AnswerContext, what: string): Choice {
  if (what === "draw") return { text: say("quacks.do.draw"), picture: "bag" };
  if (what === "flask")
    return {
      text: say("quacks.do.flask", { chip: chipOf(scene, flaskChip(p)) }),
      picture: "flask",
    };
  return {
    text: say("quacks.do.stop"),
    picture: "pot",
    so: worthOf(scene.view, scoringOf(scene.view, p)),
  };
}

const yes = (what: string): boolean => what === "yes" || what === "take";

/** What an exploded pot still gives (Q6.D). */
const explodedWords = (p: QuacksPlayer): string =>
  say(p.covered ? "quacks.so.exploded-covered" : "quacks.so.exploded");

/** Only steps that can be taken are promised. */
function pay({ scene, p }: AnswerContext, what: string): Choice {
  if (!yes(what)) return { text: say("quacks.do.keep-ruby"), picture: "ruby" };
  const steps = stepsFor(scene.view, p, numberAt(scene.view, "books.green4.droplet"));
  return { text: say("quacks.do.pay", { spaces: amount("space", steps) }), picture: "droplet" };
}

function restart({ p }: AnswerContext, what: string): Choice {
  if (!yes(what) && p.exploded)
    return { text: say("quacks.do.stay-exploded"), picture: "pot", so: explodedWords(p) };
  if (!yes(what)) return { text: say("quacks.do.go-on"), picture: "pot" };
  return { text: say("quacks.do.anew"), picture: "bag", so: say("quacks.so.anew") };
}

export function asked(scene: QuacksScene, seat: number | null = scene.seat): AnswerContext | null {
  const p = seat === null ? undefined : scene.view.players[seat];
  return p ? { scene, p, q: questionOf(scene.view, seat) } : null;
}

export function choiceOf(scene: QuacksScene, action: string): Choice {
  const a = asked(scene),
    [verb = "", what = "", n = ""] = action.split(" ");
  if (!a) return { text: actionInWords(scene.rulebook, action) };
  switch (verb) {
    case "draw":
    case "stop":
    case "flask":
      return brew(a, verb);
    case "choose":
      return choose(a, what, Number(n));
    case "bonus":
      return bonus(a, yes(what));
    case "pick":
      return pick(a, what);
    case "swap":
      return what === "none" ? none(say("quacks.do.swap-none")) : becomes(scene, what, false);
    case "return":
      return giveBack(a, yes(what));
    case "restart":
      return restart(a, what);
    case "place":
    case "bag":
      return red(a, verb, what);
    case "red":
      return none(say("quacks.do.red-done"));
    case "step":
      return step(a, what);
    case "purple":
      return purple(a, Number(what));
    case "upgrade":
      return becomes(scene, what, a.q?.tier === 3);
    case "pay":
      return pay(a, what);
    case "score":
      return score(a, what);
    case "buy":
      return buy(a, what);
    case "rubies":
      return spend(a, what);
    case "optional":
      return optional(a, yes(what));
    case "rats":
      return rats(a, Number(what));
    default:
      return { text: actionInWords(scene.rulebook, action) };
  }
}

const lastOf = ["none", "done", "no", "leave"];

/** Draw and stop first, chips in the order of the shop, all rats before fewer, declining last. */
export function orderOf(scene: QuacksScene, action: string): number {
  const [verb = "", what = ""] = action.split(" ");
  if (verb === "draw" || verb === "stop" || verb === "flask")
    return ["draw", "stop", "flask"].indexOf(verb) - 9;
  if (lastOf.includes(what) || action === "purple 0") return 999;
  if (verb === "rats") return 100 - Number(what);
  const chip = Object.keys(scene.rulebook.chips).indexOf(what);
  return chip < 0 ? 100 : (verb === "bag" ? 50 : 0) + chip;
}
