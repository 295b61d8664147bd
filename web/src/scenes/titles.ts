// Titles of scenes about a seat.
import type { Scene } from "../table/scene";
import { capital, say } from "../words/words.svelte";

/** A sentence about a seat, which is "you" for its own player. */
type Twofold = "trigger" | "explosion" | "penalty" | "no-penalty" | "first" | "starts";

export function ofSeat(
  scene: Scene,
  seat: number,
  key: Twofold,
  values: { [name: string]: string | number } = {},
): string {
  return seat === scene.seat
    ? say(`scenes.${key}-you`, values)
    : capital(say(`scenes.${key}`, { ...values, who: scene.name(seat) }));
}
