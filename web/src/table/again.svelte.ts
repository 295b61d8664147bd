// What the others have done since my last move, shown once more on the board: the past views one
// after another, at the same pace. The table goes on meanwhile; what happens there is shown at the
// end.
import type { Rulebook } from "../rulebook.svelte";
import { differences } from "../replay/difference";
import type { Seat, View } from "../net/types";
import { lookOf, type Pace } from "./pace";
import type { Moment, Scene } from "./scene";

/** The view before everything is looked at for this time, in ms. */
const FIRST = 600;

/** What is shown again, and where. */
export interface Told {
  readonly scene: Scene;
  /** Grows while the others go on. */
  readonly since: readonly Moment[];
  readonly pace: Pace;
  answer(action: string, ...then: string[]): void;
  /** All of it has been shown. */
  done(): void;
}

export class Again implements Scene {
  /** How many moments have been shown. */
  n = $state(0);
  view: View = $state.raw() as View;
  moment: Moment | null = $state.raw(null);
  changed: ReadonlySet<string> = $state.raw(new Set<string>());
  readonly past = true;
  readonly ask = null;
  readonly free = false;
  readonly sent = null;
  private timer = 0;

  constructor(private readonly told: Told) {
    const first = told.since[0];
    this.view = first?.before ?? told.scene.view;
    this.wait(FIRST);
  }

  get rulebook(): Rulebook {
    return this.told.scene.rulebook;
  }
  get seats(): Seat[] {
    return this.told.scene.seats;
  }
  get seat(): number | null {
    return this.told.scene.seat;
  }
  get help(): boolean {
    return false;
  }
  get of(): number {
    return this.told.since.length;
  }
  name(seat: number): string {
    return this.told.scene.name(seat);
  }
  answer(action: string, ...then: string[]): void {
    this.told.answer(action, ...then);
  }
  explain(): void {
    /* nothing can be touched in the past */
  }

  stop(): void {
    clearTimeout(this.timer);
  }

  private wait(ms: number): void {
    this.timer = window.setTimeout(() => this.step(), ms);
  }

  private step(): void {
    const moment = this.told.since[this.n];
    if (!moment) {
      this.told.done();
      return;
    }
    this.n++;
    this.changed = new Set(moment.before ? differences(moment.before, moment.after) : []);
    this.view = moment.after;
    this.moment = moment;
    // Who asks for it wants to see it.
    const pace = this.told.pace === "once" ? "normal" : this.told.pace;
    const types = moment.happenings.map(h => h.type);
    this.wait(Math.max(lookOf(types, pace, moment.before), FIRST / 2));
  }
}
