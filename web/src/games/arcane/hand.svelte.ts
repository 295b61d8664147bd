// What a person holds and looks at: a lifted stash item, the first of two slots, the card in focus.
// Nothing is sent before the last click, so all of it can be undone.
import { hinted, holding } from "../../table/holding.svelte";
import { tell } from "../../ui/notes.svelte";
import { say } from "../../words/words.svelte";
import {
  houseAsked,
  housesNamed,
  placesOf,
  whyNot,
  type Placed,
  type Places,
  type Situation,
  type Touch,
} from "./places";
import { asked, type ArcaneScene, type ArcaneView } from "./view";

/** The card in focus: an item (null: one face down that nobody knows), or a wizard. */
export type Look = { item: string | null } | { wizard: string };

export class Hand {
  held: number | null = $state(null);
  picked: number | null = $state(null);
  /** The place under the pointer while an item is dragged. */
  over: string | null = $state(null);
  /** While an item is dragged, it stays the card in focus. */
  dragging = false;
  /** The slots of the set under the pointer. */
  line: number[] = $state.raw([]);
  private lookedAt: Look | null = $state.raw(null);
  private placedAt: Placed | null = $state.raw(null);

  constructor(private readonly sceneNow: () => ArcaneScene) {}

  get scene(): ArcaneScene {
    return this.sceneNow();
  }

  readonly situation: Situation | null = $derived.by(() => {
    const { ask, seat, view, free } = this.scene,
      pending = asked(this.scene);
    return ask && pending && seat !== null && free
      ? { view, me: seat, pending, actions: ask.actions }
      : null;
  });

  readonly places: Places = $derived.by(() =>
    this.situation
      ? placesOf(this.situation, { held: this.held, picked: this.picked })
      : new Map<string, Touch>(),
  );

  /**
   * The storehouse whose slots the digit keys choose now. If there are several sets, digits choose
   * a set.
   */
  readonly digits: number | null = $derived.by(() => {
    const slots = [...this.places.keys()].some(s => s.startsWith("house."));
    return this.situation && slots && this.situation.pending.kind !== "sell"
      ? houseAsked(this.situation)
      : null;
  });

  /** The seats whose slots a text on the screen names by number. */
  readonly named: number[] = $derived.by(() =>
    this.situation ? housesNamed(this.situation, hinted.actions) : [],
  );

  /** The item that is lifted, being played, or asking. */
  readonly item: string | null = $derived.by(() => {
    const { view, seat } = this.scene,
      pending = asked(this.scene);
    if (this.held !== null && seat !== null)
      return view.players[seat]?.stash[this.held]?.item ?? null;
    return pending?.item ?? pending?.cause ?? null;
  });

  /** The item that has just come into the own stash, until the next move. */
  private readonly drawn: string | null = $derived.by(() => {
    const { moment, seat, view } = this.scene;
    if (!moment || seat === null || moment.mover !== seat) return null;
    const before = (moment.before as ArcaneView).players[seat]?.stash.length ?? 0,
      stash = view.players[seat]?.stash ?? [];
    return stash.length > before ? (stash.at(-1)?.item ?? null) : null;
  });

  /** An item shown at its new place until the server confirms the move. */
  get placed(): Placed | null {
    const { free, sent, view, seat } = this.scene,
      at = this.placedAt;
    const mine = view.pending.find(p => p.seat === seat);
    const coming =
      mine !== undefined && (sent !== null || (mine.kind === "slot" && mine.item === at?.item));
    return free || !coming ? null : at;
  }

  get look(): Look | null {
    const item = this.item ?? this.drawn;
    return this.lookedAt ?? (item ? { item } : null);
  }
  set look(look: Look | null) {
    if (!this.dragging) this.lookedAt = look;
  }

  /**
   * After a new question nothing is held, and what was pointed at for the last one is forgotten. A
   * finger does not rest on a card: what it touched is read until the answer is given.
   */
  reset(): void {
    const left = this.scene.ask === null && matchMedia("(hover: none)").matches;
    if (left || (this.lookedAt && "item" in this.lookedAt && this.lookedAt.item === null))
      this.lookedAt = null;
    this.held = this.picked = this.over = null;
    this.line = [];
    holding.item = null;
  }

  putBack(): void {
    this.held = this.picked = null;
    holding.item = null;
  }

  touch(spot: string): void {
    const touch = this.places.get(spot);
    if (!touch) return this.refuse(spot);
    if (touch.is === "lift") this.lift(touch.index);
    else if (touch.is === "back") this.putBack();
    else if (touch.is === "pick") this.picked = touch.slot;
    else {
      this.placedAt = touch.place ?? null;
      this.scene.answer(touch.action, ...(touch.then ? [touch.then] : []));
    }
  }

  lift(index: number): void {
    this.held = index;
    this.lookedAt = null;
    holding.item = this.item;
  }

  private refuse(spot: string): void {
    const why = this.situation && whyNot(this.situation, spot, this.held !== null);
    if (why) tell(say(`arcane.why.${why.key}`), why.rule);
  }

  /** The answer that a click on this place would give. */
  doing(spot: string): string | undefined {
    const touch = this.places.get(spot);
    return touch?.is === "do" ? touch.action : undefined;
  }
}
