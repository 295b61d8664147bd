// Requests to the server. Every failure is a Refusal with a sentence for people.
import { randomKey } from "../keep";
import { refusal, say } from "../words/words.svelte";
import type { GameRow, Json, Refused, Seated, SeatKeys, TableCard } from "./types";

export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly rule?: string,
    readonly reason?: string,
  ) {
    super(message);
  }
}

interface Problem {
  error?: Refused;
}

async function answerOf(path: string, init: RequestInit): Promise<Response> {
  try {
    return await fetch(path, init);
  } catch {
    throw new Refusal("no-answer", say("ui.no-answer"));
  }
}

function refusalOf(answer: Response, { error }: Problem): Refusal {
  if (!error) return new Refusal("unknown", say("ui.error", { status: answer.status }));
  return new Refusal(error.code, refusal(error), error.rule, error.reason);
}

/** GET, or POST if there is a body. */
export async function request<T>(
  path: string,
  body?: { [key: string]: Json },
  token?: string,
): Promise<T> {
  const headers: Record<string, string> = {};
  if (body) headers["Content-Type"] = "application/json";
  if (token) headers["Authorization"] = `Bearer ${token}`;
  const init = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const answer = await answerOf(path, init);
  const data = (await answer.json().catch(() => null)) as (T & Problem) | null;
  if (!answer.ok) throw refusalOf(answer, data ?? {});
  // The connection broke in the middle of the answer.
  if (!data) throw new Refusal("no-answer", say("ui.no-answer"));
  return data;
}

const REPEATS = 3; // times that a request for a seat is repeated

/** Nobody knows whether the server has carried it out. */
const isLost = (problem: unknown): boolean =>
  problem instanceof Refusal && (problem.code === "no-answer" || problem.reason === "maybe-stored");

/** Asks for a seat. If the answer is lost, the same request with the same key gets it again. */
async function seat(path: string, wish: Wish, token?: string): Promise<Seated> {
  const body = { ...wish, key: randomKey() };
  for (let again = 0; ; again++) {
    try {
      return await request<Seated>(path, body, token);
    } catch (problem) {
      if (!isLost(problem) || again === REPEATS) throw problem;
      await new Promise(done => setTimeout(done, 300 * 2 ** again));
    }
  }
}

const at = (id: string, what = ""): string => `/api/tables/${encodeURIComponent(id)}${what}`;

export interface Page {
  tables: TableCard[];
  next: number | null;
}

export type Wish = { [key: string]: Json };

export const api = {
  games: () => request<{ games: GameRow[] }>("/api/games"),
  found: (wish: Wish) => seat("/api/tables", wish),
  tables: (state: "waiting" | "running") => request<Page>(`/api/tables?state=${state}&limit=20`),
  history: (before?: number) =>
    request<Page>(`/api/history?limit=20${before ? `&before=${before}` : ""}`),
  table: async (id: string) => (await request<{ table: TableCard }>(at(id))).table,
  join: (id: string, wish: Wish, token?: string) =>
    token ? request<Seated>(at(id, "/join"), wish, token) : seat(at(id, "/join"), wish),
  start: (id: string, token: string, fill: string) =>
    request<{ table: TableCard }>(at(id, "/start"), { fill }, token),
  leave: (id: string, token: string) => request<{ table: TableCard }>(at(id, "/leave"), {}, token),
  takeover: (id: string, wish: Wish, token?: string) =>
    token ? request<Seated>(at(id, "/takeover"), wish, token) : seat(at(id, "/takeover"), wish),
  keys: (id: string, token: string) => request<SeatKeys>(at(id, "/keys"), undefined, token),
  link: (id: string, token: string) =>
    request<SeatKeys & { link: string }>(at(id, "/link"), {}, token),
  open: (id: string, link: string, token?: string) => seat(at(id, "/open"), { link }, token),
  revoke: (id: string, token: string, which: { id: number } | { others: true }) =>
    request<SeatKeys>(at(id, "/revoke"), which, token),
  rematch: (id: string, wish: Wish, token?: string) =>
    request<{ table: TableCard }>(at(id, "/rematch"), wish, token),
  practice: (wish: Wish) => seat("/api/practice", wish),
  recordAddress: (id: string) => at(id, "/record"),
  async record(id: string): Promise<string> {
    const answer = await answerOf(at(id, "/record"), {});
    if (answer.ok) return answer.text();
    throw refusalOf(answer, (await answer.json().catch(() => ({}))) as Problem);
  },
};
