// The state of a review on this page: as far as it is made, whether it goes on, and the mistake that
// the replay shows.
import { EngineError } from "../engine/types";
import { noteHighlights } from "../mine/games";
import type { Reel } from "../replay/reel.svelte";
import { startCrew, viewAfter, type Crew } from "./crew";
import { faultBeside, faultsOf, fortunesOf, type Fault, type Fortune } from "./faults";
import { keepReview, keptReview } from "./shelf";
import { noteOf } from "./tally";
import type { Review } from "./types";

export class Reviewing {
  /** Of the positions so far; null: nothing is known yet. */
  review: Review | null = $state.raw(null);
  /** Positions that are valued, and all of them; 0: not known yet. */
  done = $state(0);
  all = $state(0);
  is: "waiting" | "running" | "whole" | "stopped" | "broken" = $state("waiting");
  /** Whose mistakes and luck are shown; null: everybody's. */
  whose: number | null = $state(null);
  readonly faults: Fault[] = $derived(this.review ? faultsOf(this.review, this.whose) : []);
  readonly fortunes: Fortune[] = $derived(this.review ? fortunesOf(this.review, this.whose) : []);
  private crew: Crew | null = null;
  private gone = false;

  /** `mine` is my seat, null if I did not play. */
  constructor(
    readonly reel: Reel,
    private readonly id: string,
    private readonly mine: number | null,
  ) {
    // A link to another seat's mistake has to show it.
    this.whose = typeof reel.viewer === "number" && reel.viewer !== mine ? null : mine;
    void this.start();
  }

  /** The mistake that the replay shows, through the eyes of its seat. */
  get current(): Fault | undefined {
    const { n, viewer } = this.reel;
    return this.faults.find(fault => fault.n === n && fault.seat === viewer);
  }
  /** The luck that led to what the replay shows. */
  get fortune(): Fortune | undefined {
    const { n, viewer } = this.reel;
    return this.fortunes.find(fortune => fortune.n === n && fortune.seat === viewer);
  }
  get before(): Fault | undefined {
    return faultBeside(this.faults, this.reel.n, false);
  }
  get after(): Fault | undefined {
    return faultBeside(this.faults, this.reel.n, true);
  }

  pick(moment: Fault | Fortune | undefined): void {
    if (!moment) return;
    this.reel.pause();
    void this.reel.look(moment.seat, moment.n);
  }

  /** Plays the better answer on the board, as it might have gone. */
  async showBetter(): Promise<void> {
    const { current, reel } = this;
    if (!current) return;
    const { action, best } = current.step;
    const view = await viewAfter(reel.film.text, action, best);
    if (this.current === current && !this.gone) reel.imagine(view);
  }

  /** Takes the review that was kept, or makes one. */
  async start(): Promise<void> {
    const { text, header } = this.reel.film;
    this.is = "running";
    const kept = await keptReview(text);
    if (this.gone) return;
    if (kept) {
      this.finish(kept);
      return;
    }
    this.crew = startCrew(text, header.game, told => {
      this.review = told.review;
      this.done = told.done;
      this.all = told.all;
    });
    try {
      const review = await this.crew.done;
      this.finish(review);
      await keepReview(text, review);
    } catch (e) {
      this.is = e instanceof EngineError && e.code === "cancelled" ? "stopped" : "broken";
    }
  }

  /** What is known so far stays. */
  stop(): void {
    this.crew?.end();
  }

  close(): void {
    this.gone = true;
    this.stop();
  }

  private finish(review: Review): void {
    this.review = review;
    this.is = "whole";
    const note = this.mine === null ? null : noteOf(review, this.mine);
    if (note) noteHighlights(this.id, { review: note });
  }
}
