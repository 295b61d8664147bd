// Requests to the server, or to the house on this device. Every failure is a Refusal with a sentence for people.
import { randomKey } from "../keep";
import { refusal, say } from "../words/words.svelte";
import { asked } from "./asked";
import {
  addressOf,
  atHouse,
  HERE,
  home,
  houseOf,
  onSite,
  OWN,
  placeOf,
  type Answered,
} from "./house";
import { servers } from "./servers";
import type { GameRow, Json, MyGame, Refused, Seated, SeatKeys, TableSummary } from "./types";

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

async function answerOf(
  house: string,
  path: string,
  body?: { [key: string]: Json },
  token?: string,
): Promise<Answered> {
  // A link or a file may name any server.
  if (addressOf(house) !== null && !servers.knows(house))
    throw new Refusal("stranger", say("site.stranger-why", { server: house }));
  try {
    return await houseOf(house).ask(path, body, token);
  } catch {
    throw new Refusal("no-answer", noAnswer(house));
  }
}

function noAnswer(house: string): string {
  if (house === HERE) return say("site.no-engine");
  return house === OWN && onSite ? say("site.needs-server") : say("ui.no-answer");
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

const isFine = ({ status }: Answered): boolean => status >= 200 && status < 300;

function refusalOf(answer: Answered): Refusal {
  const { error } = (parsed(answer.text) ?? {}) as Problem;
  if (!error) return new Refusal("unknown", say("ui.error", { status: answer.status }));
  return new Refusal(error.code, refusal(error), error.rule, error.reason);
}

/** GET, or POST if there is a body. */
export async function request<T>(
  path: string,
  body?: { [key: string]: Json },
  token?: string,
  house = home,
): Promise<T> {
  const answer = await answerOf(house, path, body, token);
  if (!isFine(answer)) throw refusalOf(answer);
  const data = parsed(answer.text) as T | null;
  // The connection broke in the middle of the answer.
  if (!data) throw new Refusal("no-answer", noAnswer(house));
  return data;
}

const REPEATS = 3; // times that a request for a seat is repeated

/** Nobody knows whether the server has carried it out, or it has not because others were faster. */
const isLost = (problem: unknown): boolean =>
  problem instanceof Refusal &&
  (problem.code === "no-answer" ||
    problem.reason === "maybe-stored" ||
    problem.reason === "somebody-faster");

/** A request about a table, or to a house; summaries in its answer have ids that name the house. */
async function about<T extends { table?: TableSummary; tables?: TableSummary[] }>(
  house: string,
  path: string,
  body?: Wish,
  token?: string,
): Promise<T> {
  const answer = await request<T>(path, body, token, house);
  if (answer.table) answer.table = atHouse(house, answer.table);
  if (answer.tables) answer.tables = answer.tables.map(summary => atHouse(house, summary));
  return answer;
}

/** Asks for a seat. If the answer is lost, the same request with the same key gets it again. */
async function seat(
  house: string,
  path: string,
  wish: Wish,
  token?: string,
  key = randomKey(),
): Promise<Seated> {
  const body = { ...wish, key };
  for (let again = 0; ; again++) {
    try {
      return await about<Seated>(house, path, body, token);
    } catch (problem) {
      if (!isLost(problem) || again === REPEATS) throw problem;
      await new Promise(done => setTimeout(done, 300 * 2 ** again));
    }
  }
}

const pathOf = (table: string, what = ""): string =>
  `/api/tables/${encodeURIComponent(table)}${what}`;

/** A request about one table, at its house. */
function at<T extends object>(id: string, what = "", body?: Wish, token?: string): Promise<T> {
  const { house, table } = placeOf(id);
  return about(house, pathOf(table, what), body, token);
}

async function seatAt(id: string, what: string, wish: Wish, token?: string): Promise<Seated> {
  const { house, table } = placeOf(id);
  try {
    const seated = await seat(house, pathOf(table, what), wish, token, asked.key(id));
    asked.brought(id, seated.token);
    return seated;
  } catch (problem) {
    if (!isLost(problem)) asked.refused(id);
    throw problem;
  }
}

export interface Page {
  tables: TableSummary[];
  next: number | null;
}

export type Wish = { [key: string]: Json };
type Summarised = { table: TableSummary };

/** Where practice from a record happens: at the house of its table, which has the record. */
const practiceAt = ({ table }: Wish): { house: string; source: Wish } => {
  if (typeof table !== "string") return { house: home, source: {} };
  const { house, table: bare } = placeOf(table);
  return { house, source: { table: bare } };
};

export const api = {
  games: () => request<{ games: GameRow[] }>("/api/games"),
  found: (wish: Wish, house = home) => seat(house, "/api/tables", wish),
  tables: (state: "waiting" | "running", house = home) =>
    about<Page>(house, `/api/tables?state=${state}&limit=20`),
  history: (before?: number, house = home) =>
    about<Page>(house, `/api/history?limit=20${before ? `&before=${before}` : ""}`),
  /** Many tables of a house at once, by the tokens of my seats; in the same order. */
  async mine(house: string, seats: { table: string; token: string }[]): Promise<MyGame[]> {
    const { games } = await request<{ games: MyGame[] }>("/api/mine", { seats }, undefined, house);
    return games.map(game => ({
      ...game,
      table: game.table && { ...atHouse(house, game.table), until: game.until ?? null },
    }));
  },
  table: async (id: string) => (await at<Summarised>(id)).table,
  join: (id: string, wish: Wish, token?: string) =>
    token ? at<Seated>(id, "/join", wish, token) : seatAt(id, "/join", wish),
  start: (id: string, token: string, fill: string) => at<Summarised>(id, "/start", { fill }, token),
  push: (id: string, token: string, wish: Wish) => at<Summarised>(id, "/push", wish, token),
  quiet: (id: string, token: string, endpoint?: string) =>
    at<Summarised>(id, "/quiet", endpoint ? { endpoint } : {}, token),
  hook: (id: string, token: string, wish: Wish) => at<Summarised>(id, "/hook", wish, token),
  leave: (id: string, token: string) => at<Summarised>(id, "/leave", {}, token),
  takeover: (id: string, wish: Wish, token?: string) =>
    token ? at<Seated>(id, "/takeover", wish, token) : seatAt(id, "/takeover", wish),
  keys: (id: string, token: string) => at<SeatKeys>(id, "/keys", undefined, token),
  link: (id: string, token: string) => at<SeatKeys & { link: string }>(id, "/link", {}, token),
  open: (id: string, link: string, token?: string) => seatAt(id, "/open", { link }, token),
  revoke: (id: string, token: string, which: { id: number } | { others: true }) =>
    at<SeatKeys>(id, "/revoke", which, token),
  rematch: (id: string, wish: Wish, token?: string) => at<Summarised>(id, "/rematch", wish, token),
  practice: (wish: Wish) => {
    const { house, source } = practiceAt(wish);
    return seat(house, "/api/practice", { ...wish, ...source });
  },
  /** The address of the record, if a link can fetch it. */
  recordAddress: (id: string) =>
    placeOf(id).house === OWN ? pathOf(id, "/record").slice(1) : null,
  /** `running`: also of a game that runs, to play it on elsewhere. Only tables of this device have that. */
  async record(id: string, running = false): Promise<string> {
    const { house, table } = placeOf(id);
    const answer = await answerOf(house, pathOf(table, `/record${running ? "?running=1" : ""}`));
    if (!isFine(answer)) throw refusalOf(answer);
    return answer.text;
  },
};
