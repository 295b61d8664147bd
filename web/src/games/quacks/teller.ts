// Scenes of the Quacks: explosions, the evaluation step by step, rat tails before a turn, from
// events and views.
import type { Happening } from "../../net/types";
import { colourOf, limitOf, turnsOf, valueOf } from "./pot";
import type { QuacksPlayer, QuacksView } from "./view";
import type { Moment } from "../../table/scene";
import { ruleOf, type Eyes, type Teller } from "../../scenes/tableau";
import type { QuacksTableau, ExplosionTableau, Gain, Letter, Step, TurnTableau } from "./tableau";
import { SPOON } from "./spaces";

const letters: readonly Letter[] = ["before", "A", "B", "C", "D", "E", "F"];

/** The step of the evaluation in which a question is asked (docs/protocol.md, `stage`). */
const stages: { [stage: string]: Letter } = {
  strong: "before",
  reds: "before",
  seasoned: "before",
  schadenfreude: "before",
  a: "A",
  b: "B",
  d: "D",
  e: "E",
  f: "F",
};

/** What a face of the bonus die brings next, by type of event. */
const payments: { [die: string]: string[] } = {
  point1: ["points"],
  point2: ["points"],
  ruby: ["ruby"],
  droplet: ["droplet", "glass"],
  orange: ["take", "dry"],
};

const isFrom = (least: Letter, letter: Letter): boolean =>
  letters.indexOf(letter) >= letters.indexOf(least);
const later = (a: Letter, b: Letter): Letter => (isFrom(a, b) ? b : a);

/** The step of the question that is asked; undefined outside the evaluation. */
function stageOf({ pending: [asked] }: QuacksView): Letter | undefined {
  return asked?.kind === "buy" ? "E" : stages[asked?.stage ?? ""];
}

const stops = new Set(["stop", "explode", "full"]);

/**
 * The index of the first event of the evaluation: the one after the last stop of a potion. A chip
 * that explodes a pot may still be paid for (Q5.3).
 */
function evaluationFrom({ before, after, happenings }: Moment): number {
  const was = before as QuacksView,
    is = after as QuacksView;
  if (stageOf(was)) return 0;
  if (was.phase !== "potions" || (is.turn === was.turn && is.phase === "potions" && !stageOf(is)))
    return Infinity;
  const last = happenings.reduce((at, what, i) => (stops.has(what.type) ? i : at), -1);
  const stop = happenings[last],
    paid = happenings[last + 1],
    laid = happenings.slice(0, last + 1).filter(what => what.type === "place");
  const blue = stop?.type === "explode" && laid.at(-1)?.chip?.startsWith("blue");
  const isPaid = paid?.seat === stop?.seat && (paid?.type === "ruby" || paid?.type === "points");
  return last + (blue && isPaid && paid.k === 0 ? 2 : 1);
}

/** What a die or a glass pays next, to whom, and in which step. */
interface Due {
  seat: number;
  types: string[];
  letter: Letter;
}

export interface QuacksMemory {
  /** Steps of this turn's evaluation that no scene has shown yet. */
  steps: Step[];
  at: Letter;
  due: Due | null;
  exploded: number[];
}

const fresh: QuacksMemory = { steps: [], at: "before", due: null, exploded: [] };

/** What an event brings a seat; null for what scenes leave out. */
function gainOf(what: Happening): Gain | null {
  const { type, chip = "", n = 0 } = what;
  switch (type) {
    case "points":
    case "coins":
    case "droplet":
    case "glass":
      return { is: type, n };
    case "ruby":
      return { is: "rubies", n };
    case "ruby-paid":
      return { is: "paid", n };
    case "take":
      return { is: "chip", chip, n: 0 };
    case "buy":
      return { is: "bought", chip, n };
    case "give":
      return { is: "given", chip, n: 0 };
    case "place":
      return { is: "placed", chip, n: what.at ?? 0 };
    case "bag":
      return { is: "bagged", chip, n: 0 };
    case "move":
      return { is: "moved", n: what.at ?? 0 };
    case "die":
      return { is: "die", die: what.die ?? "" };
    case "refill":
      return { is: "flask" };
    default:
      return null;
  }
}

class Reading {
  readonly told: QuacksTableau[] = [];
  readonly before: QuacksView;
  readonly after: QuacksView;
  private steps: Step[];
  private at: Letter;
  private exploded: number[];
  /** The first event of the evaluation. */
  private readonly from: number;
  /** The turn whose evaluation is read. */
  private turn: number;
  private due: Due | null;
  /** The space of each seat's last chip, and the chips laid in this moment. */
  private laid: Happening[] = [];
  private unasked = false;

  constructor(
    memory: QuacksMemory,
    moment: Moment,
    private readonly eyes: Eyes,
  ) {
    this.before = moment.before as QuacksView;
    this.after = moment.after as QuacksView;
    this.steps = structuredClone(memory.steps);
    this.exploded = [...memory.exploded];
    this.turn = this.before.turn;
    this.due = memory.due;
    this.at = later(memory.at, stageOf(this.before) ?? "before");
    this.from = evaluationFrom(moment);
  }

  /** The events from `from` on belong to the evaluation. */
  read(what: Happening, i: number): void {
    if (what.type === "turn") this.endTurn();
    if (what.type === "restart") this.exploded = this.exploded.filter(s => s !== what.seat);
    if (what.type === "explode") this.explode(what);
    if (what.type === "place") this.laid.push(what);
    if (what.type === "no-choice") this.unasked = true;
    if (i >= this.from && this.turn === this.before.turn) this.evaluate(what);
  }

  private evaluate(what: Happening): void {
    const gain = gainOf(what),
      seat = what.seat;
    if (gain === null || seat === null) return;
    this.at = later(this.at, this.letterOf(what));
    let step = this.steps.find(s => s.letter === this.at);
    if (!step) this.steps.push((step = { letter: this.at, rows: [] }));
    let row = step.rows.find(r => r.seat === seat);
    if (!row) step.rows.push((row = { seat, gains: [] }));
    row.gains.push(gain);
  }

  /** The step of an event (Q6). What the die or a glass pays belongs to their step. */
  private letterOf(what: Happening): Letter {
    const { due } = this,
      isDue = due !== null && due.seat === what.seat && due.types.includes(what.type);
    const letter = isDue ? due.letter : this.plainLetterOf(what);
    this.due = null;
    if (what.type === "die")
      this.due = { seat: what.seat ?? -1, types: payments[what.die ?? ""] ?? [], letter: "A" };
    if (what.type === "glass")
      this.due = { seat: what.seat ?? -1, types: ["points", "ruby", "take", "dry"], letter };
    return letter;
  }

  private plainLetterOf(what: Happening): Letter {
    const rule = ruleOf(this.eyes.rulebook, what);
    if (what.type === "die") return "A";
    if (rule === "Q6.C") return "C";
    if (rule === "Q6.D") return "D";
    if (rule === "Q6.E" || rule === "Q9.1") return "E";
    if (isFrom("D", this.at)) return this.spending();
    if (this.at === "C" && what.type === "points") return "C"; // Lucky Devil
    return this.at === "before" && this.isEarly(what) ? "before" : "B";
  }

  /** Rubies are spent in F; in the last turn, on glasses, in E (Q9.1). */
  private spending(): Letter {
    return this.turn === turnsOf(this.after) ? "E" : "F";
  }

  /** What comes before A: late chips, and the two cards that pay there (Q6). */
  private isEarly({ type }: Happening): boolean {
    const card = this.before.fortune.card;
    if (type === "place" || type === "bag") return true;
    if (type === "droplet" || type === "glass") return card === "seasoned-perfectly";
    return type === "take" && card === "schadenfreude";
  }

  private explode(what: Happening): void {
    const seat = what.seat ?? -1,
      p = this.playerOf(seat),
      last = this.laid.filter(l => l.seat === seat).at(-1);
    this.exploded.push(seat);
    if (!p) return;
    const at = last?.at ?? p.pot.at(-1)?.at ?? 0;
    const tableau: ExplosionTableau = {
      is: "explosion",
      seat,
      whites: what.n ?? 0,
      limit: limitOf(this.before, p),
      bombs: this.bombsOf(seat, p),
      chip: last?.chip ?? p.pot.at(-1)?.chip ?? "",
      space: Math.min(at + 1, SPOON),
      covered: p.covered,
    };
    this.told.push({ ...tableau, waits: seat === this.eyes.me });
  }

  /** The seat's pot at its fullest: after the moment, unless it was cleaned up in it. */
  private playerOf(seat: number): QuacksPlayer | undefined {
    const now = this.after.players[seat];
    return now && now.pot.length > 0 ? now : this.before.players[seat];
  }

  private bombsOf(seat: number, p: QuacksPlayer): string[] {
    const late = this.after.players[seat] === p ? [] : this.laid.filter(l => l.seat === seat);
    return [...p.pot.map(l => l.chip), ...late.map(l => l.chip ?? "")].filter(
      chip => colourOf(chip) === "white" && valueOf(chip) > 0,
    );
  }

  /** Tells the steps that wait to be shown. */
  private tell(): void {
    const steps = this.steps;
    if (steps.length === 0) return;
    this.steps = [];
    const acting = new Set(["black", "green", "purple"]);
    const chips = this.before.players.map((_, seat) =>
      (this.playerOf(seat)?.pot ?? [])
        .filter(l => !l.inert && acting.has(colourOf(l.chip)))
        .map(l => l.chip),
    );
    this.told.push({
      is: "evaluation",
      turn: this.turn,
      steps,
      exploded: [...this.exploded],
      chips,
      last: this.turn === turnsOf(this.after),
      waits: true,
    });
  }

  /** I have just chosen what my exploded pot brings: that needs no scene of its own. */
  private isMyChoice({ letter, rows }: Step): boolean {
    const { me } = this.eyes;
    if (me === null || !this.exploded.includes(me)) return false;
    return letter === "D" && rows.every(row => row.seat === me);
  }

  private endTurn(): void {
    this.tell();
    this.exploded = [];
    this.due = null;
    this.at = "before";
    this.turn = this.after.turn;
  }

  /**
   * A to D are shown before anybody shops, what was bought at the end of the turn; and before I am
   * asked something in between, what has led there.
   */
  close(): void {
    const { after } = this,
      mine = after.pending.some(p => p.seat === this.eyes.me),
      shopping = isFrom("E", stageOf(after) ?? "before");
    const early = this.steps.some(s => !isFrom("E", s.letter) && !this.isMyChoice(s));
    if (after.phase === "over") this.tell();
    else if (stageOf(after) && early && (shopping || mine)) this.tell();
    this.begin();
  }

  /**
   * A card that asks something is shown before its question; rats are counted when all have
   * answered (Q3).
   */
  private begin(): void {
    const { before, after } = this,
      begins = before.turn < after.turn && after.turn > 1,
      counted = after.phase === "potions";
    const rats = after.players.some(p => p.rats > 0);
    if (begins) this.told.push({ ...this.turnOf(counted ? "all" : "card"), waits: true });
    else if (before.phase === "fortune" && counted && rats)
      this.told.push({ ...this.turnOf("rats"), waits: true });
  }

  private turnOf(part: TurnTableau["part"]): TurnTableau {
    const { turn, start, fortune, players } = this.after;
    const rows = players.map((p, seat) => ({
      seat,
      points: p.points,
      rats: p.rats,
      droplet: p.droplet,
      start: p.origin,
    }));
    rows.sort((a, b) => b.points - a.points || a.seat - b.seat);
    return { is: "turn", turn, start, card: fortune.card, unasked: this.unasked, rows, part };
  }

  get memory(): QuacksMemory {
    const { steps, at, due, exploded } = this;
    return { steps, at, due, exploded };
  }
}

/** What the evaluation changes of a player. */
function gainsOf(p: QuacksPlayer | undefined): Partial<QuacksPlayer> {
  if (!p) return {};
  const { points, rubies, droplet, tube } = p;
  return { points, rubies, droplet, tube };
}

export const quacksTeller: Teller<QuacksMemory> = {
  fresh,
  begin: () => fresh,
  follow(memory, moment, eyes) {
    const reading = new Reading(memory, moment, eyes);
    moment.happenings.forEach((what, i) => reading.read(what, i));
    reading.close();
    return { memory: reading.memory, told: reading.told };
  },
  results: ["evaluation"],
  deeds: ["draw", "place", "stop", "full", "explode"],
  partsOf: tableau => {
    const of = tableau as QuacksTableau;
    return of.is === "evaluation" ? of.steps.length : 1;
  },
  boardOf(was, is) {
    const before = was as QuacksView,
      after = is as QuacksView;
    if (after.turn !== before.turn) return before;
    // At the end of the game the pots are empty at once; here they have just stopped.
    if (after.phase === "over")
      return { ...before, players: before.players.map(p => ({ ...p, stopped: true })) };
    const players = after.players.map((p, seat) => ({ ...p, ...gainsOf(before.players[seat]) }));
    return { ...after, phase: before.phase, players };
  },
};
