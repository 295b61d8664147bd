// SHA-256 (FIPS 180-4) of a text. A page that is not served over HTTPS has no hash functions of its own.
const primes: number[] = [];
for (let n = 2; primes.length < 64; n++) if (primes.every(p => n % p !== 0)) primes.push(n);
const fraction = (x: number): number => ((x - Math.floor(x)) * 2 ** 32) | 0;
const K = Int32Array.from(primes, p => fraction(Math.cbrt(p)));
const BEGIN = primes.slice(0, 8).map(p => fraction(Math.sqrt(p)));

const turn = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

/** The bytes with a one, zeros and their length in bits, as whole blocks of 64. */
function padded(bytes: Uint8Array): DataView {
  const whole = new Uint8Array((Math.floor((bytes.length + 8) / 64) + 1) * 64),
    view = new DataView(whole.buffer);
  whole.set(bytes);
  whole[bytes.length] = 0x80;
  view.setUint32(whole.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(whole.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(words: Int32Array, view: DataView, at: number): void {
  for (let i = 0; i < 16; i++) words[i] = view.getInt32(at + 4 * i);
  for (let i = 16; i < 64; i++) {
    const a = words[i - 15] ?? 0,
      b = words[i - 2] ?? 0,
      s0 = turn(a, 7) ^ turn(a, 18) ^ (a >>> 3),
      s1 = turn(b, 17) ^ turn(b, 19) ^ (b >>> 10);
    words[i] = ((words[i - 16] ?? 0) + s0 + (words[i - 7] ?? 0) + s1) | 0;
  }
}

function mix(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let i = 0; i < 64; i++) {
    const s1 = turn(e, 6) ^ turn(e, 11) ^ turn(e, 25),
      s0 = turn(a, 2) ^ turn(a, 13) ^ turn(a, 22);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (K[i] ?? 0) + (words[i] ?? 0)) | 0,
      t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((x, i) => (state[i] = ((state[i] ?? 0) + x) | 0));
}

/** In hexadecimal digits. */
export function sha256(text: string): string {
  const view = padded(new TextEncoder().encode(text)),
    state = Int32Array.from(BEGIN),
    words = new Int32Array(64);
  for (let at = 0; at < view.byteLength; at += 64) {
    schedule(words, view, at);
    mix(state, words);
  }
  return [...state].map(x => (x >>> 0).toString(16).padStart(8, "0")).join("");
}
