// When something was, as people say it.

/** A time as people say it: today without its date. */
export function whenSaid(ms: number, language: string): string {
  const at = new Date(ms);
  const time = at.toLocaleTimeString(language, { hour: "2-digit", minute: "2-digit" });
  if (at.toDateString() === new Date().toDateString()) return time;
  return `${at.toLocaleDateString(language, { day: "numeric", month: "short" })}, ${time}`;
}
