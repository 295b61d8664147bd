// native.c once more, with the net as WebAssembly: node wasm.mjs bits.wasm WEIGHTS VECTORS
import { readFileSync } from 'node:fs';

const [program, ...files] = process.argv.slice(2);
const { instance } = await WebAssembly.instantiate(readFileSync(program), {});
const { bits_form, bits_hash, bits_room, memory } = instance.exports;

const bytes = files.map((name, i) => {
  const file = readFileSync(name);
  new Uint8Array(memory.buffer, bits_room(i), file.length).set(file);
  return file.length;
});
const textAt = (at) => {
  const text = new Uint8Array(memory.buffer, at);
  return new TextDecoder().decode(text.subarray(0, text.indexOf(0)));
};
for (let form = 0; bits_form(form) !== 0; form++) {
  const hash = bits_hash(form, bits_room(0), bytes[0], bits_room(1), bytes[1]);
  console.log(`${textAt(bits_form(form))} ${BigInt.asUintN(64, hash).toString(16).padStart(16, '0')}`);
}
