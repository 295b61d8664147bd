// Shows events as motion: chips travel between bag, pot and shop, the droplet moves, pots shake;
// what others do leaves a trace. Nothing waits for it.
import type { Happening, View } from "../../net/types";
import { moves } from "../../settings.svelte";
import { mount, unmount } from "svelte";
import { Picture } from "../../art";
import { flightTime, trace, traces } from "../../motion/trace";
import { spot, travel } from "../../motion/travel";
import type { Moment } from "../../table/scene";
import * as art from "./drawings";
import type { QuacksPlayer, QuacksView } from "./view";

const FLIGHT = 240; // ms
const BETWEEN = 90;
const LONGEST = 700;

interface Way {
  from: string;
  to: string;
}

const playerOf = (view: View | null, seat: number): QuacksPlayer | undefined =>
  (view as QuacksView | null)?.players[seat];
const lastOf = (view: View | null, seat: number): number =>
  playerOf(view, seat)?.pot.at(-1)?.at ?? 0;
const scored = (view: View, seat: number): number =>
  playerOf(view, seat)?.scoring ?? lastOf(view, seat);

/** From where to where a chip flies. */
function wayOf(what: Happening, seat: number, { before, after }: Moment): Way | null {
  const bag = `bag-${seat}`,
    inBag = `${bag}-${what.chip}`;
  switch (what.type) {
    case "place":
      return { from: bag, to: `chip-${seat}-${what.at}` };
    case "beside":
      return { from: bag, to: `pile-${seat}-${what.chip}` };
    case "flask":
      return { from: `space-${lastOf(before, seat)}-${seat}`, to: inBag };
    case "return":
      return { from: `space-${lastOf(after, seat)}-${seat}`, to: inBag };
    case "bag":
      return { from: `beside-${seat}`, to: inBag };
    case "take":
    case "buy":
      return {
        from: `shop-${what.chip}`,
        to: what.type === "buy" ? `pile-${seat}-${what.chip}` : inBag,
      };
    case "give":
    case "remove":
      return { from: bag, to: `shop-${what.chip}` };
    case "ruby":
      return { from: `space-${scored(after, seat)}-${seat}`, to: `ruby-${seat}` };
    case "points":
      return { from: `space-${scored(after, seat)}-${seat}`, to: `points-${seat}` };
    default:
      return null;
  }
}

/** A flying chip is hidden at its destination until it lands. */
function hideUntil(ms: number, name: string): void {
  spot(name)?.animate([{ opacity: 0 }, { opacity: 0 }], { duration: ms });
}

function shake(seat: number): void {
  const frames = [
    "none",
    "translateX(-6px) rotate(-1deg)",
    "translateX(6px) rotate(1deg)",
    "translateX(-4px)",
    "translateX(3px)",
    "none",
  ];
  spot(`pot-${seat}`)?.animate(
    frames.map(transform => ({ transform })),
    { duration: 420, easing: "ease-out" },
  );
}

function droplet(seat: number, before: View | null): void {
  const from = playerOf(before, seat)?.droplet;
  if (from !== undefined)
    void travel({ from: `space-${from}-${seat}`, to: `droplet-${seat}`, ms: FLIGHT });
}

function fly(what: Happening, seat: number, moment: Moment, delay: number): boolean {
  const way = wayOf(what, seat, moment);
  if (!way || !spot(way.to)) return false;
  void travel({ ...way, ms: FLIGHT, delay });
  if (what.type === "place") hideUntil(delay + FLIGHT, way.to);
  return true;
}

/** From where to where a chip of another player goes; their pots are small. */
function otherWay(what: Happening, seat: number): Way | null {
  const bag = `bag-${seat}`;
  switch (what.type) {
    case "place":
      return { from: bag, to: `dot-${seat}-${what.at}` };
    case "flask":
    case "return":
      return { from: `pot-${seat}`, to: bag };
    case "take":
    case "buy":
      return { from: `shop-${what.chip}`, to: bag };
    default:
      return null;
  }
}

/** A chip is large enough to be seen on its way, whatever the size of the places. */
const SEEN = 30;

function seen(r: DOMRect): DOMRect {
  return new DOMRect(r.x + (r.width - SEEN) / 2, r.y + (r.height - SEEN) / 2, SEEN, SEEN);
}

function chipPicture(chip: string): HTMLElement {
  const box = document.createElement("div");
  const picture = mount(Picture, { target: box, props: { of: art.chip(chip) } });
  box.style.cssText = "width:100%;height:100%";
  setTimeout(() => void unmount(picture), 3000);
  return box;
}

function flyOther(what: Happening, seat: number, delay: number): boolean {
  const way = otherWay(what, seat),
    from = way && spot(way.from)?.getBoundingClientRect(),
    to = way && spot(way.to)?.getBoundingClientRect();
  if (!from || !to || !what.chip) return false;
  trace({ from: seen(from), to: seen(to), seat, delay });
  const picture = chipPicture(what.chip);
  void travel({ from: seen(from), to: seen(to), picture, ms: flightTime(), delay });
  return true;
}

/** What the others do flies to their small pots and leaves a trace. */
function playOthers(moment: Moment, seat: number): void {
  let delay = 0;
  for (const what of moment.happenings) {
    if (what.seat === null || what.seat === seat || delay > LONGEST) continue;
    if (what.type === "explode" && moves()) shake(what.seat);
    if (flyOther(what, what.seat, delay)) delay += BETWEEN;
  }
}

/** `seat` is the one whose large pot is on the screen. */
export function playMoment(moment: Moment, seat: number): void {
  if (traces()) playOthers(moment, seat);
  if (!moves()) return;
  let delay = 0;
  for (const what of moment.happenings) {
    if (what.seat !== seat) continue;
    if (what.type === "explode") shake(seat);
    if (what.type === "droplet") droplet(seat, moment.before);
    if (fly(what, seat, moment, delay)) delay = Math.min(delay + BETWEEN, LONGEST);
  }
}
