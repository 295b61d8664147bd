// The key of a request for a seat, by table. It stays the same until the seat was entered: if the
// answer is lost, the same request, also after the page was loaded again, gets the same seat.
import { own, randomKey, recall, remember } from "../keep";

/** The key, and the token that it brought. */
interface Asked {
  key: string;
  token?: string;
}

const all = (): { [id: string]: Asked } => recall("asked", {});
function last(id: string): Asked | undefined {
  const known = all();
  return Object.hasOwn(known, id) ? known[id] : undefined;
}

function keep(id: string, asked?: Asked): void {
  const { [id]: _, ...rest } = all();
  remember("asked", asked ? { ...rest, [id]: asked } : rest);
}

export const asked = {
  /** A new one if the seat of the last one is here already: several people may share this screen. */
  key(id: string): string {
    const before = last(id);
    if (before && !own.at(id)?.seats.some(seat => seat.token === before.token)) return before.key;
    const key = randomKey();
    keep(id, { key });
    return key;
  },
  brought(id: string, token: string): void {
    const before = last(id);
    if (before) keep(id, { ...before, token });
  },
  /** The request was refused: the next one is another one. */
  refused(id: string): void {
    keep(id);
  },
  entered(id: string, token: string): void {
    if (last(id)?.token === token) keep(id);
  },
};
