// The people at a table, as the server tells of them: who is here, since when others are away, whose
// time runs, and what they say with a reaction. Nothing of it waits in the queue of events.
import type { Message, Person } from "../net/types";
import { settings } from "../settings.svelte";
import { tell } from "../ui/notes.svelte";
import { refusal } from "../words/words.svelte";

/** In the order of server/people/reactions.def. */
export const reactions = [
  "hello",
  "good-luck",
  "well-played",
  "thanks",
  "wow",
  "oh-no",
  "one-moment",
  "good-game",
] as const;
export type Reaction = (typeof reactions)[number];

export interface Said {
  id: number;
  seat: number;
  what: Reaction;
}

const SHOWN = 5000; // ms that a reaction is shown
const MOST = 3; // reactions shown at once

const known = (name: string): Reaction | undefined => reactions.find(r => r === name);

export class People {
  /** By seat; null for bots and free seats. Empty while the server has told nothing. */
  seats: (Person | null)[] = $state.raw([]);
  said: Said[] = $state.raw([]);
  /** How far the server's clock is ahead of ours, in ms. */
  ahead = 0;
  private count = 0;

  /** Returns whether the message was about people, so that nobody else need look at it. */
  heard(message: Message): boolean {
    if ("people" in message) {
      this.ahead = message.now - Date.now();
      this.seats = message.people;
      return true;
    }
    if ("reaction" in message) {
      this.hear(message.seat, known(message.reaction));
      return true;
    }
    if ("no" in message && message.reason === "too-many-reactions") {
      tell(refusal(message));
      return true;
    }
    // A reaction is no entry of the table, so its ok has no number.
    return "ok" in message && message.n === undefined;
  }

  private hear(seat: number, what: Reaction | undefined): void {
    if (!what || settings.muted) return;
    const one = { id: ++this.count, seat, what };
    this.said = [...this.said.filter(s => s.seat !== seat), one].slice(-MOST);
    setTimeout(() => (this.said = this.said.filter(s => s !== one)), SHOWN);
  }

  /** Since when the person at this seat is away; null: here, or nobody knows. */
  awaySince(seat: number): number | null {
    const person = this.seats[seat];
    return person?.here === false ? person.since : null;
  }

  /** When the time of this seat runs out by our own clock. */
  until(seat: number): number | null {
    const until = this.seats[seat]?.until ?? null;
    return until === null ? null : until - this.ahead;
  }
}
