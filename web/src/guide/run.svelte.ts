// A guide at a table: what it has seen and what it says now. Doing what a step asks for counts as
// having read it, and so does any answer to a question.
import type { Scene } from "../table/scene";
import { happeningKeys, isNumbered, nextStep, type Step, type Watch } from "./steps";

/** A text that is gone sooner was hardly read: it comes once more. In milliseconds. */
const READING = 1000;

export class GuideRun {
  now: Step | null = $state.raw(null);
  seen: ReadonlySet<string> = $state.raw(new Set<string>());
  /** What the guide points at now. */
  at: string[] = $state.raw([]);
  /** The id of the text. */
  text = $state("");
  /** Whether the present step asks for an action. */
  asks = $state(false);
  private readonly counts = new Map<string, number>();
  private readonly missed = new Set<string>();
  /** The numbered steps that were shown, in the order in which they came. */
  private shown: string[] = $state.raw([]);
  /** The steps that answers have ended, with the number of the table's log. */
  private ended: { id: string; n: number }[] = [];
  private undone: number | null = null;
  private since = 0;
  private turn = 0;
  private asked: number | null = null;
  private last: Watch | null = null;

  constructor(
    private readonly steps: readonly Step[],
    seen: string[],
    private readonly keep: (seen: string[]) => void,
  ) {
    this.seen = new Set(seen);
    this.shown = seen.filter(id => steps.some(s => s.id === id && isNumbered(s)));
  }

  get over(): boolean {
    return this.steps.some(step => step.last && this.seen.has(step.id));
  }
  get count(): number {
    return this.steps.filter(isNumbered).length;
  }
  /**
   * How many different steps have been shown, the present one included. It never goes back: one that
   * comes again, because nobody had time to read it or an answer was taken back, is not counted again.
   */
  get number(): number {
    return this.now?.last ? this.count : this.shown.length;
  }

  /** Looks at the table again. */
  look(scene: Scene, holding: boolean): void {
    if (scene.seat === null) return;
    const { moment, ask, view, seat } = scene;
    this.takeBack(scene.undone ?? null);
    if (moment && moment.turn !== this.turn)
      for (const key of happeningKeys(moment.happenings, seat))
        this.counts.set(key, this.times(key) + 1);
    this.turn = moment?.turn ?? 0;
    this.last = { view, seat, ask: ask?.kind ?? null, holding, times: key => this.times(key) };
    const answered = this.asked !== null && ask?.n !== this.asked;
    const n = this.asked ?? 0;
    this.asked = ask?.n ?? null;
    if (this.now && (answered || this.isDone(this.now, this.last)))
      this.leave(this.now, Math.max(n, moment?.n ?? 0));
    if (this.now?.past?.(this.last)) this.tick(this.now);
    this.point();
  }

  /** The person says that the present text has been read. */
  read(): void {
    if (this.now) this.tick(this.now);
    this.point();
  }

  private times(key: string): number {
    return this.counts.get(key) ?? 0;
  }

  /** An action is done when it is no longer asked for. */
  private isDone(step: Step, watch: Watch): boolean {
    return step.action === true && !step.when(watch);
  }

  /** What an answer has ended comes once more when that answer is taken back. */
  private takeBack(to: number | null): void {
    if (to === null || to === this.undone) return;
    this.undone = to;
    const again = this.ended.filter(({ n }) => n + 1 >= to).map(({ id }) => id);
    if (again.length === 0) return;
    this.ended = this.ended.filter(({ id }) => !again.includes(id));
    this.seen = new Set([...this.seen].filter(id => !again.includes(id)));
    this.keep([...this.seen]);
    this.now = null;
  }

  private leave(step: Step, n: number): void {
    const hardlyRead = performance.now() - this.since < READING && !this.missed.has(step.id);
    this.missed.add(step.id);
    if (hardlyRead) this.now = null;
    else {
      this.tick(step);
      this.ended.push({ id: step.id, n });
    }
  }

  private tick(step: Step): void {
    this.seen = new Set([...this.seen, step.id]);
    this.keep([...this.seen]);
    this.now = null;
  }

  private begin(watch: Watch): void {
    for (const step of this.steps)
      if (!this.seen.has(step.id) && step.past?.(watch)) this.tick(step);
    this.now = nextStep(this.steps, watch, this.seen);
    this.since = performance.now();
    if (this.now && isNumbered(this.now) && !this.shown.includes(this.now.id))
      this.shown = [...this.shown, this.now.id];
  }

  private point(): void {
    if (!this.last || this.over) return;
    if (!this.now) this.begin(this.last);
    this.text = this.now?.text?.(this.last) ?? this.now?.id ?? "";
    this.at = this.now?.at?.(this.last) ?? [];
    const action = this.now?.action ?? false;
    this.asks = typeof action === "function" ? action(this.last) : action;
  }
}
