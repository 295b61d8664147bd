// Where tables live: at a server, or on this device. Ids of tables say where: `ID` is at the server that the page came
// from, `ID@here` on this device, `ID@games.example.org` at another server. Everything else in the client takes such ids
// as they are.
import { remembered } from "../fetched.svelte";
import type { Change, Json, Message, TableSummary } from "./types";

export interface Answered {
  status: number;
  text: string;
}

/** What a table's connection tells its owner. */
export interface Ends {
  opened: () => void;
  said: (text: string) => void;
  closed: () => void;
}

export interface Line {
  readonly open: boolean;
  send: (text: string) => void;
  close: () => void;
}

/** Answers requests as docs/api.md says, whatever it is. `ask` rejects if nothing answers. */
export interface House {
  ask: (path: string, body?: { [key: string]: Json }, token?: string) => Promise<Answered>;
  connect: (ends: Ends) => Line;
}

/** The name of the house on this device. */
export const HERE = "here";
/** The name of the server that the page came from. */
export const OWN = "";

/** Whether the page came from a host of files, so that it has no server of its own (tools/site.sh). */
export const onSite =
  document.querySelector<HTMLMetaElement>('meta[name="charlatan-home"]')?.content === "device";

/** Where games alone, with bots and at one screen are played. */
export const home = onSite ? HERE : OWN;

/** Splits an id into that of the table and the name of its house. */
export function placeOf(id: string): { house: string; table: string } {
  const at = id.indexOf("@");
  return at < 0 ? { house: OWN, table: id } : { house: id.slice(at + 1), table: id.slice(0, at) };
}

export const idAt = (house: string, table: string): string =>
  house === OWN ? table : `${table}@${house}`;

export const isHere = (id: string): boolean => placeOf(id).house === HERE;

/** Whether a house is a server other than the page's own. */
export const isElsewhere = (house: string): boolean => house !== OWN && house !== HERE;

/** What an id is called in a file's name. */
export const fileNameOf = (id: string): string => `charlatan-${placeOf(id).table}.jsonl`;

function urlOf(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}

/** The address of a server, with a slash at its end; null if this is no name of one. */
export function addressOf(house: string): string | null {
  if (house === OWN) return new URL(".", location.href).href;
  if (house === HERE) return null;
  const text = house.startsWith("http:") ? `http://${house.slice(5)}/` : `https://${house}/`;
  return nameOf(text) === house ? text : null;
}

/** The name of the server at an address, as it stands in ids; null if the address is none. */
export function nameOf(address: string): string | null {
  const url = urlOf(address);
  if (!url) return null;
  const { protocol, host, pathname, username, password } = url;
  if ((protocol !== "http:" && protocol !== "https:") || username || password) return null;
  // Browsers make %20 of a space in a name; no server has such a name.
  if (host.includes("%")) return null;
  const path = pathname.replace(/\/+$/, "");
  return `${protocol === "http:" ? "http:" : ""}${host}${path}`;
}

function serverAt(address: string): House {
  return {
    async ask(path, body, token) {
      const headers: Record<string, string> = {};
      if (body) headers["Content-Type"] = "application/json";
      if (token) headers["Authorization"] = `Bearer ${token}`;
      // Tokens, in the head or in the body, are for this server alone, wherever it may send the request on.
      const redirect: RequestRedirect = token || body ? "error" : "follow";
      const answer = await fetch(
        address + path.slice(1),
        body
          ? { method: "POST", headers, redirect, body: JSON.stringify(body) }
          : { headers, redirect },
      );
      return { status: answer.status, text: await answer.text() };
    },
    connect(ends) {
      const socket = new WebSocket(`${address.replace(/^http/, "ws")}ws`, "charlatan");
      socket.onopen = ends.opened;
      socket.onmessage = e => ends.said(String(e.data));
      socket.onclose = ends.closed;
      return {
        get open() {
          return socket.readyState === WebSocket.OPEN;
        },
        send: text => socket.send(text),
        close: () => socket.close(),
      };
    },
  };
}

/** Answers nothing: the id names no place. */
const nowhere: House = {
  ask: () => Promise.reject(new Error("no such server")),
  connect: ends => {
    setTimeout(ends.closed);
    return { open: false, send: () => undefined, close: () => undefined };
  },
};

/** The house on this device is fetched when it is first needed. */
let deviceHouse = remembered(async () => (await import("./device")).house);

/** For tests: another house on this device. */
export function setHere(opening: () => Promise<House>): void {
  deviceHouse = remembered(opening);
}

/** A line that is asked for before the house is there. */
function lineHere(ends: Ends): Line {
  let line: Line | null = null,
    wanted = true;
  deviceHouse().then(
    house => {
      if (wanted) line = house.connect(ends);
    },
    () => wanted && ends.closed(),
  );
  return {
    get open() {
      return line?.open ?? false;
    },
    send: text => line?.send(text),
    close: () => {
      wanted = false;
      line?.close();
    },
  };
}

/** Answers that a site has as files (tools/books.mjs): rules are no part of the WebAssembly. */
const books = new Map([
  ["/api/rules", "rules.json"],
  ["/api/games", "games.json"],
]);

async function printed(file: string): Promise<Answered> {
  const answer = await fetch(new URL(file, location.href).href);
  return { status: answer.status, text: await answer.text() };
}

const device: House = {
  async ask(path, body, token) {
    const book = onSite ? books.get(path) : undefined;
    return book ? await printed(book) : await (await deviceHouse()).ask(path, body, token);
  },
  connect: lineHere,
};

/** The house of a name; the page's own server is nowhere if the page came from a host of files. */
export function houseOf(name: string): House {
  if (name === HERE) return device;
  const address = name === OWN && onSite ? null : addressOf(name);
  return address === null ? nowhere : serverAt(address);
}

/** The same table with ids that name its house. */
export const atHouse = (house: string, summary: TableSummary): TableSummary =>
  house === OWN
    ? summary
    : {
        ...summary,
        id: idAt(house, summary.id),
        rematch: summary.rematch && idAt(house, summary.rematch),
      };

/** The same change of a table with ids that name its house. */
function placed(house: string, change: Change): Change {
  const [path, value] = change;
  if (path === "")
    return [path, atHouse(house, value as unknown as TableSummary) as unknown as Json];
  return path === "rematch" && typeof value === "string" ? [path, idAt(house, value)] : change;
}

/** The same message with ids that name the table's house. */
export function told(house: string, message: Message): Message {
  if (house === OWN) return message;
  if ("snapshot" in message) {
    const { snapshot } = message;
    return { snapshot: { ...snapshot, table: atHouse(house, snapshot.table) } };
  }
  const table = "table" in message ? { table: message.table?.map(set => placed(house, set)) } : {};
  if ("rematch" in message) return { ...message, ...table, rematch: idAt(house, message.rematch) };
  return { ...message, ...table };
}
