// The service worker of a site: keeps all files of a version in a cache of its own, so that the page works without a
// connection, and takes records that are shared with the app. A new version waits until no page needs the old one, or until
// somebody asks for it. The files of a version stay as long as a page of that version is open.
//
// tools/app.mjs writes the files of a site in here. At a server of ours there are none: its pages need the server, which
// may be newer tomorrow. There the worker only takes away what an older one has left at the same address; unless somebody
// wants to be told of their turns (`sw.js?calls`, src/calls): then it stays, and shows messages.

/** The files of a version; paths are relative to the folder of the site, "" is the page itself. */
interface Site {
  version: string;
  /** What is needed to play, by path, with the first digits of its SHA-256. */
  core: { [path: string]: string };
  /** What is fetched when there is time: weights of bots, reviews. */
  rest: { [path: string]: string };
  /** The tables, by their forms (src/local/probes.ts), the best one first: a browser needs one of them. */
  tables: { form: string; path: string; hash: string }[];
}

/** What pages ask of the worker. */
type Asked = "state" | "rest" | "take" | "clean";

const worker = self as unknown as ServiceWorkerGlobalScope;
const written: string = "@site@";
const probing: string = "@probes@";

/** The site as this browser needs it. */
function suited(all: Site): Site {
  const probes = JSON.parse(probing) as { [form: string]: number[] | undefined };
  const own = all.tables.find(({ form }) => {
    const probe = probes[form];
    return !probe || WebAssembly.validate(new Uint8Array(probe));
  });
  return own ? { ...all, core: { ...all.core, [own.path]: own.hash } } : all;
}

const site = written.startsWith("@") ? null : suited(JSON.parse(written) as Site);

const scope = worker.registration.scope,
  path = new URL(scope).pathname;
/** Several sites may share a host: each has names of its own. */
const cacheOf = (version: string): string => `charlatan ${path} ${version}`;
const SHARED = `charlatan-shared ${path}`;
const AT_ONCE = 4; // files that are fetched at the same time
const LARGEST = 256 * 1024 * 1024; // bytes of what may be shared

const isNamedByContent = (file: string): boolean => file.startsWith("assets/");

async function digest(body: ArrayBuffer, digits: number): Promise<string> {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  return [...hash]
    .map(b => b.toString(16).padStart(2, "0"))
    .join("")
    .slice(0, digits);
}

/** Fetches a file. One of another version, such as while a site is being uploaded, is refused. */
async function fetched(file: string, hash: string): Promise<Response> {
  const url = new URL(file, scope).href;
  const known = isNamedByContent(file) ? await caches.match(url, { ignoreVary: true }) : undefined;
  const answer = known ?? (await fetch(url, { cache: "no-cache", credentials: "same-origin" }));
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`);
  const body = await answer.arrayBuffer();
  if ((await digest(body, hash.length)) !== hash) throw new Error(`${url}: of another version`);
  // Made anew: an answer that was redirected may not be shown as a page.
  const type = answer.headers.get("content-type") ?? "";
  return new Response(body, { headers: { "content-type": type } });
}

async function fill(version: string, files: Site["core"]): Promise<void> {
  const cache = await caches.open(cacheOf(version)),
    waiting = Object.entries(files);
  const take = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [file, hash] = next,
        url = new URL(file, scope).href;
      if (!(await cache.match(url))) await cache.put(url, await fetched(file, hash));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
}

/** Removes the files of versions that no page has open. Every page holds a lock with the name of its cache. */
async function clean(): Promise<void> {
  const { held = [] } = await navigator.locks.query(),
    used = new Set(held.map(lock => lock.name));
  if (site) used.add(cacheOf(site.version));
  // A version that is being fetched has no page yet.
  if (site && (worker.registration.waiting ?? worker.registration.installing)) return;
  for (const name of await caches.keys())
    if (name.startsWith(cacheOf("")) && !used.has(name)) await caches.delete(name);
}

async function have(version: string, files: Site["core"]): Promise<boolean> {
  const keys = await (await caches.open(cacheOf(version))).keys(),
    urls = new Set(keys.map(request => request.url));
  return Object.keys(files).every(file => urls.has(new URL(file, scope).href));
}

// ---- answers ----

/** A file of this version, of an older one whose page is open, or from the host. */
async function answer(request: Request, file: string, now: Site): Promise<Response> {
  const cache = await caches.open(cacheOf(now.version)),
    url = new URL(file, scope).href,
    own = await cache.match(url);
  if (own) return own;
  const older = isNamedByContent(file) ? await caches.match(url, { ignoreVary: true }) : undefined;
  if (older) return older;
  const hash = now.rest[file] ?? now.core[file];
  if (hash === undefined) return await fetch(request);
  const made = await fetched(file, hash);
  await cache.put(url, made.clone());
  return made;
}

/** Puts what was shared where the page finds it, and opens the page. */
async function receive(request: Request): Promise<Response> {
  const form = await request.formData(),
    file = form.get("record"),
    text = ["text", "url", "title"].map(name => form.get(name)).find(value => value);
  const body = file instanceof File && file.size ? file : typeof text === "string" ? text : "";
  const id = Date.now().toString(36),
    fits = !(body instanceof File) || body.size <= LARGEST;
  if (fits)
    await (await caches.open(SHARED)).put(new URL(`shared/${id}`, scope), new Response(body));
  return Response.redirect(new URL(`./#shared/${fits ? id : "large"}`, scope).href, 303);
}

async function told(asked: Asked, now: Site): Promise<unknown> {
  if (asked === "take") await worker.skipWaiting();
  if (asked === "clean") await clean();
  if (asked === "rest") await fill(now.version, now.rest);
  return {
    version: now.version,
    core: await have(now.version, now.core),
    rest: await have(now.version, now.rest),
  };
}

function serve(now: Site): void {
  worker.addEventListener("install", event => event.waitUntil(fill(now.version, now.core)));
  worker.addEventListener("activate", event =>
    event.waitUntil(worker.clients.claim().then(() => clean())),
  );
  worker.addEventListener("message", event => {
    const port = event.ports[0];
    event.waitUntil(
      told(event.data as Asked, now).then(
        state => port?.postMessage(state),
        (problem: unknown) => port?.postMessage({ problem: String(problem) }),
      ),
    );
  });
  worker.addEventListener("fetch", event => {
    const { request } = event,
      url = new URL(request.url);
    if (!url.href.startsWith(scope)) return;
    const file = url.pathname.slice(path.length).replace(/^index\.html$/, "");
    if (request.method === "POST" && file === "share") event.respondWith(receive(request));
    else if (request.method !== "GET") return;
    else if (Object.hasOwn({ ...now.core, ...now.rest }, file) || isNamedByContent(file))
      event.respondWith(answer(request, file, now));
  });
}

/** At a server: the pages come from it again, and the files of a site are removed once no page of it is open. */
async function goAway(): Promise<void> {
  await clean();
  await worker.registration.unregister();
}

// ---- messages: it is somebody's turn ----

/** What the server sends (server/notify/words.c), in the person's language. */
interface Call {
  title: string;
  body: string;
  table: string;
  lang: string;
}

function read(data: PushMessageData | null): Call | null {
  try {
    const call = data?.json() as Call | null;
    return call && /^[a-z2-7]{16}$/.test(call.table) ? call : null;
  } catch {
    return null; // not one of ours
  }
}

/** The table's page if it is open. */
async function pageOf(table: string): Promise<WindowClient | undefined> {
  const pages = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  return pages.find(page => page.url.includes(`#t/${table}`));
}

/** Whoever looks at the table needs no message. Another one about the same table takes the place of the last. */
async function show(data: PushMessageData | null): Promise<void> {
  const call = read(data);
  if (!call || (await pageOf(call.table))?.focused) return;
  await worker.registration.showNotification(call.title, {
    body: call.body,
    lang: call.lang,
    tag: call.table,
    icon: new URL("icon-192.png", scope).href,
    data: call.table,
  });
}

/** Back to the table, in its own window if it is open. */
async function goTo(table: string): Promise<void> {
  const page = await pageOf(table);
  if (page) await page.focus();
  else await worker.clients.openWindow(new URL(`./#t/${table}`, scope).href);
}

function call(): void {
  worker.addEventListener("push", event => event.waitUntil(show(event.data)));
  worker.addEventListener("notificationclick", event => {
    event.notification.close();
    event.waitUntil(goTo(String(event.notification.data)));
  });
}

call();
if (site) serve(site);
else {
  const stays = new URL(worker.location.href).searchParams.has("calls");
  worker.addEventListener("install", event => event.waitUntil(worker.skipWaiting()));
  worker.addEventListener("activate", event => event.waitUntil(stays ? clean() : goAway()));
}

export {};
