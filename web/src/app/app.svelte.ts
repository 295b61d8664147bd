// The page as an app: its service worker, a new version that waits, and whether it works without a connection. Only pages
// of a site have a version (tools/app.mjs); at a server there is nothing to do.

/** What the service worker says of its version (sw.ts). */
interface Having {
  version: string;
  /** All that is needed to play is here; so is the rest. */
  core: boolean;
  rest: boolean;
}

interface App {
  /** null: the page came from a server of ours. */
  readonly version: string | null;
  /** A newer version is ready. */
  news: boolean;
  /** What is here without a connection; null: not known yet. */
  having: Having | null;
}

const meta = document.querySelector<HTMLMetaElement>('meta[name="charlatan-version"]');

export const app: App = $state({ version: meta?.content ?? null, news: false, having: null });

const HOUR = 3_600_000;
let registered: ServiceWorkerRegistration | null = null;

function ask(worker: ServiceWorker, what: "state" | "rest" | "take" | "clean"): Promise<Having> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }: MessageEvent<Having | { problem: string }>) => {
      if ("problem" in data) reject(new Error(data.problem));
      else resolve(data);
    };
    worker.postMessage(what, [port2]);
  });
}

/** While the page is open, the files of its version stay. */
function hold(version: string): void {
  const name = `charlatan ${new URL(".", location.href).pathname} ${version}`;
  void navigator.locks.request(name, { mode: "shared" }, () => new Promise(() => {}));
}

/** Another page may have taken a new version: then this one is old, and goes on with its own files. */
async function compare(): Promise<void> {
  const { controller } = navigator.serviceWorker;
  if (!controller) return;
  const { version } = await ask(controller, "state");
  if (version !== app.version) app.news = true;
}

function watch(registration: ServiceWorkerRegistration): void {
  const look = (): void => {
    if (registration.waiting && registration.active) app.news = true;
  };
  registration.addEventListener("updatefound", () =>
    registration.installing?.addEventListener("statechange", look),
  );
  navigator.serviceWorker.addEventListener("controllerchange", () => void compare());
  look();
  let last = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - last < HOUR) return;
    last = Date.now();
    registration.update().catch(() => {}); // without a connection there is none
  });
}

/** Weights and reviews come when the rest is there, unless the person saves data; then when they are first used. */
async function fetchRest(): Promise<void> {
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  await compare();
  await ask(active, "clean");
  app.having = await ask(active, "state");
  const connection = (navigator as { connection?: { saveData?: boolean } }).connection;
  if (!connection?.saveData) app.having = await ask(active, "rest");
}

async function register(): Promise<void> {
  registered = await navigator.serviceWorker.register("./sw.js", { updateViaCache: "none" });
  watch(registered);
  await fetchRest();
}

/** Begins after the page is loaded, so that the first visit is not slowed down. */
export function startApp(): void {
  if (app.version === null || !("serviceWorker" in navigator)) return;
  hold(app.version);
  const begin = (): void => void register().catch(() => {}); // then it needs a connection, as before
  if (document.readyState === "complete") begin();
  else addEventListener("load", begin, { once: true });
}

/** Uses the new version in this page. Others go on with theirs. */
export function takeNews(): void {
  const waiting = registered?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  const again = (): void => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", again, { once: true });
  void ask(waiting, "take");
}

/** Asks the browser not to delete what is stored here when it needs room. */
export async function askToPersist(): Promise<boolean> {
  try {
    return (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    return false; // the browser does not know it
  }
}
