// What every screen uses: elements made of plain text, requests, what this browser remembers.
// Names come from strangers: they go in as text nodes, never as markup.

/** h("p", {class: "x", onclick: f}, "text", [more], null) */
export function h(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) listen(element, key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.flat(9).filter(c => c !== undefined && c !== null && c !== false));
  return element;
}

/** Through a property, so that a later drawing of the same element can have another listener. */
function listen(element, type, listener) {
  (element.does ??= {})[type] = listener;
  element.addEventListener(type, e => element.does[type]?.(e));
}

/** Makes `old` look like `fresh` and keeps its elements where it can: focus, scrolling and open parts stay as they are.
 *  What has another data-at is another thing, and is never changed into it under somebody's finger. */
export function redraw(old, fresh) {
  const kind = node => [node.nodeName, node.dataset?.at, ...Object.keys(node.does ?? {})].join();
  if (kind(old) !== kind(fresh)) {
    old.replaceWith(fresh);
    return;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  old.does = fresh.does;
  for (const { name } of [...old.attributes])
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  const now = [...old.childNodes], next = [...fresh.childNodes];
  next.forEach((child, i) => now[i] ? redraw(now[i], child) : old.append(child));
  now.slice(next.length).forEach(child => child.remove());
}

export const find = selector => document.querySelector(selector);

let noteTimer;
export function note(text) {
  clearTimeout(noteTimer);
  find("#note").textContent = text ?? "";
  if (text) noteTimer = setTimeout(note, 8000);
}

export class Refusal extends Error {
  constructor({ code, message, rule }) {
    super(rule ? `${message} (${rule})` : message);
    this.code = code;
  }
}

/** GET, or POST where there is a body. Throws a Refusal with a sentence for people. */
export async function api(path, body, token) {
  const headers = {};
  if (body) headers["Content-Type"] = "application/json";
  if (token) headers.Authorization = `Bearer ${token}`;
  let answer, data;
  try {
    answer = await fetch(path, { method: body ? "POST" : "GET", headers, body: body && JSON.stringify(body) });
    data = await answer.json();
  } catch {
    throw new Refusal({ code: "no-answer", message: "The server does not answer. Is it running?" });
  }
  if (!answer.ok) throw new Refusal(data.error ?? { code: "unknown", message: `Error ${answer.status}.` });
  return data;
}

/** Runs what a button does; says why where it fails. */
export const action = work => async event => {
  event?.preventDefault?.();
  note();
  try {
    await work(event);
  } catch (error) {
    note(error.message);
    if (!(error instanceof Refusal)) throw error;
  }
};

// ---- what this browser remembers: a name, tokens of seats, the last table founded ----

export function remember(key, value) {
  try {
    localStorage.setItem(`charlatan.${key}`, JSON.stringify(value));
  } catch { /* private windows may refuse; then nothing outlives the page */ }
}

export function recall(key, usual) {
  try {
    return JSON.parse(localStorage.getItem(`charlatan.${key}`)) ?? usual;
  } catch {
    return usual;
  }
}

export const seats = {
  all: () => recall("seats", {}),
  of: id => seats.all()[id],
  keep(id, seat) {
    remember("seats", { ...seats.all(), [id]: { ...seat, when: Date.now() } });
  },
  forget(id) {
    const { [id]: gone, ...rest } = seats.all();
    remember("seats", rest);
  },
};

export const myName = () => recall("name", "").trim() || "Guest";

/** One's own share of the luck (docs/fairness.md). */
export function nonce() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(b => b.toString(16).padStart(2, "0")).join("");
}

// ---- words: what `charlatan rules` knows, by id ----

let words;
export async function loadWords() {
  if (words) return words;
  const [{ games }, lists] = await Promise.all([api("/api/rules"), api("/api/games")]);
  const by = (list, key) => Object.fromEntries((list ?? []).map(x => [x[key], x]));
  words = {};
  for (const g of games) {
    const events = {};
    for (const e of g.events) (events[e.name] ??= []).push(e);
    const list = lists.games.find(x => x.name === g.game);
    words[g.game] = {
      name: g.game, title: g.title, least: list.min_players, most: list.max_players, bots: by(list.bots, "name"), events,
    };
    for (const key of ["rules", "items", "wizards", "chips", "colours", "books", "cards"])
      words[g.game][key] = by(g[key], "id");
  }
  return words;
}

/** A sheet over the page: what a card does. */
export function about(title, ...lines) {
  const sheet = find("#about");
  sheet.replaceChildren(h("h2", { id: "about-title" }, title),
    ...lines.filter(Boolean).map(l => typeof l === "string" ? h("p", {}, l) : l),
    h("form", { method: "dialog" }, h("button", {}, "Close")));
  sheet.showModal();
}
