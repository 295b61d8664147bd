// The servers that a page from a host of files knows: the one it uses for friends and open tables, and those whose tables
// it may open. None is asked before the person has named it or agreed.
import { recall, remember } from "../keep";
import { addressOf, isElsewhere, nameOf } from "./house";

interface Known {
  /** Names as in ids of tables, the one in use first. */
  list: string[];
}

const KEY = "servers";
const MOST = 20;

const read = (): string[] => {
  const list = recall<Partial<Known> | null>(KEY, null)?.list;
  const isServer = (name: unknown): boolean => typeof name === "string" && addressOf(name) !== null;
  return Array.isArray(list) ? list.filter(isServer) : [];
};

export const servers = {
  all: read,
  /** The server for friends and open tables; null: none was named. */
  now: (): string | null => read()[0] ?? null,
  knows: (house: string): boolean => !isElsewhere(house) || read().includes(house),
  use(house: string): void {
    remember(KEY, { list: [house, ...read().filter(name => name !== house)].slice(0, MOST) });
  },
  /** The person agrees to tables at this server; the one in use stays. */
  allow(house: string): void {
    const list = read();
    if (list.includes(house)) return;
    const allowed = [...list.slice(1), house].slice(1 - MOST);
    remember(KEY, { list: [...list.slice(0, 1), ...allowed] });
  },
  forget(house: string): void {
    remember(KEY, { list: read().filter(name => name !== house) });
  },
};

/** What may be at an address that somebody has typed, the most likely first. */
export function addressesIn(typed: string): string[] {
  const text = typed.trim().replace(/[#?].*$/, "");
  if (text === "") return [];
  const tried = /^https?:\/\//i.test(text) ? [text] : [`https://${text}`, `http://${text}`];
  return tried.filter(one => nameOf(one) !== null);
}

/** Why a server cannot be used: nothing answers there, it does not let this page in, or it is something else. */
export type Trouble = "no-address" | "no-answer" | "not-allowed" | "not-charlatan" | "insecure";
export type Found = { house: string } | { trouble: Trouble };

/** Whether anything answers there: a page may know that of every address. */
async function isThere(address: string): Promise<boolean> {
  try {
    await fetch(address, { mode: "no-cors" });
    return true;
  } catch {
    return false;
  }
}

/** Pages that came by https may not ask servers without it, but for this computer's own. */
const isBlocked = (address: string): boolean =>
  location.protocol === "https:" &&
  address.startsWith("http:") &&
  !/^http:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/i.test(`${address}/`);

async function healthAt(address: string): Promise<Found> {
  const house = nameOf(address) ?? "",
    base = addressOf(house);
  if (base === null) return { trouble: "no-address" };
  if (isBlocked(base)) return { trouble: "insecure" };
  try {
    const answer = await fetch(`${base}health`);
    const health = (await answer.json().catch(() => null)) as { ok?: unknown } | null;
    return typeof health?.ok === "boolean" ? { house } : { trouble: "not-charlatan" };
  } catch {
    return { trouble: (await isThere(`${base}health`)) ? "not-allowed" : "no-answer" };
  }
}

const rank: Trouble[] = ["no-address", "no-answer", "insecure", "not-charlatan", "not-allowed"];

/** Looks for a server at what somebody has typed. */
export async function findServer(typed: string): Promise<Found> {
  let trouble: Trouble = "no-address";
  for (const address of addressesIn(typed)) {
    const found = await healthAt(address);
    if ("house" in found) return found;
    if (rank.indexOf(found.trouble) > rank.indexOf(trouble)) trouble = found.trouble;
  }
  return { trouble };
}
