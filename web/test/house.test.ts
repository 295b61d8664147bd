// Houses: ids that name a server or this device, requests and connections to either, and the servers a page knows.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { myTables } from "../src/front/lists";
import { own, remember } from "../src/keep";
import { api, request, Refusal } from "../src/net/api";
import {
  addressOf,
  HERE,
  idAt,
  nameOf,
  OWN,
  placeOf,
  setHere,
  told,
  type Ends,
  type House,
} from "../src/net/house";
import { addressesIn, findServer, servers } from "../src/net/servers";
import { TableSocket, type SocketState } from "../src/net/socket";
import type { Message } from "../src/net/types";
import { hrefTo, parseRoute } from "../src/route.svelte";

interface Asked {
  path: string;
  body: unknown;
  token: string | undefined;
}

/** A house in memory: answers what it is told to, and remembers what it was asked. */
function puppet(answer: (asked: Asked) => { status?: number; body: unknown }): {
  house: House;
  asked: Asked[];
  lines: Ends[];
  sent: string[];
} {
  const asked: Asked[] = [],
    lines: Ends[] = [],
    sent: string[] = [];
  const house: House = {
    ask(path, body, token) {
      const one = { path, body, token };
      asked.push(one);
      const { status = 200, body: text } = answer(one);
      return Promise.resolve({ status, text: JSON.stringify(text) });
    },
    connect(ends) {
      lines.push(ends);
      return { open: true, send: text => void sent.push(text), close: () => undefined };
    },
  };
  setHere(() => Promise.resolve(house));
  return { house, asked, lines, sent };
}

const card = { id: "abc", state: "over", rematch: "def", seats: [] };

afterEach(() => vi.unstubAllGlobals());

describe("ids", () => {
  it("name the house of their table", () => {
    expect(placeOf("abc")).toEqual({ house: OWN, table: "abc" });
    expect(placeOf("abc@here")).toEqual({ house: HERE, table: "abc" });
    for (const house of [OWN, HERE, "a.example", "http:127.0.0.1:80", "a.example:8443/games/x"])
      expect(placeOf(idAt(house, "abc"))).toEqual({ house, table: "abc" });
  });

  it.each([
    ["https://games.example.org/", "games.example.org"],
    ["https://games.example.org:8443/a/b/", "games.example.org:8443/a/b"],
    ["http://192.168.1.5:8080/", "http:192.168.1.5:8080"],
    ["http://[::1]:8080/", "http:[::1]:8080"],
  ])("%s has a name", (address, name) => {
    expect(nameOf(address)).toBe(name);
    expect(addressOf(name)).toBe(address);
  });

  it.each([
    "",
    "ftp://a.example/",
    "javascript:alert(1)",
    "https://me:pass@a.example/",
    "https://a%20b/",
  ])("%s is no address", address => expect(nameOf(address)).toBeNull());

  it.each(["a b", "me:pass@a.example", "a.example/x?y", "a.example/../x", "A.example", "http:"])(
    "%s names no server",
    name => expect(addressOf(name)).toBeNull(),
  );

  it("survive the part of the address after #", () => {
    for (const id of ["abc", "abc@here", "abc@a.example:8443/x y/ä", "abc@http:[::1]:80"]) {
      expect(parseRoute(hrefTo.table(id))).toEqual({ at: "table", id });
      expect(parseRoute(hrefTo.replay(id, 3, "1"))).toMatchObject({ id, n: 3, viewer: "1" });
      expect(parseRoute(hrefTo.seat(id, "s"))).toEqual({ at: "seat", id, secret: "s" });
    }
  });
});

describe("requests", () => {
  it("about a table go to its house, and cards come back with ids that name it", async () => {
    const { asked } = puppet(() => ({ body: { table: card } }));
    expect(await api.table("abc@here")).toMatchObject({ id: "abc@here", rematch: "def@here" });
    expect(asked).toEqual([{ path: "/api/tables/abc", body: undefined, token: undefined }]);
  });

  it("go to another server at its address", async () => {
    const urls: string[] = [];
    vi.stubGlobal("fetch", (url: string) => {
      urls.push(url);
      return Promise.resolve(new Response(JSON.stringify({ tables: [card], next: null })));
    });
    servers.allow("a.example/x");
    const page = await api.tables("running", "a.example/x");
    expect(urls).toEqual(["https://a.example/x/api/tables?state=running&limit=20"]);
    expect(page.tables[0]?.id).toBe("abc@a.example/x");
  });

  it("go to no server that the person has not agreed to", async () => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    for (const strange of [
      () => api.table("abc@evil.example"),
      () => api.record("abc@evil.example"),
      () => api.open("abc@http:192.168.1.1", "secret"),
      () => api.keys("abc@evil.example/@a.example/x", "token"),
    ])
      await expect(strange()).rejects.toMatchObject({ code: "stranger" });
    remember("tables", { "abc@evil.example": { game: "quacks", when: 1, seats: [] } });
    expect((await myTables()).missing).toMatchObject([{ id: "abc@evil.example" }]);
    remember("tables", null);
    expect(asked).not.toHaveBeenCalled();
  });

  it("with a token are not sent on to somebody else", async () => {
    const asked = vi.fn((_url: string, _init: RequestInit) =>
      Promise.resolve(new Response(JSON.stringify({ table: card }))),
    );
    vi.stubGlobal("fetch", asked);
    servers.allow("a.example");
    await api.leave("abc@a.example", "token");
    await api.keys("abc@a.example", "token");
    await api.mine("a.example", [{ table: "abc", token: "token" }]).catch(() => []);
    expect(asked.mock.calls.map(([, init]) => init.redirect)).toEqual(["error", "error", "error"]);
  });

  it("found at the house that is asked, with a key of their own", async () => {
    const { asked } = puppet(() => ({ body: { table: card, seat: 0, token: "k" } }));
    expect((await api.found({ game: "quacks" }, HERE)).table.id).toBe("abc@here");
    expect(asked[0]?.path).toBe("/api/tables");
    expect(asked[0]?.body).toMatchObject({ game: "quacks" });
    expect((asked[0]?.body as { key: string }).key).toMatch(/^[0-9a-f]{32}$/);
  });

  it("for practice go to the house that has the record", async () => {
    const { asked } = puppet(() => ({ body: { table: card, seat: 0, token: "k" } }));
    await api.practice({ table: "abc@here", n: 3 });
    expect(asked[0]).toMatchObject({ path: "/api/practice", body: { table: "abc", n: 3 } });
  });

  it("are refused in the same way everywhere", async () => {
    const error = { code: "not-found", message: "There is no such table." };
    puppet(() => ({ status: 404, body: { error } }));
    const refused = await api.table("abc@here").catch((problem: unknown) => problem);
    expect(refused).toBeInstanceOf(Refusal);
    expect(refused).toMatchObject({ code: "not-found", message: "There is no such table." });
  });

  it("say what to do if the house on this device does not open, and try it again", async () => {
    let opened = 0;
    setHere(() => {
      opened++;
      return Promise.reject(new Error("no network"));
    });
    const ask = (): Promise<unknown> => request("/api/games", undefined, undefined, HERE);
    for (let i = 0; i < 2; i++)
      await expect(ask()).rejects.toMatchObject({
        code: "no-answer",
        message: expect.stringContaining("Reload the page") as string,
      });
    expect(opened).toBe(2);
  });

  it("to a place that is none are answered by nobody", async () => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    await expect(api.table("abc@no place")).rejects.toMatchObject({ code: "no-answer" });
    expect(asked).not.toHaveBeenCalled();
  });
});

describe("a table's connection to this device", () => {
  beforeEach(() => {
    vi.stubGlobal("window", globalThis);
    vi.stubGlobal("document", { ...document, removeEventListener: () => undefined });
    vi.stubGlobal("removeEventListener", () => undefined);
  });

  it("opens once the house is there, and tells of tables with their house", async () => {
    const { lines, sent } = puppet(() => ({ body: {} })),
      heard: Message[] = [],
      states: SocketState["is"][] = [];
    const socket = new TableSocket(
      {
        hello: () => ({ table: "abc", token: "k" }),
        heard: m => void heard.push(m),
        state: s => void states.push(s.is),
      },
      HERE,
    );
    expect(socket.send({ undo: true })).toBe(false);
    await vi.waitFor(() => expect(lines).toHaveLength(1));
    lines[0]?.opened();
    expect(JSON.parse(sent[0] ?? "")).toEqual({
      hello: { api: 2, table: "abc", token: "k", people: true },
    });
    lines[0]?.said(JSON.stringify({ snapshot: { n: 4, table: card } }));
    lines[0]?.said(JSON.stringify({ n: 5, rematch: "ghi" }));
    expect(heard).toMatchObject([
      { snapshot: { table: { id: "abc@here", rematch: "def@here" } } },
      { n: 5, rematch: "ghi@here" },
    ]);
    expect(states).toContain("on");
    socket.end();
  });

  it("changes no message of the page's own server", () => {
    const message = { n: 5, rematch: "ghi" };
    expect(told(OWN, message)).toBe(message);
  });
});

describe("tables of mine", () => {
  it("are only those that were kept", () => {
    remember("tables", { abc: { game: "quacks", when: 1, seats: [] } });
    for (const id of ["constructor", "toString", "__proto__", "def"])
      expect(own.at(id)).toBeUndefined();
    expect(own.at("abc")?.game).toBe("quacks");
    remember("tables", null);
  });
});

describe("servers", () => {
  beforeEach(() => remember("servers", null));

  it("are remembered, the one in use first; others are only allowed", () => {
    expect(servers.now()).toBeNull();
    servers.use("a.example");
    servers.allow("b.example");
    expect(servers.now()).toBe("a.example");
    servers.use("b.example");
    expect(servers.all()).toEqual(["b.example", "a.example"]);
    servers.forget("b.example");
    expect(servers.now()).toBe("a.example");
  });

  it("are many, and the one in use stays", () => {
    servers.use("now.example");
    for (let i = 0; i < 30; i++) servers.allow(`s${i}.example`);
    expect(servers.now()).toBe("now.example");
    expect(servers.all()).toHaveLength(20);
    expect(servers.knows("s29.example")).toBe(true);
    servers.allow("now.example");
    expect(servers.now()).toBe("now.example");
  });

  it("are strangers until the person agrees", () => {
    expect(servers.knows(OWN) && servers.knows(HERE)).toBe(true);
    expect(servers.knows("c.example")).toBe(false);
    servers.allow("c.example");
    expect(servers.knows("c.example")).toBe(true);
  });

  it("that were stored by something else are left out", () => {
    remember("servers", { list: ["a.example", "not a server", 7] });
    expect(servers.all()).toEqual(["a.example"]);
    remember("servers", "nonsense");
    expect(servers.now()).toBeNull();
  });

  it("may be typed with or without https", () => {
    expect(addressesIn(" games.example.org ")).toEqual([
      "https://games.example.org",
      "http://games.example.org",
    ]);
    expect(addressesIn("http://localhost:8080/#t/abc")).toEqual(["http://localhost:8080/"]);
    expect(addressesIn("  ")).toEqual([]);
  });

  /** What lies at each address; nothing answers elsewhere. */
  function world(places: { [url: string]: "allows" | "refuses" | "other" }): void {
    vi.stubGlobal("fetch", (url: string, init?: RequestInit) => {
      const there = places[url.replace(/health$/, "")];
      if (!there || (there === "refuses" && init?.mode !== "no-cors"))
        return Promise.reject(new TypeError("failed"));
      return Promise.resolve(new Response(there === "allows" ? '{"ok":true}' : "<html>"));
    });
  }

  it("are found where they answer", async () => {
    world({ "http://127.0.0.1:8080/": "allows" });
    expect(await findServer("127.0.0.1:8080")).toEqual({ house: "http:127.0.0.1:8080" });
    world({ "https://a.example/games/": "allows" });
    expect(await findServer("a.example/games/")).toEqual({ house: "a.example/games" });
  });

  it.each([
    ["%", "no-address"],
    ["b.example", "no-answer"],
    ["a.example", "not-allowed"],
    ["c.example", "not-charlatan"],
  ])("at %s: %s", async (typed, trouble) => {
    world({ "https://a.example/": "refuses", "https://c.example/": "other" });
    expect(await findServer(typed)).toEqual({ trouble });
  });

  it("need https where the page came by https, but for this computer's own", async () => {
    vi.stubGlobal("location", { ...location, protocol: "https:" });
    world({ "http://10.0.0.1/": "allows", "http://127.0.0.1:8080/": "allows" });
    expect(await findServer("http://10.0.0.1")).toEqual({ trouble: "insecure" });
    expect(await findServer("http://127.0.0.1:8080")).toEqual({ house: "http:127.0.0.1:8080" });
  });
});
