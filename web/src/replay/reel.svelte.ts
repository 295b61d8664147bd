// The state of a replay: the present move, the viewer, and whether it plays automatically.
import type { Rulebook } from "../rulebook.svelte";
import type { Film, FilmEvent, Viewer } from "../engine/types";
import type { View } from "../net/types";
import { linesOf } from "../table/sentence";
import type { LogLine, Moment } from "../table/scene";
import { ReplayScene } from "./scene.svelte";
import { marksOf, storyOf, type TimelineMark, type Row } from "./story";

export const speeds = [0.5, 1, 2, 4] as const;

const BATCH = 64; // moves whose events are asked for at once
const LONGEST = 1600,
  SHORTEST = 150; // ms that a move is shown at speed 1

/** Is told of every step; null: of a jump. The replay plays on when its promise is kept. */
export type Watcher = (moment: Moment | null) => Promise<void>;

export class Reel {
  n = $state(0);
  viewer: Viewer = $state.raw(null);
  playing = $state(false);
  /** The board shows what might have been, until the replay goes on. */
  imagined = $state(false);
  speed: number = $state(1);
  /** What each move did, as the viewer may know it; incomplete while it is being read. */
  private events: FilmEvent[][] = $state.raw([]);
  private asked = 0;
  private watcher: Watcher = () => Promise.resolve();
  private read = 0;
  private timer = 0;

  private constructor(
    readonly film: Film,
    readonly scene: ReplayScene,
  ) {}

  static async open(
    film: Film,
    rulebookOf: () => Rulebook,
    n: number,
    viewer: Viewer,
  ): Promise<Reel> {
    const reel = new Reel(
      film,
      new ReplayScene(film.header.players, rulebookOf, await film.view(0, null)),
    );
    await reel.look(viewer, Math.min(Math.max(n, 0), film.length));
    return reel;
  }

  readonly lines: LogLine[][] = $derived.by(() =>
    this.events.map(events => linesOf(this.scene.rulebook, events, seat => this.scene.name(seat))),
  );
  readonly story: Row[] = $derived(storyOf(this.lines));
  readonly marks: TimelineMark[] = $derived(marksOf(this.story));

  get length(): number {
    return this.film.length;
  }
  get atEnd(): boolean {
    return this.n >= this.length;
  }

  /** Sets the watcher; the result removes it. */
  watch(watcher: Watcher): () => void {
    this.watcher = watcher;
    return () => {
      this.watcher = () => Promise.resolve();
    };
  }

  /** Changes the viewer. */
  async look(viewer: Viewer, n = this.n): Promise<void> {
    this.viewer = viewer;
    void this.readAll(viewer);
    await this.show(n);
  }

  async go(n: number): Promise<void> {
    const to = Math.min(Math.max(Math.round(n), 0), this.length);
    if (to === this.n + 1) await this.step();
    else if (to !== this.n) await this.show(to);
  }

  /** Shows a view that might have followed here. */
  imagine(view: View): void {
    this.asked++;
    this.imagined = true;
    this.scene.step(view, [], null);
  }

  toggle(): void {
    if (this.playing) this.pause();
    else void this.play();
  }

  pause(): void {
    this.playing = false;
    clearTimeout(this.timer);
  }

  close(): void {
    this.pause();
    this.read++;
    this.asked++;
  }

  private async play(): Promise<void> {
    this.playing = true;
    if (this.atEnd) await this.show(0);
    this.wait();
  }

  private wait(): void {
    if (!this.playing) return;
    if (this.atEnd) return this.pause();
    const told = this.events[this.n]?.length ?? 1;
    const ms = told === 0 ? SHORTEST : Math.min(450 + 250 * told, LONGEST);
    this.timer = window.setTimeout(() => void this.step().then(() => this.wait()), ms / this.speed);
  }

  private async show(n: number): Promise<void> {
    const ticket = ++this.asked,
      { viewer } = this;
    const view = await this.film.view(n, viewer);
    if (ticket !== this.asked) return;
    this.n = n;
    this.imagined = false;
    this.scene.jump(view, typeof viewer === "number" ? viewer : null);
    void this.watcher(null);
  }

  private async step(): Promise<void> {
    const ticket = ++this.asked,
      { viewer } = this,
      n = this.n + 1;
    if (n > this.length) return;
    const [view, events] = await Promise.all([
      this.film.view(n, viewer),
      this.film.events(n, viewer),
    ]);
    if (ticket !== this.asked) return;
    this.n = n;
    this.imagined = false;
    this.scene.step(view, events, this.film.moves[n - 1]?.seat ?? null);
    await this.watcher(this.scene.moment);
  }

  /** Reads all events for the story in batches; starts again when the viewer changes. */
  private async readAll(viewer: Viewer): Promise<void> {
    const ticket = ++this.read;
    let all: FilmEvent[][] = [];
    for (let from = 0; from <= this.length; from += BATCH) {
      const some = Array.from({ length: Math.min(BATCH, this.length + 1 - from) }, (_, i) =>
        this.film.events(from + i, viewer),
      );
      all = [...all, ...(await Promise.all(some))];
      if (ticket !== this.read) return;
      this.events = all;
    }
  }
}
