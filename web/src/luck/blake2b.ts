// BLAKE2b-256 (RFC 7693) of a short message, without a key. A page that is not served over HTTPS has
// no hash functions of its own, and the engine would take longer to arrive than a game to begin.
const MASK = (1n << 64n) - 1n;
const BLOCK = 128;
const BYTES = 32;

const IV = [
  0x6a09e667f3bcc908n,
  0xbb67ae8584caa73bn,
  0x3c6ef372fe94f82bn,
  0xa54ff53a5f1d36f1n,
  0x510e527fade682d1n,
  0x9b05688c2b3e6c1fn,
  0x1f83d9abfb41bd6bn,
  0x5be0cd19137e2179n,
];

/** The order in which the words of the message are mixed in, by round. */
const SIGMA = [
  "0123456789abcdef",
  "ea489fd61c02b753",
  "b8c052fdae367194",
  "7931dcbe265a40f8",
  "905724afe1bc683d",
  "2c6a0b834d75fe19",
  "c51fed4a0763928b",
  "db7ec13950f4862a",
  "6fe9b308c2d714a5",
  "a2847615fb9e3cd0",
];
const ROUNDS = 12;

/** Which four words each step of a round mixes: the columns, then the diagonals. */
const STEPS = ["048c", "159d", "26ae", "37bf", "05af", "16bc", "278d", "349e"];

const digits = (text: string): number[] => [...text].map(digit => parseInt(digit, 16));

const turned = (x: bigint, by: bigint): bigint => ((x >> by) | (x << (64n - by))) & MASK;

function mix(v: BigUint64Array, step: string, x: bigint, y: bigint): void {
  const [a = 0, b = 0, c = 0, d = 0] = digits(step);
  const word = (i: number): bigint => v[i] ?? 0n;
  v[a] = word(a) + word(b) + x;
  v[d] = turned(word(d) ^ word(a), 32n);
  v[c] = word(c) + word(d);
  v[b] = turned(word(b) ^ word(c), 24n);
  v[a] = word(a) + word(b) + y;
  v[d] = turned(word(d) ^ word(a), 16n);
  v[c] = word(c) + word(d);
  v[b] = turned(word(b) ^ word(c), 63n);
}

function wordsOf(message: Uint8Array): bigint[] {
  const block = new Uint8Array(BLOCK);
  block.set(message);
  const view = new DataView(block.buffer);
  return Array.from({ length: BLOCK / 8 }, (_, i) => view.getBigUint64(8 * i, true));
}

/** The message has at most 128 bytes. */
export function blake2b(message: Uint8Array): Uint8Array {
  const words = wordsOf(message);
  const h = IV.map((x, i) => (i === 0 ? x ^ 0x01010000n ^ BigInt(BYTES) : x));
  const v = BigUint64Array.from([...h, ...IV]);
  v[12] = (v[12] ?? 0n) ^ BigInt(message.length);
  v[14] = (v[14] ?? 0n) ^ MASK;
  for (let round = 0; round < ROUNDS; round++) {
    const order = digits(SIGMA[round % SIGMA.length] ?? "").map(i => words[i] ?? 0n);
    STEPS.forEach((step, i) => mix(v, step, order[2 * i] ?? 0n, order[2 * i + 1] ?? 0n));
  }
  const out = new DataView(new ArrayBuffer(BYTES));
  for (let i = 0; i < BYTES / 8; i++)
    out.setBigUint64(8 * i, (h[i] ?? 0n) ^ (v[i] ?? 0n) ^ (v[i + 8] ?? 0n), true);
  return new Uint8Array(out.buffer);
}
