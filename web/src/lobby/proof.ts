// Reads seed and salt of a finished game from the last line of its record.

export interface Proof {
  seed: string;
  salt: string;
}

export function lastLine(record: string): Proof | null {
  try {
    const last = JSON.parse(record.trimEnd().split("\n").at(-1) ?? "") as Partial<Proof> | null;
    return typeof last?.seed === "string" && typeof last.salt === "string"
      ? { seed: last.seed, salt: last.salt }
      : null;
  } catch {
    return null;
  }
}
