// A replayed table in the form that faces use: views from a record, and nothing to answer.
import type { Rulebook } from "../rulebook.svelte";
import type { FilmPlayer } from "../engine/types";
import type { Happening, Seat, View } from "../net/types";
import type { Moment, Scene } from "../table/scene";
import { seatName } from "../table/who";
import { differences } from "./difference";

/** A bot's `name` in a record is how it was specified. */
export const seatsOf = (players: readonly FilmPlayer[]): Seat[] =>
  players.map(({ name, kind, called }) => ({
    kind,
    name: called,
    bot: kind === "bot" ? name : null,
    away: null,
  }));

export class ReplayScene implements Scene {
  seat: number | null = $state(null);
  changed: ReadonlySet<string> = $state.raw(new Set<string>());
  moment: Moment | null = $state.raw(null);
  /** Scenes tell what this step has brought. */
  telling = $state(false);
  readonly seats: Seat[];
  readonly ask = null;
  readonly free = false;
  readonly sent = null;
  readonly help = false;
  private viewNow: View = $state.raw() as View;
  private board: View | null = $state.raw(null);

  constructor(
    players: readonly FilmPlayer[],
    private readonly rulebookOf: () => Rulebook,
    first: View,
  ) {
    this.seats = seatsOf(players);
    this.viewNow = first;
  }

  get rulebook(): Rulebook {
    return this.rulebookOf();
  }
  get view(): View {
    return this.board ?? this.viewNow;
  }

  name(seat: number): string {
    return seatName(this.rulebook, this.seats, seat);
  }
  answer(): void {
    /* nobody is asked */
  }
  explain(): void {
    /* nothing can be touched */
  }

  /** Until `told`, scenes tell what this step has brought; the board shows results only then. */
  tell(board: View | undefined): void {
    this.telling = true;
    this.board = board ?? null;
  }
  told(): void {
    this.telling = false;
    this.board = null;
  }

  /** A jump to another move: nothing is animated. */
  jump(view: View, seat: number | null): void {
    this.told();
    this.seat = seat;
    this.changed = new Set();
    this.moment = null;
    this.viewNow = view;
  }

  /** One move forward: events are shown and heard. */
  step(view: View, happenings: Happening[], mover: number | null): void {
    this.told();
    const before = this.viewNow;
    this.changed = new Set(differences(before, view));
    this.viewNow = view;
    this.moment = { turn: (this.moment?.turn ?? 0) + 1, happenings, before, after: view, mover };
  }
}
