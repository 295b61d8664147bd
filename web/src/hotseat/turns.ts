// Who of the people at this screen looks next.

export interface Person {
  seat: number;
  /** Has a question, and nobody plays for them. */
  asked: boolean;
}

/** Round the table from whoever looked last: an index into `people`, or null where nobody is asked. */
export function nextPerson(people: Person[], last: number | null): number | null {
  const from = last === null ? -1 : (people[last]?.seat ?? -1);
  const asked = people
    .flatMap((p, i) => (p.asked ? [{ i, seat: p.seat }] : []))
    .sort((a, b) => a.seat - b.seat);
  return (asked.find(p => p.seat > from) ?? asked[0])?.i ?? null;
}
