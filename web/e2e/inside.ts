// What tests do within the page itself, where a click costs nothing: an autopilot that touches what is offered, and the looks it
// takes around on its way. House.ts puts it into every page as `inside`; it may import nothing.

export interface Orders {
  seed: number;
  /** Stop after so many answers; a whole game without. */
  answers?: number;
  /** Stop when I am asked and there is such a thing (a selector). */
  until?: string;
  /** Stops, too, once this is in the page, whoever is asked then: others may wait for somebody who has stopped. */
  passed?: string;
  /** Milliseconds without anything to touch after which the table is taken for stuck. */
  patience?: number;
  /** Measure what can be touched: smallest side in CSS pixels. */
  taps?: number;
  /** What has to stay where it is from question to question. */
  steady?: Steady;
}

export interface Steady {
  /** Selectors by name: their boxes never change. */
  still: { [name: string]: string };
  /** Selectors of what is wholly in sight without scrolling; a second one lies below it. */
  whole: string[][];
}

export interface Trip {
  over: boolean;
  answers: number;
  /** What was asked, each sentence once. */
  questions: string[];
  /** What was wrong, each once, with where. */
  faults: string[];
}

const PLACE = "#table";
const LIVE = ":not([disabled], [aria-disabled=true])";

/** Can it be seen and pressed? What waits out of sight for the keyboard's focus cannot. */
export const visible = (e: Element): boolean =>
  e.checkVisibility({ visibilityProperty: true }) && getComputedStyle(e).clipPath !== "inset(50%)";
const all = (selector: string): HTMLElement[] =>
  [...document.querySelectorAll<HTMLElement>(selector)].filter(visible);
const nap = (ms: number): Promise<void> => new Promise(done => setTimeout(done, ms));

/** Mulberry32: the same seed, the same way. */
function dice(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return n => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * n);
  };
}

const NONCE_BYTES = 32;

/** The nonces of this page follow from a text. Keys of tables have another length, and stay as random as they are. */
export function fixLuck(text: string): void {
  const draw = crypto.getRandomValues.bind(crypto),
    number = dice([...text].reduce((sum, c) => Math.imul(sum, 31) + c.charCodeAt(0), 7));
  crypto.getRandomValues = <T extends ArrayBufferView>(into: T): T => {
    if (!(into instanceof Uint8Array) || into.length !== NONCE_BYTES) return draw(into);
    for (let i = 0; i < NONCE_BYTES; i++) into[i] = number(256);
    return into;
  };
}

/** May I answer? The title says so. */
export const myTurn = (): boolean => document.title.startsWith("●");
export const isOver = (): boolean => document.getElementById("result") !== null;
export const question = (): string => document.getElementById("question")?.textContent.trim() ?? "";

/** Until anything on the page changes; sometimes nothing does. */
const change = (): Promise<void> =>
  new Promise(done => {
    const end = (): void => {
      clearTimeout(timer);
      watch.disconnect();
      done();
    };
    const timer = setTimeout(end, 100),
      watch = new MutationObserver(end);
    watch.observe(document, {
      childList: true,
      characterData: true,
      attributes: true,
      subtree: true,
    });
  });

/** Until I may answer, and what I am asked is there: the page of a game comes after its title. */
export async function asked(): Promise<void> {
  while (!myTurn() || question() === "") await change();
}

/** Until I may answer and no sheet is open, or the game is over. Is it still going on? */
export async function ready(): Promise<boolean> {
  while (!(myTurn() || isOver()) || document.querySelector("dialog[open]")) await change();
  await nap(0); // the focus moves on
  return !isOver();
}

/** What gives an answer, and what is picked up before one is given. */
export const offers = (): HTMLElement[] => all(`${PLACE} [data-do]${LIVE}`);
export const picks = (): HTMLElement[] => all(`${PLACE} button.lit[data-spot]:not([data-do])`);

const wrongText = /\{[a-z][\w-]*\}|\bundefined\b|\bNaN\b|\[object /i;

/** Words without meaning, in texts and in what is read aloud. */
export function nonsense(): string[] {
  const found = wrongText.exec(
    document.body.outerHTML.replace(/<(script|style)[\s\S]*?<\/\1>/g, ""),
  );
  if (!found) return [];
  const at = found.index,
    html = found.input;
  return [`nonsense: ${html.slice(Math.max(0, at - 120), at + 60)}`];
}

export function tooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth <= clientWidth) return [];
  const widest = all("body *").find(
    e => e.getBoundingClientRect().right > clientWidth + 1 && !e.closest("dialog"),
  );
  return [`wide: ${scrollWidth} of ${clientWidth}: ${describe(widest)}`];
}

export function describe(e: Element | null | undefined): string {
  if (!e) return "nothing";
  const name = e.getAttribute("aria-label") ?? e.textContent.trim().slice(0, 40);
  return `<${e.tagName.toLowerCase()} class="${e.getAttribute("class") ?? ""}" data-do="${e.getAttribute("data-do") ?? ""}">${name}`;
}

/** Whether it, or what it belongs to, is on its way to another place. */
const isMoving = (e: Element): boolean =>
  document
    .getAnimations()
    .some(
      a =>
        a.playState === "running" &&
        a.effect instanceof KeyframeEffect &&
        a.effect.target?.contains(e) === true &&
        a.effect.getKeyframes().some(frame => "transform" in frame),
    );

/** Something else lies where one would press. */
function covered(e: HTMLElement): string[] {
  e.scrollIntoView({ block: "center", inline: "center" });
  const box = e.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  if (top && (e.contains(top) || top.closest("label")?.contains(e))) return [];
  if (top && isMoving(top)) return []; // it passes by
  return [`covered: ${describe(e)} by ${describe(top)}`];
}

/** Can it be reached: is it there, enabled, seen, and is nothing over it? A field is pressed by its label. */
function reach<E extends HTMLElement>(e: E | null | undefined, what: string): E {
  if (!e) throw new Error(`${what}: not there`);
  if (!visible(e.closest("label") ?? e) || e.matches(":disabled"))
    throw new Error(`${what}: cannot be touched: ${describe(e)}`);
  const [fault] = covered(e);
  if (fault) throw new Error(`${what}: ${fault}`);
  return e;
}

/** Sets a list to a value it has to offer. */
async function select(list: HTMLSelectElement | null | undefined, value: string): Promise<void> {
  const e = reach(list, value);
  e.value = value;
  if (e.value !== value) throw new Error(`${describe(e)} does not offer ${value}`);
  for (const type of ["input", "change"]) e.dispatchEvent(new Event(type, { bubbles: true }));
  await nap(0);
}

async function check(
  box: HTMLInputElement | null | undefined,
  on: boolean,
  what: string,
): Promise<void> {
  const e = reach(box, what);
  if (e.checked !== on) e.click();
  await nap(0);
  if (e.isConnected && e.checked !== on) throw new Error(`${what}: does not stay`);
}

/** Where an option is chosen. The form of a game is fetched when it is first shown. */
async function optionPlace(option: string): Promise<Element | null> {
  const place = (): Element | null => document.querySelector(`[data-option="${option}"]`);
  for (let tries = 0; tries < 200 && !place(); tries++) await nap(25);
  return place();
}

/** Chooses the value of an option of the options page. */
async function pick(option: string, value: string): Promise<void> {
  const place = await optionPlace(option);
  const folded = place?.closest("details:not([open])")?.querySelector("summary");
  if (folded) {
    reach(folded, option).click();
    await nap(0);
  }
  const list = place?.querySelector("select"),
    what = `${option}=${value}`;
  if (list) await select(list, value);
  else if (place instanceof HTMLInputElement) await check(place, value === "yes", what);
  else await check(place?.querySelector<HTMLInputElement>(`input[value="${value}"]`), true, what);
}

/** What is wished for at the options page; Wish of steps.ts without what is undefined. */
export interface Choices {
  seats: string[];
  options: [string, string][];
  wizards: string[];
  books: string[];
}

const nth = (selector: string, n: number): HTMLSelectElement | undefined =>
  [...document.querySelectorAll<HTMLSelectElement>(selector)][n];

/** Fills the options page in. */
export async function choose({ seats, options, wizards, books }: Choices): Promise<void> {
  // The form begins with a first game, whose options are not shown.
  const plain = options.some(([option]) => option === "plain");
  if (!plain && document.querySelector("[data-option=plain]")) await pick("plain", "no");
  if (seats.length > 0) await pick("players", String(seats.length));
  for (const [seat, who] of seats.entries())
    await select(nth(`[data-seat="${seat}"] select`, 0), who);
  for (const [option, value] of options) await pick(option, value);
  for (const [seat, wizard] of wizards.entries())
    await select(nth('select[aria-label^="Wizard of"]', seat), wizard);
  for (const [colour, set] of books.entries()) await select(nth(".mix select", colour), set);
}

/** What stands within a sentence is as high as the sentence: WCAG 2.5.8 leaves it out. */
const inText = (e: Element): boolean =>
  getComputedStyle(e).display.startsWith("inline") &&
  (e.parentElement?.textContent.trim() ?? "") !== e.textContent.trim();

const TOUCHABLE = `button${LIVE}, a[href], select, input:not([type=hidden]), summary`;

/** What can be touched and is smaller than this. */
export function small(least: number, which = "*"): string[] {
  const touchable = all(TOUCHABLE).filter(e => e.matches(which));
  return touchable.flatMap(e => {
    const hit = e instanceof HTMLInputElement ? (e.closest("label") ?? e) : e,
      { width, height } = hit.getBoundingClientRect();
    const tiny =
      (width < least || height < least) && !inText(e) && !e.closest(".unseen, [aria-hidden=true]");
    return tiny ? [`small: ${describe(e)} ${Math.round(width)}x${Math.round(height)}`] : [];
  });
}

/** Keys that stand beside what they do. */
export const keysShown = (): string[] =>
  all(`${PLACE} button${LIVE} kbd`)
    .map(e => e.textContent.trim())
    .map(key => (key.length === 1 ? key.toLowerCase() : key));

export interface Focus {
  /** Is there a focus, or is it lost to the page as a whole? */
  there: boolean;
  /** Can one see where it is? */
  seen: boolean;
  at: string;
  /** The answer it gives, "" where it is something to pick up, null where it is neither. */
  does: string | null;
  /** Is it in a grid whose other places the arrow keys reach? */
  grid: boolean;
}

const outlined = (e: Element): boolean => {
  const { outlineStyle, outlineWidth } = getComputedStyle(e);
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 1;
};

/** Where the keyboard is. Places to begin a room (tabindex -1) need no frame. */
export function focus(): Focus {
  const e = document.activeElement ?? document.body;
  const begins = e.getAttribute("tabindex") === "-1" && !e.matches("button, a, input, select");
  const around = e.closest("label") ?? e;
  const does = e.getAttribute("data-do") ?? (e.matches("#table button.lit") ? "" : null);
  return {
    there: e !== document.body,
    seen: begins || outlined(e) || outlined(around),
    at: describe(e),
    does,
    grid: e.hasAttribute("data-at"),
  };
}

interface Flight {
  orders: Orders;
  roll: (n: number) => number;
  trip: Trip;
  faults: Set<string>;
  questions: Set<string>;
  /** Boxes by name, as they were when they were first seen. */
  boxes: Map<string, string>;
}

const boxOf = (e: Element): string => {
  const { x, y, width, height } = e.getBoundingClientRect();
  return [x, y, width, height].map(Math.round).join(" ");
};

/** What has moved, and what one would have to scroll to. */
function unsteady({ still, whole }: Steady, boxes: Map<string, string>): string[] {
  scrollTo(0, 0);
  const moved = Object.entries(still).flatMap(([name, selector]) => {
    const e = all(selector)[0],
      box = e ? boxOf(e) : boxes.get(name),
      before = boxes.get(name) ?? box;
    if (box !== undefined) boxes.set(name, before ?? box);
    return box === before ? [] : [`moved: ${name} from ${before} to ${box}: ${question()}`];
  });
  const cut = whole.flatMap(([selector = "", below = ""]) => {
    const e = all(selector)[0],
      end = below ? all(below)[0]?.getBoundingClientRect().top : innerHeight;
    const over = e && end !== undefined ? e.getBoundingClientRect().bottom - end : 0;
    return over > 1 ? [`cut: ${selector} by ${Math.round(over)}: ${question()}`] : [];
  });
  const asked = document.getElementById("question"),
    hides = asked !== null && asked.scrollHeight > asked.clientHeight + 1;
  return [...moved, ...cut, ...(hides ? [`cut: the question: ${question()}`] : [])];
}

function look({ orders, trip, faults, questions, boxes }: Flight): void {
  const asked = question();
  if (asked) questions.add(asked);
  else faults.add("no question");
  tooWide().forEach(f => faults.add(f));
  if (trip.answers % 5 === 0) nonsense().forEach(f => faults.add(f));
  if (orders.steady) unsteady(orders.steady, boxes).forEach(f => faults.add(f));
  if (orders.taps && trip.answers % 5 === 0) small(orders.taps).forEach(f => faults.add(f));
}

/** Amounts are set before they are sent. */
async function slideAmount(roll: (n: number) => number): Promise<void> {
  const sliders = all(`${PLACE} input[type=range]`);
  for (const e of sliders) {
    if (!(e instanceof HTMLInputElement)) continue;
    e.value = String(roll(Number(e.max) + 1));
    e.dispatchEvent(new Event("input", { bubbles: true }));
  }
  if (sliders.length > 0) await nap(0);
}

/** A storehouse without hidden items ends a round: without such haste games of chance take very long. */
const hasty = (e: HTMLElement): boolean =>
  (e.dataset["do"] ?? "").startsWith("play ") &&
  /hidden|verdeckt/.test(e.getAttribute("aria-label") ?? "");

/** Where something is held, it is mostly put down, seldom put back. */
function chooseOne({ roll }: Flight): HTMLElement | undefined {
  const ready = offers(),
    others = picks(),
    quick = ready.filter(hasty);
  const from = ready.length > 0 && (others.length === 0 || roll(6) > 0) ? ready : others;
  const best = from === ready && quick.length > 0 && roll(4) > 0 ? quick : from;
  return best[roll(best.length)];
}

async function touch(flight: Flight): Promise<boolean> {
  await slideAmount(flight.roll);
  const e = chooseOne(flight);
  if (!e) return false;
  covered(e).forEach(f => flight.faults.add(f));
  if (e.dataset["do"] !== undefined) flight.trip.answers++;
  e.click();
  return true;
}

const clear = new CSSStyleSheet();
clear.replaceSync("body { opacity: 0 }");

export const isPainted = (): boolean => !document.adoptedStyleSheets.includes(clear);

/** Nobody looks at these screens: what is not painted costs nothing. It is laid out and touched all the same. */
export function setPainted(painted: boolean): void {
  const others = document.adoptedStyleSheets.filter(sheet => sheet !== clear);
  document.adoptedStyleSheets = painted ? others : [...others, clear];
}

/**
 * While nobody looks, nothing needs to be laid out: what happens between two of my turns is most of a game. Things that
 * move are laid out all the same.
 */
function openEyes(open: boolean): void {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  document.body.style.contentVisibility = open || !still ? "" : "hidden";
}

/** The browser has laid the page out by itself, and told it its sizes. */
const frame = (): Promise<void> =>
  new Promise(done => requestAnimationFrame(() => setTimeout(done)));

/** Are the orders carried out? */
const isDone = ({ orders: { answers = Infinity, until, passed }, trip }: Flight): boolean =>
  isOver() ||
  trip.answers >= answers ||
  (until !== undefined && myTurn() && all(until).length > 0) ||
  (passed !== undefined && document.querySelector(passed) !== null);

/** Looks around and touches something, if it is my turn. */
async function turn(flight: Flight): Promise<boolean> {
  if (flight.trip.answers % 5 === 0) await frame();
  if (!myTurn()) return false;
  look(flight);
  return touch(flight);
}

/** Plays until the game is over, or the orders are carried out. */
export async function play(orders: Orders): Promise<Trip> {
  const painted = isPainted();
  setPainted(false);
  const trip: Trip = { over: false, answers: 0, questions: [], faults: [] };
  const flight: Flight = {
    orders,
    roll: dice(orders.seed),
    trip,
    faults: new Set(),
    questions: new Set(),
    boxes: new Map(),
  };
  const { patience = 15_000 } = orders;
  let last = performance.now();
  for (;;) {
    openEyes(myTurn());
    if (isDone(flight)) break;
    const touched = myTurn() && (await turn(flight));
    openEyes(false);
    if (touched) last = performance.now();
    else if (performance.now() - last > patience) {
      flight.faults.add(`stuck at "${question()}", ${document.title}`);
      break;
    }
    await (touched ? nap(0) : change());
  }
  openEyes(true);
  setPainted(painted);
  if (isOver()) [...nonsense(), ...tooWide()].forEach(f => flight.faults.add(f));
  return { ...trip, over: isOver(), questions: [...flight.questions], faults: [...flight.faults] };
}

/** A game has parts: the Quacks turns, Arcane Alley rounds. */
export type Part = "turn" | "round";

/** Of the server's messages (docs/api.md), what a seat needs that is played without a page. */
interface Told {
  snapshot?: { view: { [part in Part]?: number } };
  set?: [path: string, value: unknown][];
  ask?: { n: number; actions: string[] };
  ok?: number;
  no?: number;
  bye?: string;
}

const partIn = ({ snapshot, set = [] }: Told, part: Part): number =>
  snapshot?.view[part] ?? Number(set.find(([path]) => path === part)?.[1] ?? 0);

export interface Away {
  table: string;
  part: Part;
  /** The number of the part with which it ends. */
  to: number;
  seed: number;
}

/** Plays my seat at a table without its page until a part of the game begins: nothing is drawn, only answered. */
export function playAway({ table, part, to, seed }: Away): Promise<void> {
  const tables = JSON.parse(localStorage.getItem("charlatan.tables") ?? "{}") as {
    [id: string]: { seats: { token: string }[] };
  };
  const token = tables[table]?.seats[0]?.token,
    roll = dice(seed),
    socket = new WebSocket(`ws://${location.host}/ws`, "charlatan");
  let sent = 0,
    answered = 0,
    now = 0;
  const send = (message: object): void => socket.send(JSON.stringify(message));
  return new Promise((done, fail) => {
    socket.onopen = () => send({ hello: { api: 2, table, token } });
    socket.onclose = () => fail(new Error(`the socket closed in ${part} ${now}`));
    socket.onmessage = ({ data }: MessageEvent<string>) => {
      const told = JSON.parse(data) as Told;
      if (told.no !== undefined || told.bye !== undefined) fail(new Error(data));
      now = Math.max(now, partIn(told, part));
      if (told.ok !== undefined) answered++;
      if (now >= to && answered === sent) {
        socket.onclose = () => done();
        socket.close();
      } else if (told.ask && now < to) {
        const { n, actions } = told.ask;
        send({ id: ++sent, n, do: actions[roll(actions.length)] });
      }
    };
  });
}

/** What went between the page and its own tables. */
export interface HallLine {
  sent: number;
  acknowledged: number;
  refusals: string[];
}

const hallHeard: HallLine = { sent: 0, acknowledged: 0, refusals: [] };

export const hallLine = (): HallLine => hallHeard;

/** Listens to what the page says to its workers, and they to it. */
export function watchHall(): void {
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      this.addEventListener("message", ({ data }: MessageEvent<{ is?: string; text?: string }>) => {
        const text = data.is === "said" ? (data.text ?? "") : "";
        if (text.startsWith('{"ok":')) hallHeard.acknowledged++;
        if (text.startsWith('{"no":')) hallHeard.refusals.push(text);
      });
    }
    override postMessage(
      message: unknown,
      more?: Transferable[] | StructuredSerializeOptions,
    ): void {
      const { do: what, text } = message as { do?: string; text?: string };
      if (what === "say" && text?.startsWith('{"id":')) hallHeard.sent++;
      super.postMessage(message, more as StructuredSerializeOptions);
    }
  };
}
