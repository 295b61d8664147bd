// native.c once more, with the game as WebAssembly: node wasm.mjs hashes.wasm < cases
import { readFileSync } from 'node:fs';

const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]), {});
const { hashes_run } = instance.exports;

const lines = readFileSync(0, 'utf8').trim().split('\n');
const out = lines.map((line) => {
  const [game, players, mix, seed] = line.split(' ');
  const hash = BigInt.asUintN(64, hashes_run(+game, BigInt(seed), +players, +mix));
  return `${line} ${hash.toString(16).padStart(16, '0')}\n`;
});
process.stdout.write(out.join(''));
