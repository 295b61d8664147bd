// Nonces: random bytes that a seat adds to the luck of a match (docs/fairness.md).
import { blake2b } from "./blake2b";

const BYTES = 32;

export const hexOf = (bytes: Uint8Array): string =>
  [...bytes].map(b => b.toString(16).padStart(2, "0")).join("");

const bytesOf = (hex: string): number[] =>
  (hex.match(/../g) ?? []).map(digits => parseInt(digits, 16));

export const drawNonce = (): string => hexOf(crypto.getRandomValues(new Uint8Array(BYTES)));

/** What the server may know of a nonce before the seats are fixed. */
export function commitmentOf(nonce: string): string {
  const name = new TextEncoder().encode("charlatan nonce 1");
  return hexOf(blake2b(Uint8Array.from([...name, ...bytesOf(nonce)])));
}
