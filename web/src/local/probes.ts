// What shows that a browser can run a form of the tables: modules whose only function makes a vector and drops it. They
// are written into the service worker, too (app.ts).
const head = [0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00];
/** One function without arguments and result. */
const shape = [0x01, 0x04, 0x01, 0x60, 0x00, 0x00, 0x03, 0x02, 0x01, 0x00];
const ZERO = [0x41, 0x00, 0xfd, 0x0f]; // i32.const 0, i8x16.splat
const DOT = [0xfd, 0x93, 0x02]; // i32x4.relaxed_dot_i8x16_i7x16_add_s
const END = [0x1a, 0x0b]; // drop, end

function module(...code: number[]): number[] {
  const body = [0x00, ...code, ...END];
  return [...head, ...shape, 0x0a, body.length + 2, 0x01, body.length, ...body];
}

/** The forms that need something of a browser, the best one first. All others need nothing. */
export const probes: { [form: string]: number[] } = {
  hall_relaxed: module(...ZERO, ...ZERO, ...ZERO, ...DOT),
  hall: module(...ZERO),
};
