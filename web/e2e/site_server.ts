// A plain host of files for tests: a folder below a path, with gzip as hosts have it, and nothing else. What the page asks
// for besides is not found.
import { readFile, stat } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { extname, join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";

export interface SiteServer {
  /** The folder's address, with a slash at its end. */
  readonly url: string;
  /** Paths that were asked for, in order, below the folder's. */
  readonly asked: string[];
  /** Ends it at once, open connections too: nothing answers any more. */
  close(): Promise<void>;
}

export interface SiteOptions {
  /** Where the folder lies at the host; begins and ends with a slash. */
  path?: string;
  port?: number; // any free one
}

const types: { [ending: string]: string } = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".wasm": "application/wasm",
  ".svg": "image/svg+xml",
  ".png": "image/png",
};

/** The folder of `make site`, unless SITE names another. */
export const siteFolder = process.env["SITE"] ?? resolve("../build/site");

/** The file behind a path; null if there is none, or it lies outside. */
async function fileAt(folder: string, path: string): Promise<string | null> {
  const file = join(folder, path.endsWith("/") || path === "" ? `${path}index.html` : path);
  if (!file.startsWith(folder + sep)) return null;
  const there = await stat(file).catch(() => null);
  return there?.isFile() ? file : null;
}

const packed = new Map<string, Buffer>();

function gzipOf(file: string, bytes: Buffer): Buffer {
  const before = packed.get(file) ?? gzipSync(bytes, { level: 6 });
  packed.set(file, before);
  return before;
}

async function answer(
  file: string | null,
  request: IncomingMessage,
  to: ServerResponse,
): Promise<void> {
  if (!file) {
    to.writeHead(404, { "content-type": "text/html" }).end("<h1>404</h1>");
    return;
  }
  const bytes = await readFile(file),
    gzip = /\bgzip\b/.test(request.headers["accept-encoding"] ?? "");
  const body = gzip && !/\.png$/.test(file) ? gzipOf(file, bytes) : bytes;
  to.writeHead(200, {
    "content-type": types[extname(file)] ?? "application/octet-stream",
    "content-length": body.length,
    "cache-control": "max-age=0",
    ...(body === bytes ? {} : { "content-encoding": "gzip" }),
  }).end(request.method === "HEAD" ? undefined : body);
}

/** Serves a folder below a path, as any host of files would. */
export async function serveSite(
  folder = siteFolder,
  { path = "/some/path/", port = 0 }: SiteOptions = {},
): Promise<SiteServer> {
  packed.clear();
  const asked: string[] = [],
    sockets = new Set<Socket>();
  const server = createServer((request, to) => {
    const url = decodeURIComponent(new URL(request.url ?? "/", "http://host").pathname);
    const below = url.startsWith(path) ? url.slice(path.length) : null;
    asked.push(below ?? url);
    void (below === null ? Promise.resolve(null) : fileAt(resolve(folder), below)).then(file =>
      answer(file, request, to),
    );
  });
  server.on("connection", socket => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  await new Promise<void>(done => server.listen(port, "127.0.0.1", done));
  const { port: at } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${at}${path}`,
    asked,
    close: () =>
      new Promise(done => {
        server.close(() => done());
        for (const socket of sockets) socket.destroy();
      }),
  };
}
