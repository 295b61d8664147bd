// The stage of a table: which scene is shown, how much of it, and when it goes on.
import { settings, type SceneManner } from "../settings.svelte";
import type { Pace } from "../table/pace";
import type { Moment } from "../table/scene";
import type { View } from "../net/types";
import { scenesOf } from "./loaded";
import { isEnd, type Eyes, type Tableau, type Teller } from "./tableau";

const PART = 750; // ms until the next part of a scene appears
const LOOK = 2200; // ms that a scene is looked at that does not wait
const factors: { [pace in Pace]: number } = { slow: 1.6, normal: 1, quick: 0.6, once: 0 };

/** The factor for times at the pace the person has chosen. */
export const paceFactor = (): number => factors[settings.pace];

/**
 * How scenes go on at a running table. At the pace "at once" those are left out that would go on by
 * themselves; the others still wait.
 */
export function mannerNow(hurried = false): SceneManner {
  const manner = settings.scenes === "wait" && hurried ? "short" : settings.scenes;
  return manner === "short" && settings.pace === "once" ? "off" : manner;
}

/** Follows the moments of one table and remembers what the next scenes need. */
export class Narrator {
  private memory: unknown = null;
  private last: Moment | null = null;
  private told: Tableau[] = [];

  constructor(private readonly eyes: () => Eyes) {}

  /** null: what happened was taken back, or something was missed. */
  follow(moment: Moment | null): void {
    this.last = moment;
    this.told = [];
    const { teller } = this;
    if (!teller) return;
    if (!moment?.before) {
      this.memory = moment ? teller.begin(moment.after) : teller.fresh;
      return;
    }
    const { memory, told } = this.read(teller, moment, moment.before);
    this.memory = memory;
    this.told = told;
  }

  /** The scenes of a moment that has not been shown yet. */
  scenesAhead(moment: Moment): Tableau[] {
    const { teller } = this;
    return teller && moment.before ? this.read(teller, moment, moment.before).told : [];
  }

  /** Whether one of these scenes tells results. */
  tellsResults(told: readonly Tableau[]): boolean {
    return told.some(({ is }) => this.teller?.results.includes(is));
  }

  /** The board while scenes tell what this moment has brought. */
  boardOf(moment: Moment): View | undefined {
    return moment.before ? this.teller?.boardOf(moment.before, moment.after) : undefined;
  }

  /** The scenes of this moment, if it was the last one. */
  scenesOf(moment: Moment): Tableau[] {
    return moment === this.last ? this.told : [];
  }

  get teller(): Teller<unknown> | undefined {
    return scenesOf(this.eyes().rulebook.game)?.teller;
  }

  private read(
    teller: Teller<unknown>,
    moment: Moment,
    before: View,
  ): { memory: unknown; told: Tableau[] } {
    return teller.follow(this.memory ?? teller.fresh, { ...moment, before }, this.eyes());
  }
}

export class Stage {
  now: Tableau | null = $state.raw(null);
  /** How many parts of it have appeared. */
  parts = $state(0);
  /** Whether it stays until OK. */
  waits = $state(false);
  /** How many scenes follow. */
  more = $state(0);
  private list: Tableau[] = [];
  private timer = 0;
  private manner: SceneManner = "wait";
  private factor = 1;
  private done: () => void = () => undefined;

  constructor(private readonly teller: () => Pick<Teller<unknown>, "partsOf"> | undefined) {}

  /**
   * Shows scenes one after another, then calls `done`. Whether there are any to show. With the
   * factor 0 only those that wait, whole at once.
   */
  show(told: Tableau[], manner: SceneManner, factor: number, done: () => void): boolean {
    const list = factor > 0 ? told : told.filter(({ waits }) => waits);
    if (manner === "off" || list.length === 0) return false;
    this.clear();
    this.list = list;
    this.manner = manner;
    this.factor = factor;
    this.done = done;
    this.next();
    return true;
  }

  /** Whether all of the scene has appeared. */
  get whole(): boolean {
    return !this.now || this.parts >= this.partsOf(this.now);
  }

  /** OK: the next part of this scene, or the next one. */
  ok(): void {
    if (!this.now) return;
    if (this.whole) this.next();
    else {
      this.parts++;
      this.wait();
    }
  }

  /** Somebody reads it: what has been waited until now does not count. */
  read(): void {
    if (this.whole) this.wait();
  }

  /** Skips everything that would be shown now. */
  skip(): void {
    if (!this.now) return;
    this.list = [];
    this.next();
  }

  /** Ends without a word: the table has gone on already. */
  clear(): void {
    clearTimeout(this.timer);
    this.now = null;
    this.list = [];
    this.more = 0;
    this.done = () => undefined;
  }

  private next(): void {
    clearTimeout(this.timer);
    const [now, ...rest] = this.list;
    if (!now) {
      const { done } = this;
      this.clear();
      done();
      return;
    }
    this.list = rest;
    this.more = rest.length;
    this.now = now;
    this.parts = this.factor > 0 ? 1 : this.partsOf(now);
    this.waits = this.manner === "wait" && now.waits;
    this.wait();
  }

  /** Waits for the next part, or until the scene has been looked at. */
  private wait(): void {
    clearTimeout(this.timer);
    if (!this.now || (this.whole && this.waits)) return;
    this.timer = window.setTimeout(() => this.pass(), this.factor * (this.whole ? LOOK : PART));
  }

  private partsOf(of: Tableau): number {
    return isEnd(of) ? of.rows.length + 1 : (this.teller()?.partsOf(of) ?? 1);
  }

  private pass(): void {
    if (!this.whole) {
      this.parts++;
      this.wait();
    } else this.next();
  }
}
