// Whether the rules can play a log from a file: tables of their own, in memory, read it as they would read any other. A
// log that they cannot use is refused, and so is one whose card says something else than the log.
import { remembered } from "../fetched.svelte";
import type { BotThread } from "../local/bots";
import { fetchHall } from "../local/halls";
import { MemoryStore } from "../local/memory_store";
import type { FromHall } from "../local/messages";
import { Tables } from "../local/tables";
import type { TableSummary } from "../net/types";
import { fetchPart } from "../ui/fetch_part";
import type { GameLine } from "./archive";

const MOST = 100; // games that are read before the tables are opened anew, so that they do not grow for ever

const hallCode = remembered(fetchHall);

/** A bot that is asked here need not answer: nobody plays. */
const deaf: BotThread = { post: () => {}, listen: () => {}, end: () => {} };

type Answer = (status: number, text: string) => void;

class Reader {
  private readonly waiting = new Map<number, Answer>();
  private last = 0;

  private constructor(private readonly store: MemoryStore) {}

  private tables!: Tables;

  static async open(): Promise<Reader> {
    const reader = new Reader(new MemoryStore());
    reader.tables = await Tables.open({
      code: await fetchPart(hallCode),
      store: reader.store,
      post: said => reader.heard(said),
      startBot: () => deaf,
    });
    return reader;
  }

  private heard(said: FromHall): void {
    if (said.is === "answer") this.waiting.get(said.id)?.(said.status, said.text);
    else if (said.is === "broken") for (const answer of this.waiting.values()) answer(500, "");
  }

  async summaryOf({ match, card, entries }: GameLine): Promise<TableSummary | null> {
    await this.store.append([{ match, expected: 0, entries, card }]);
    const id = ++this.last;
    return await new Promise(resolve => {
      this.waiting.set(id, (status, text) => {
        this.waiting.delete(id);
        resolve(status === 200 ? (JSON.parse(text) as { table: TableSummary }).table : null);
      });
      const path = `/api/tables/${match}`;
      this.tables.heard({ do: "request", id, method: "GET", path, token: "", body: "" });
    });
  }

  close(): void {
    this.tables.close();
  }
}

/** The phases of match/match.h. */
const phases = ["waiting", "running", "over", "closed", "revealing"];

/** Whether the card of a game says what its log says. */
function agree({ match, card }: GameLine, table: TableSummary): boolean {
  const { phase, open, game, created, text } = card,
    said = JSON.parse(text) as Partial<TableSummary>;
  return (
    said.id === match &&
    phases[phase] === table.state &&
    said.state === table.state &&
    table.open === open &&
    table.game === game &&
    table.created === created &&
    JSON.stringify(said.seats) === JSON.stringify(table.seats) &&
    JSON.stringify(said.result) === JSON.stringify(table.result)
  );
}

/** Reads the games of one file. */
export class Readers {
  private reader: Promise<Reader> | null = null;
  private read = 0;

  readonly playable = async (game: GameLine): Promise<boolean> => {
    if (this.read++ % MOST === 0) await this.close();
    const reader = await (this.reader ??= Reader.open()),
      table = await reader.summaryOf(game);
    return table !== null && agree(game, table);
  };

  async close(): Promise<void> {
    (await this.reader)?.close();
    this.reader = null;
  }
}
