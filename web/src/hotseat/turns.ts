// Decides which of the people at this screen looks next.

export interface Person {
  seat: number;
  /** Whether they have a question and no bot plays for them. */
  asked: boolean;
}

/**
 * Goes round the table from the person who looked last: an index into `people`, or null if nobody
 * is asked.
 */
export function nextPerson(people: Person[], last: number | null): number | null {
  const from = last === null ? -1 : (people[last]?.seat ?? -1);
  const asked = people
    .flatMap((p, i) => (p.asked ? [{ i, seat: p.seat }] : []))
    .sort((a, b) => a.seat - b.seat);
  return (asked.find(p => p.seat > from) ?? asked[0])?.i ?? null;
}
