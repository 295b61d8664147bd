// Fills numbers into texts: the engine's own code, in a module that is small enough to run where the page is drawn
// (wasm/fill.c). Free of modules of the page, so that the build can use it too.
import type { Json, Options } from "../net/types";
import type { Language } from "../languages";

/** A table whose numbers texts say; without options: the standard ones. */
export interface FilledBy {
  readonly game: string;
  readonly options: Options;
  /** Two where that is not known. */
  readonly players?: number | undefined;
}

interface Exports {
  readonly memory: WebAssembly.Memory;
  _initialize(): void;
  room(): number;
  room_bytes(): number;
  table(bytes: number): number;
  fill(bytes: number): number;
  filled(): number;
}

export type Fill = (text: string) => string;
/** How texts of a table are filled in a language. Those of games that have none stay as they are. */
export type Filler = (table: FilledBy, language: Language) => Fill;

/** Each value behind its path; entries of a list are counted: "numbers.tubes.points.@3 2". */
function linesOf(value: Json, path: string): string[] {
  if (value === null) return [];
  if (typeof value !== "object") return [`${path} ${String(value)}`];
  const counted = Array.isArray(value) ? "@" : "";
  return Object.entries(value).flatMap(([key, one]) => linesOf(one, `${path}.${counted}${key}`));
}

/** Options before what belongs to them. */
function described({ game, options, players = 2 }: FilledBy, language: Language): string {
  const isPlain = ([, value]: [string, Json]): boolean => typeof value !== "object",
    all = Object.entries(options),
    ordered = [...all.filter(isPlain), ...all.filter(one => !isPlain(one))];
  const lines = ordered.flatMap(([key, value]) => linesOf(value, key));
  return [`${game} ${language} ${players}`, ...lines].join("\n");
}

export async function startFiller(code: BufferSource): Promise<Filler> {
  const { instance } = await WebAssembly.instantiate(code),
    engine = instance.exports as unknown as Exports,
    encoder = new TextEncoder(),
    decoder = new TextDecoder();
  engine._initialize();
  const room = new Uint8Array(engine.memory.buffer, engine.room(), engine.room_bytes());
  /** The bytes of a text in the room; what is longer than any text of ours is cut. */
  const put = (text: string): number => encoder.encodeInto(text, room).written;
  let now = "",
    known = false;
  return (table, language) => {
    const wanted = described(table, language);
    return text => {
      if (!text.includes("{")) return text;
      if (wanted !== now) known = engine.table(put(wanted)) === 1;
      now = wanted;
      if (!known) return text;
      const length = engine.fill(put(text));
      return decoder.decode(new Uint8Array(engine.memory.buffer, engine.filled(), length));
    };
  };
}
