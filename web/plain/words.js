// What the faces of the games share: small pieces of a screen, rules at hand, events in words.
import { h, about } from "./page.js";

export const capital = text => text.charAt(0).toUpperCase() + text.slice(1);
export const some = (n, one, many = one + "s") => `${n} ${n === 1 ? one : many}`;
export const classes = (...names) => names.filter(Boolean).join(" ");

export const fact = (label, value, title) =>
  h("span", { class: "fact", title }, `${label} `, h("b", {}, String(value)));

/** Has it changed since I answered last? */
export const fresh = (t, path) => [...t.changed].some(c => c === path || c.startsWith(path + "."));

export const listed = (title, rows) =>
  h("details", {}, h("summary", {}, title), h("ul", { class: "plainlist" },
    rows.map(([name, text]) => h("li", {}, h("b", {}, name), " ", text))));

export const showRules = (t, ...first) => about(t.book.title ?? "Rules", ...first,
  listed("All rules", Object.values(t.book.rules ?? {}).map(r => [`${r.id} ${r.title}.`, r.text])));

/** A sentence of the rules; the face has shorter ones where a type of event has several. */
export function sentence(t, e, seat, next) {
  const row = t.book.events[e.type]?.[0], special = t.face.sentences?.[e.type];
  const hidden = row?.secret && e.item === undefined && e.chip === undefined;
  const usual = hidden ? row.secret : row?.text ?? e.type;
  const text = typeof special === "function" ? special(e, next) : special ?? usual;
  const values = {
    seat: seat === null ? "the table" : t.name(seat),
    other: e.other === undefined ? "" : t.name(e.other),
    a: e.slot ?? e.at ?? "", b: e.slot2 ?? "", n: e.n ?? 0,
    ...t.face.values(t, e),
  };
  return capital(text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? ""));
}
