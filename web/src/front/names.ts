// Names that the page itself gives people: unlike all others at the table, because a server refuses two that are the same.

/** The name, or the name with the first number that makes it unlike the others. */
export function unlike(name: string, others: readonly (string | null)[]): string {
  const taken = new Set(others.map(other => other?.trim().toLowerCase()));
  let free = name;
  for (let n = 2; taken.has(free.toLowerCase()); n++) free = `${name} ${n}`;
  return free;
}
