// Compares the record of a match with what the server showed before, and says what that proves.
import type { FilmHeader } from "../engine/types";
import type { Key } from "../words/catalogue";
import type { Kept } from "./shown";

export interface Judgement {
  /** The server has kept its word. */
  ok: boolean;
  key: Key;
  /** Seats that committed to a nonce and withheld it, and among how many lucks one could choose. */
  values: { n: number; lucks: number };
}

type Head = Pick<FilmHeader, "commitment" | "nonce_commitments" | "nonces" | "fork" | "witness">;

const same = (a: string | null | undefined, b: string | null | undefined): boolean =>
  (a ?? null) === (b ?? null);

function sameSeats(fixed: NonNullable<Kept["fixed"]>, head: Head): boolean {
  if (head.nonces.length !== fixed.commitments.length) return false;
  return head.nonces.every((nonce, seat) => {
    const commitment = head.nonce_commitments[seat] ?? null;
    if (!same(commitment, fixed.commitments[seat])) return false;
    return commitment !== null || same(nonce, fixed.nonces[seat]);
  });
}

/** A witness that appears only in the record could have been chosen for its luck. */
const sameWitness = (kept: Kept["witness"], head: Head): boolean =>
  head.witness?.key === kept?.key && head.witness?.commitment === kept?.commitment;

/** What the engine has found out about the record. */
export interface Found {
  /** There is nothing wrong in it. */
  verified: boolean;
  /** Its game is the one that was shown. */
  shown: boolean;
}

/** What is wrong with the record, or null. */
function wrongWith(kept: Kept, head: Head, found: Found): Key | null {
  if (head.commitment !== kept.commitment) return "luck.wrong.commitment";
  if (!sameWitness(kept.witness, head)) return "luck.wrong.witness";
  if ((head.fork !== null) !== kept.practice) return "luck.wrong.fork";
  if (kept.fixed && !sameSeats(kept.fixed, head)) return "luck.wrong.seats";
  const other = Object.entries(kept.mine).some(([seat, nonce]) => {
    const said = head.nonces[Number(seat)] ?? null;
    return said !== null && said !== nonce;
  });
  if (other) return "luck.wrong.mine";
  if (!found.verified) return "luck.wrong.record";
  return found.shown ? null : "luck.wrong.game";
}

/** `seats`: those that we have at this table. */
export function judge(kept: Kept, seats: readonly number[], head: Head, found: Found): Judgement {
  const n = head.nonce_commitments.filter((c, seat) => c !== null && !head.nonces[seat]).length;
  const values = { n, lucks: 2 ** n };
  const wrong = wrongWith(kept, head, found);
  if (wrong) return { ok: false, key: wrong, values };
  if (seats.length === 0) return { ok: true, key: "luck.watched", values };
  if (!seats.some(seat => kept.mine[seat])) return { ok: true, key: "luck.none", values };
  const left = seats.some(seat => kept.mine[seat] && !head.nonces[seat]);
  if (left || !kept.fixed) return { ok: true, key: "luck.left-out", values };
  return { ok: true, key: n > 0 ? "luck.withheld" : "luck.right", values };
}
