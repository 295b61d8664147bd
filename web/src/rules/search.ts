// Searches the entries: ids and names first, then short texts, then full texts; what is about
// options, files and programs comes last, unless its id was asked for. Every word must be found.
import type { Entry } from "./entries";

/** Lower case without accents, letter by letter, so that positions in the text do not change. */
export const plain = (text: string): string =>
  [...text]
    .map(letter => {
      const bare = letter.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
      return bare.length === letter.length ? bare : letter.toLowerCase();
    })
    .join("");

export const wordsOf = (query: string): string[] => plain(query).split(/\s+/).filter(Boolean);

const startsWord = (text: string, word: string): boolean =>
  new RegExp(`(^|[^\\p{L}\\p{N}])${word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}`, "u").test(text);

function wordScore(entry: Entry, word: string): number {
  const id = plain(entry.id),
    name = plain(entry.name);
  if (id === word) return 100;
  if (name === word) return 90;
  if (id.startsWith(word)) return 60;
  if (startsWord(name, word)) return 50;
  if (name.includes(word)) return 35;
  if (startsWord(plain(entry.brief), word)) return 15;
  const ruled = entry.rulings.map(r => `${r.does} ${r.why} ${r.other}`).join(" ");
  const text = plain(`${entry.brief} ${entry.text} ${entry.editions} ${entry.notes} ${ruled}`);
  return startsWord(text, word) ? 8 : text.includes(word) ? 4 : 0;
}

/** 0: not found. */
export function scoreOf(entry: Entry, query: string): number {
  const words = wordsOf(query);
  const whole = words.join(" ");
  const each = words.map(word => wordScore(entry, word));
  if (words.length === 0 || each.includes(0)) return 0;
  const asOne = words.length > 1 && plain(`${entry.id}\n${entry.name}`).includes(whole) ? 120 : 0;
  return asOne + each.reduce((a, b) => a + b, 0) / words.length;
}

export function search(entries: Entry[], query: string): Entry[] {
  const found = entries
    .map(entry => ({ entry, score: scoreOf(entry, query) }))
    .filter(hit => hit.score > 0);
  const late = ({ entry }: { entry: Entry }): number =>
    entry.technical && plain(entry.id) !== plain(query.trim()) ? 1 : 0;
  return found.sort((a, b) => late(a) - late(b) || b.score - a.score).map(hit => hit.entry);
}

export interface Highlight {
  text: string;
  hit: boolean;
}

/** The text in pieces, with found words marked. */
export function highlightsOf(text: string, query: string): Highlight[] {
  const words = wordsOf(query),
    low = plain(text),
    hit = new Array<boolean>(text.length).fill(false);
  for (const word of words) {
    for (let at = low.indexOf(word); at >= 0; at = low.indexOf(word, at + 1))
      hit.fill(true, at, at + word.length);
  }
  const marks: Highlight[] = [];
  for (let i = 0; i < text.length; i++) {
    const last = marks.at(-1),
      here = hit[i] ?? false;
    if (last && last.hit === here) last.text += text[i] ?? "";
    else marks.push({ text: text[i] ?? "", hit: here });
  }
  return marks;
}

const AROUND = 70; // letters on either side of what was found

/** The part of a long text around the first found word. */
export function excerpt(text: string, query: string): string {
  const low = plain(text);
  const at = Math.min(
    ...wordsOf(query)
      .map(word => low.indexOf(word))
      .filter(i => i >= 0),
  );
  if (!Number.isFinite(at) || text.length <= 2 * AROUND)
    return text.length <= 2 * AROUND ? text : `${text.slice(0, 2 * AROUND)} …`;
  const from = at <= AROUND ? 0 : text.indexOf(" ", at - AROUND) + 1;
  const to = text.length - at <= AROUND ? text.length : text.lastIndexOf(" ", at + AROUND);
  return `${from > 0 ? "… " : ""}${text.slice(from, Math.max(to, at))}${to < text.length ? " …" : ""}`;
}
