// native.c once more, with the net as WebAssembly: node wasm.mjs bits.wasm WEIGHTS VECTORS
import { readFileSync } from 'node:fs';

const [program, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(program), {});
const { bits_hash, bits_room, memory } = instance.exports;

const bytes = files.map((name, i) => {
  const file = readFileSync(name);
  new Uint8Array(memory.buffer, bits_room(i), file.length).set(file);
  return file.length;
});
const hash = BigInt.asUintN(64, bits_hash(0, bits_room(0), bytes[0], bits_room(1), bytes[1]));
console.log(`plain ${hash.toString(16).padStart(16, '0')}`);
