// Shows the motions of moments.ts: flights, turns, sales, rising numbers, one shortly after the
// other. Input never waits for them, and any action ends them. With reduced motion, changes fade in
// and nothing flies.
import { flightTime, trace, traces } from "../../motion/trace";
import { travel } from "../../motion/travel";
import { moves } from "../../settings.svelte";
import type { Show } from "./moments";
import { flyingCard } from "./flying";
import type { ArcaneScene } from "./view";

const FLIGHT = 240,
  NEXT = 130,
  DEALT = 45, // ms: a flight, until the next begins, between cards dealt
  TRACED = 3; // more flights at once than this would be a tangle of arrows

export type Rects = Map<string, DOMRect>;

/** Notes where everything lies now. Must be called before the screen changes. */
export function rectsNow(root: ParentNode): Rects {
  const rects: Rects = new Map();
  root.querySelectorAll<HTMLElement>("[data-spot]").forEach(e => {
    const spot = e.dataset["spot"] ?? "";
    rects.set(spot, inSight(spot, e.getBoundingClientRect()));
  });
  return rects;
}

/** The edges between which the table is in sight: on a phone the question and the stash lie over it. */
function sight(): [top: number, bottom: number] {
  const edge = (of: string): DOMRect | undefined =>
    document.querySelector(of)?.getBoundingClientRect();
  return [edge(".ask-place")?.bottom ?? 0, edge(".stash-place")?.top ?? innerHeight];
}

/** On a phone, what happens at a storehouse that is out of sight happens at its player's place in the strip. */
function inSight(spot: string, rect: DOMRect): DOMRect {
  const seat = /^(?:house|stash|gold|infamy|player)\.(\d+)/.exec(spot)?.[1];
  const strip = seat && document.querySelector(`[data-strip="${seat}"]`)?.getBoundingClientRect();
  if (!strip || strip.width === 0) return rect;
  const [top, bottom] = sight();
  const seen =
    rect.top >= top - 4 && rect.bottom <= bottom + 4 && rect.left >= 0 && rect.right <= innerWidth;
  return seen ? rect : new DOMRect(strip.left + 6, strip.top + 4, 27, 36);
}

const element = (spot: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-spot="${CSS.escape(spot)}"]`);

function rectOf(spot: string): DOMRect | undefined {
  const rect = element(spot)?.getBoundingClientRect();
  return rect && inSight(spot, rect);
}

const easing = "cubic-bezier(0.2,0.7,0.2,1)";

export class Stage {
  private readonly running = new Set<Animation>();
  private readonly ends = new Set<() => void>();
  private flight = FLIGHT;

  constructor(private readonly scene: () => ArcaneScene) {}

  /** Ends everything at once. */
  end(): void {
    for (const animation of this.running) animation.cancel();
    for (const end of [...this.ends]) end();
    this.running.clear();
  }

  /** `mover` is the player whose action it is, if it is another one: then it leaves traces. */
  show(shows: Show[], old: Rects, mover: number | null): void {
    if (document.hidden) return;
    this.flight = mover !== null && traces() ? flightTime() : FLIGHT;
    if (mover !== null && traces()) this.trace(shows, old, mover);
    if (!moves()) {
      this.fade(shows);
      return;
    }
    let at = 0,
      last: Show | null = null;
    for (const show of shows) {
      if (last)
        at +=
          last.is === "count"
            ? 0
            : last.is === "fly" && show.is === "fly" && last.from === "deck" && show.from === "deck"
              ? DEALT
              : NEXT;
      this.one(show, old, at);
      last = show;
    }
  }

  private one(show: Show, old: Rects, delay: number): void {
    if (show.is === "fly") this.fly(show, old.get(show.from) ?? null, delay);
    else if (show.is === "turn") this.turn(show.spot, delay);
    else if (show.is === "sale") this.sale(show, old, delay);
    else if (show.is === "count") this.rise(show, delay);
    else for (const { from, to } of show.moves) this.slide(old.get(from), to, delay);
  }

  private trace(shows: Show[], old: Rects, seat: number): void {
    const ways = shows.filter(show => show.is === "fly");
    if (ways.length > TRACED) return;
    for (const way of ways) {
      const from = old.get(way.from),
        to = rectOf(way.to);
      if (from && to) trace({ from: place(way.from, from), to: place(way.to, to), seat });
    }
  }

  private animate(e: Element, frames: Keyframe[], duration: number, delay: number): Animation {
    const animation = e.animate(frames, { duration, delay, easing, fill: "backwards" });
    this.running.add(animation);
    animation.onfinish = animation.oncancel = () => this.running.delete(animation);
    return animation;
  }

  private fade(shows: Show[]): void {
    const spots = shows.flatMap(s =>
      s.is === "fly"
        ? [s.to]
        : s.is === "turn"
          ? [s.spot]
          : s.is === "close"
            ? s.moves.map(m => m.to)
            : [],
    );
    for (const e of new Set(spots.map(element)))
      if (e) this.animate(e, [{ opacity: 0.2 }, { opacity: 1 }], 250, 0);
  }

  private fly(
    { item, from, to }: Extract<Show, { is: "fly" }>,
    start: DOMRect | null,
    delay: number,
  ): void {
    const there = element(to),
      end = rectOf(to);
    if (!start || !there || !end || start.width === 0) return;
    const ms = this.flight;
    if (isCard(to)) this.animate(there, [{ opacity: 0 }, { opacity: 0 }], ms, delay);
    const content = flyingCard(this.scene(), item);
    content.style.cssText = "width:100%;height:100%";
    this.keep(() => content.remove(), delay + ms + 200);
    void travel({ from: place(from, start), to: place(to, end), picture: content, ms, delay });
  }

  /** Cleans up at the end of the time, or at once when everything is ended. */
  private keep(clean: () => void, ms: number): void {
    const end = (): void => {
      clearTimeout(timer);
      this.ends.delete(end);
      clean();
    };
    const timer = setTimeout(end, ms);
    this.ends.add(end);
  }

  private turn(spot: string, delay: number): void {
    const e = element(spot);
    if (e)
      this.animate(
        e,
        [{ transform: "perspective(30rem) rotateY(90deg)" }, { transform: "none" }],
        FLIGHT,
        delay,
      );
  }

  private slide(from: DOMRect | undefined, to: string, delay: number): void {
    const e = element(to),
      now = e?.getBoundingClientRect();
    if (!e || !from || !now) return;
    this.animate(
      e,
      [
        { transform: `translate(${from.left - now.left}px, ${from.top - now.top}px)` },
        { transform: "none" },
      ],
      280,
      delay,
    );
  }

  /** Three cards rise and fly to the gold. */
  private sale(show: Extract<Show, { is: "sale" }>, old: Rects, delay: number): void {
    const purse = rectOf(`gold.${show.seat}`);
    for (const spot of show.spots) {
      const at = old.get(spot);
      if (!at || !purse) continue;
      const box = flyingCard(this.scene(), show.item);
      box.className = "flight";
      box.style.cssText = `position:fixed;left:${at.left}px;top:${at.top}px;width:${at.width}px;height:${at.height}px;z-index:15;pointer-events:none`;
      document.body.append(box);
      const away = `translate(${purse.left - at.left}px, ${purse.top - at.top}px) scale(0.2)`;
      this.animate(
        box,
        [
          { transform: "none", filter: "none" },
          {
            transform: "translateY(-16px) scale(1.08)",
            filter: "drop-shadow(0 0 10px gold)",
            offset: 0.35,
          },
          {
            transform: "translateY(-16px) scale(1.08)",
            filter: "drop-shadow(0 0 10px gold)",
            offset: 0.55,
          },
          { transform: away, opacity: 0.4 },
        ],
        620,
        delay,
      );
      this.keep(() => box.remove(), delay + 600);
    }
  }

  /** "+20" rises from the score. */
  private rise({ seat, what, n }: Extract<Show, { is: "count" }>, delay: number): void {
    const at = rectOf(`${what}.${seat}`);
    if (!at) return;
    const box = document.createElement("b");
    box.className = "flight";
    box.inert = true;
    box.setAttribute("aria-hidden", "true");
    box.textContent = n > 0 ? `+${n}` : `−${-n}`;
    const colour = (what === "gold") === n > 0 ? "var(--good)" : "var(--bad)";
    box.style.cssText = `position:fixed;left:${at.left + 20}px;top:${at.top}px;z-index:16;pointer-events:none;font:700 1.25rem/1 var(--font-plain);color:${colour};text-shadow:0 0 6px var(--paper),0 0 3px var(--paper)`;
    document.body.append(box);
    this.animate(
      box,
      [
        { opacity: 0, transform: "translateY(6px)" },
        { opacity: 1, transform: "translateY(-14px)", offset: 0.3 },
        { opacity: 0, transform: "translateY(-34px)" },
      ],
      1100,
      delay,
    );
    this.keep(() => box.remove(), delay + 1090);
  }
}

/** Whether a single card lies there. Other places hold many things: a stash, a purse. */
const isCard = (spot: string): boolean => !/^(stash|gold)\.\d+$/.test(spot);

/** A card that flies to a place of many becomes as small as the cards there. */
const place = (spot: string, rect: DOMRect): DOMRect =>
  isCard(spot) ? rect : new DOMRect(rect.left, rect.top, 30, 41);
