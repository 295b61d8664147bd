// Names that the page itself gives people: unlike all others at the table, because a server refuses two that look alike.

/** What a name looks like: without capitals, marks, blanks and punctuation at its ends. A server compares more letters
 * (match/alike.c); whoever types one of those is told so. */
function look(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[\p{M}\p{Cf}\p{Z}]/gu, "")
    .replace(/^[\p{P}\p{Sk}]+|[\p{P}\p{Sk}]+$/gu, "")
    .replace(/[1i|]/g, "l")
    .replace(/0/g, "o")
    .replace(/rn/g, "m")
    .replace(/vv/g, "w");
}

/** The name, or the name with the first number that makes it unlike the others. */
export function unlike(name: string, others: readonly (string | null)[]): string {
  const taken = new Set(others.map(other => other && look(other)));
  let free = name;
  for (let n = 2; taken.has(look(free)); n++) free = `${name} ${n}`;
  return free;
}
