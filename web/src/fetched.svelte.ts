// What the page fetches when it is needed. A line may be cut just then, so no failure is remembered: what is missing is
// asked for again, after a while, as soon as the browser is online, and whenever the person wants it.

const FIRST = 1000; // ms until the second try; then twice as long each time
const LONGEST = 30_000;
const SELDOM = 300_000; // ms between two new pages that nobody has asked for

/** Asks once for all who want it; after a failure the next who wants it asks again. */
export function remembered<T>(load: () => Promise<T>): () => Promise<T> {
  let known: Promise<T> | null = null;
  return () =>
    (known ??= load().catch((problem: unknown) => {
      known = null;
      throw problem;
    }));
}

/** Whether something could not be fetched. Problems with another code are answers, the same the next time. */
export function isLost(problem: unknown): boolean {
  const code = problem instanceof Error && "code" in problem ? problem.code : "broken";
  return code === "broken" || code === "no-answer";
}

/** Rejects only what was lost. */
export const unlessRefused = <T>(asked: Promise<T>, refused: T): Promise<T> =>
  asked.catch((problem: unknown) => {
    if (isLost(problem)) throw problem;
    return refused;
  });

/** A new page, but not one after another: what the server does not have would never come. */
function renewPage(): void {
  const key = "renewed",
    now = Date.now();
  try {
    if (now - Number(sessionStorage.getItem(key) ?? -SELDOM) < SELDOM) return;
    sessionStorage.setItem(key, String(now));
  } catch {
    return;
  }
  location.reload();
}

async function serverAnswers(): Promise<boolean> {
  return await fetch(location.href, { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

interface Wanted<T> {
  came?: (part: T) => void;
  /** The page is of no use without it. */
  vital?: boolean;
}

/**
 * Something that is asked for until it is there or nobody wants it any more. Some browsers (Chromium 150) remember that a
 * module could not be fetched, and a new server may have other files: then only a new page helps. What is vital gets one
 * by itself.
 */
export class Part<T> {
  /** Null: it is not there yet. */
  now: T | null = $state.raw(null);
  /** The last try failed. */
  missing = $state(false);
  private pause = FIRST;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private ended = false;

  constructor(
    private readonly load: () => Promise<T>,
    private readonly wanted: Wanted<T> = {},
  ) {
    addEventListener("online", this.askNow);
    this.askNow();
  }

  private readonly askNow = (): void => void this.ask();

  private async ask(): Promise<void> {
    clearTimeout(this.timer);
    const again = this.pause > FIRST;
    try {
      if (again) await restyle().catch(() => undefined);
      const part = await this.load();
      if (this.ended) return;
      this.close();
      this.now = part;
      this.missing = false;
      this.wanted.came?.(part);
    } catch {
      if (this.ended) return;
      this.missing = true;
      clearTimeout(this.timer);
      this.timer = setTimeout(this.askNow, this.pause);
      this.pause = Math.min(2 * this.pause, LONGEST);
      if (again && this.wanted.vital) await this.renew();
    }
  }

  private async renew(): Promise<void> {
    if ((await serverAnswers()) && !this.ended) renewPage();
  }

  /** The person wants it now. False: the server does not answer. */
  async tryAgain(): Promise<boolean> {
    if (!(await serverAnswers())) return false;
    await this.ask();
    if (!this.ended) location.reload();
    return true;
  }

  close(): void {
    this.ended = true;
    clearTimeout(this.timer);
    removeEventListener("online", this.askNow);
  }
}

/** Comes sooner or later, for what nobody waits for. */
export const untilFetched = <T>(load: () => Promise<T>): Promise<T> =>
  new Promise(done => new Part(load, { came: done }));

// Vite asks for each style sheet only once, and then shows the part without it.

const unstyled = new Set<HTMLLinkElement>();
let restyling = false;

async function restyle(): Promise<void> {
  const links = [...unstyled];
  unstyled.clear();
  await Promise.all(
    links.map(link => {
      const next = link.cloneNode() as HTMLLinkElement;
      const loaded = new Promise((done, failed) => {
        next.onload = done;
        next.onerror = failed;
      });
      link.replaceWith(next);
      return loaded;
    }),
  );
}

addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
    unstyled.add(target);
    if (restyling) return;
    restyling = true;
    void untilFetched(restyle).then(() => (restyling = false));
  },
  true,
);
