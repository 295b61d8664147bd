// The question in one sentence, as precise as possible.
import { capital, say } from "../../words/words.svelte";
import { asked, bonusSpaces, gainWords, returnChip, tailsOf } from "./answers";
import { amount, chipOf, worthOf } from "./names";
import { bagSize, colourOf, scoringOf, turnsOf } from "./pot";
import { cardOf, type QuacksScene } from "./view";

type QuestionKind = NonNullable<ReturnType<typeof asked>>;

const row = (scene: QuacksScene, kind: string, i = 0): string =>
  scene.rulebook.questions[kind]?.[i]?.text ?? "";

export const isSecret = ({ view }: QuacksScene): boolean =>
  view.turn === turnsOf(view) || view.options.together;

function brew({ scene, p }: QuestionKind): string {
  if (!scene.ask?.actions.includes("stop")) return say("quacks.ask.first");
  if (bagSize(p) === 0) return say("quacks.ask.empty");
  return say(isSecret(scene) ? "quacks.ask.secret" : "quacks.ask.brew", {
    worth: worthOf(scene.view, scoringOf(scene.view, p)),
  });
}

function fortune({ scene }: QuestionKind): string {
  const card = cardOf(scene),
    name = card?.name ?? "";
  return card?.kind === "blue"
    ? say("quacks.ask.take2", { card: name })
    : `${name}: ${card?.brief ?? row(scene, "fortune")}`;
}

function bonus(a: QuestionKind): string {
  const spaces = amount("space", bonusSpaces(a));
  if (a.q?.stage === "b") return say("quacks.ask.spiders", { spaces });
  return say("quacks.ask.bonus", { chip: chipOf(a.scene, a.p.hand ?? "white1"), spaces });
}

function pick({ scene, q }: QuestionKind): string {
  if (q?.stage === "strong")
    return say(`quacks.ask.strong.${scene.view.options.strong_ingredient}`);
  return say(q?.stage === "b" ? "quacks.ask.spider" : "quacks.ask.skull");
}

/** The risky Second Chance also asks after an explosion (Q12). */
function restart({ scene, p }: QuestionKind): string {
  if (!p.exploded) return row(scene, "restart");
  return say("quacks.ask.exploded", { chips: amount("chip", p.pot.length) });
}

function steps({ q }: QuestionKind): string {
  const n = q?.steps ?? 1;
  return n > 1 ? say("quacks.ask.steps", { steps: amount("step", n) }) : say("quacks.ask.step");
}

/** What may be passed up (Q12): the action of a chip, or a droplet step. */
function optional(a: QuestionKind): string {
  const why = a.q?.why ?? "droplet";
  if (why === "droplet") return say("quacks.ask.droplet");
  const what = capital(a.scene.rulebook.colours[colourOf(why)]?.name ?? why);
  return say("quacks.ask.optional", { what, gain: gainWords(a) });
}

function buy({ scene, p }: QuestionKind): string {
  const any = scene.ask?.actions.some(a => a !== "buy done");
  const coins = amount("coin", p.coins);
  if (!any)
    return say(p.bought.length > 0 ? "quacks.ask.buy-last" : "quacks.ask.buy-none", { coins });
  return say(p.bought.length > 0 ? "quacks.ask.buy-more" : "quacks.ask.buy", { coins });
}

const isUpgrade = ({ scene }: QuestionKind): boolean =>
  scene.ask?.actions.some(a => a.startsWith("upgrade")) ?? false;

export function questionText(scene: QuacksScene): string {
  const a = asked(scene),
    kind = scene.ask?.kind ?? "";
  if (!a || !scene.ask) return "";
  const { p } = a;
  switch (kind) {
    case "brew":
      return brew(a);
    case "fortune":
      return fortune(a);
    case "bonus":
      return bonus(a);
    case "pick":
      return pick(a);
    case "return":
      return say(p.hand ? "quacks.ask.stirred" : "quacks.ask.mandrake", {
        chip: chipOf(scene, returnChip(p)),
      });
    case "restart":
      return restart(a);
    case "step":
      return steps(a);
    case "buy":
      return buy(a);
    case "rubies":
      return say("quacks.ask.rubies", { rubies: amount("ruby", p.rubies) });
    case "optional":
      return optional(a);
    case "rats":
      return tailsOf(a) === 1
        ? say("quacks.ask.rat")
        : say("quacks.ask.rats", { tails: amount("tail", tailsOf(a)) });
    case "purple":
      return row(scene, "purple", isUpgrade(a) ? 1 : 0);
    default:
      return row(scene, kind) || scene.ask.text;
  }
}

/** Turn, phase and start player; at the end of the game nobody starts any more. */
export function whereText(scene: QuacksScene): string {
  const { turn, phase, start } = scene.view;
  return say(phase === "over" ? "quacks.where-over" : "quacks.where", {
    turn,
    all: turnsOf(scene.view),
    phase: say(`quacks.phase.${phase}`),
    who: scene.name(start),
  });
}
