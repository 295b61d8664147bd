// A guide at a table: what it has seen and what it says now. An answer to a question counts as
// having read the text about it.
import type { Scene } from "../table/scene";
import { happeningKeys, nextStep, type Step, type Watch } from "./steps";

export class GuideRun {
  now: Step | null = $state.raw(null);
  seen: ReadonlySet<string> = $state.raw(new Set<string>());
  /** What the guide points at now. */
  at: string[] = $state.raw([]);
  private readonly happened = new Set<string>();
  private turn = 0;
  private asked: number | null = null;
  private last: Watch | null = null;

  constructor(
    private readonly steps: readonly Step[],
    seen: string[],
    private readonly keep: (seen: string[]) => void,
  ) {
    this.seen = new Set(seen);
  }

  get over(): boolean {
    return this.steps.some(step => step.last && this.seen.has(step.id));
  }
  get count(): number {
    return this.steps.length;
  }

  /** Looks at the table again. */
  look(scene: Scene): void {
    if (scene.seat === null) return;
    const { moment, ask, view, seat } = scene;
    if (moment && moment.turn !== this.turn)
      for (const key of happeningKeys(moment.happenings, seat)) this.happened.add(key);
    this.turn = moment?.turn ?? 0;
    this.last = { view, seat, ask: ask?.kind ?? null, happened: this.happened };
    const answered = this.asked !== null && ask?.n !== this.asked;
    this.asked = ask?.n ?? null;
    if (answered && this.now) this.read();
    else this.point();
  }

  /** The present text has been read. */
  read(): void {
    if (this.now) {
      this.seen = new Set([...this.seen, this.now.id]);
      this.keep([...this.seen]);
    }
    this.now = null;
    this.point();
  }

  private point(): void {
    if (!this.last || this.over) return;
    this.now ??= nextStep(this.steps, this.last, this.seen);
    this.at = this.now?.at?.(this.last) ?? [];
  }
}
