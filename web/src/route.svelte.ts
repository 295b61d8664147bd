// Chooses the room by the part of the address after #.
import { byHere } from "./rules/here.svelte";

export type Route =
  | { at: "door"; game?: string }
  | { at: "new"; game: string; how?: string }
  | { at: "table"; id: string }
  | { at: "seat"; id: string; secret: string }
  | { at: "replay"; id: string; n?: number; viewer?: string; review?: true }
  /** `by`: the numbers of a table (rules/here.svelte.ts). */
  | { at: "rules"; game?: string; id?: string; by?: string }
  | { at: "guide"; game: string }
  | { at: "daily"; game: string; date?: string; sent: (string | undefined)[] }
  | { at: "mine" }
  | { at: "records" }
  | { at: "shared"; id: string };

/** Reads what was typed after the #; a part that cannot be decoded is taken as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export function parseRoute(hash: string): Route {
  const [path = "", by] = hash.replace(/^#\/?/, "").split("?by=");
  const [room = "", a, b, c, ...more] = path.split("/").map(decoded);
  if (room === "t" && a) return { at: "table", id: a };
  if (room === "s" && a && b) return { at: "seat", id: a, secret: b };
  if (room === "r" && a)
    return {
      at: "replay",
      id: a,
      ...(b ? { n: Number(b) || 0 } : {}),
      ...(c ? { viewer: c } : {}),
      ...(more[0] === "review" ? { review: true } : {}),
    };
  if (room === "rules")
    return {
      at: "rules",
      ...(a ? { game: a } : {}),
      ...(b ? { id: b } : {}),
      ...(by ? { by: decoded(by) } : {}),
    };
  if (room === "new" && a) return { at: "new", game: a, ...(b ? { how: b } : {}) };
  if (room === "guide" && a) return { at: "guide", game: a };
  if (room === "daily" && a)
    return { at: "daily", game: a, ...(b ? { date: b } : {}), sent: [c, ...more].slice(0, 3) };
  if (room === "mine") return { at: "mine" };
  if (room === "shared" && a) return { at: "shared", id: a };
  if (room === "records") return { at: "records" };
  return { at: "door" };
}

export const route: { now: Route } = $state({ now: parseRoute(location.hash) });

addEventListener("hashchange", () => {
  route.now = parseRoute(location.hash);
});

/** An id of a table may name a server, whose address may have a path. */
const part = (id: string): string => encodeURI(id).replaceAll("/", "%2F");

export const hrefTo = {
  door: "#",
  /** `how`: "friends", or "here" for several people at this screen. */
  new: (game: string, how?: string) => `#new/${game}${how ? `/${how}` : ""}`,
  table: (id: string) => `#t/${part(id)}`,
  seat: (id: string, secret: string) => `#s/${part(id)}/${secret}`,
  replay: (id: string, n?: number, viewer?: string) =>
    `#r/${part(id)}${n === undefined ? "" : `/${n}`}${n !== undefined && viewer ? `/${viewer}` : ""}`,
  /** The same with its review beside it. */
  review: (id: string, n = 0, viewer = "all") => `#r/${part(id)}/${n}/${viewer}/review`,
  /** With the numbers of the table on the screen, if they are not the standard ones. */
  rules: (game?: string, id?: string) => {
    const by = byHere(game);
    return (
      `#rules${game ? `/${game}${id ? `/${id}` : ""}` : ""}` +
      (by ? `?by=${encodeURIComponent(by)}` : "")
    );
  },
  guide: (game: string) => `#guide/${game}`,
  records: "#records",
  mine: "#mine",
  /** With a result, others can compare theirs. */
  daily: (game: string, date?: string, score?: number, place?: number, name = "") =>
    `#daily/${game}${date ? `/${date}` : ""}` +
    (score === undefined ? "" : `/${score}/${place ?? ""}/${encodeURIComponent(name)}`),
};
