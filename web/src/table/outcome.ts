// Who has won, in one sentence.
import { listing, say } from "../words/words.svelte";
import type { Face } from "./face";
import type { Table } from "./table.svelte";

export function outcomeOf(table: Table, face: Face): string {
  const winners = table.summary?.winners ?? [],
    first = winners[0] ?? 0;
  if (winners.length > 1)
    return say("table.win-shared", { who: listing(winners.map(s => table.name(s))) });
  const n = table.summary?.result?.[first] ?? 0,
    unit = face.unit();
  return first === table.seat
    ? say("table.win-you", { n, unit })
    : say("table.win", { who: table.name(first), n, unit });
}
