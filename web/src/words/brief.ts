// Long texts as keys of a dictionary: a few letters stand for each, so that a page does not fetch the English in order to
// look up the German. The build makes sure that no two texts have the same (rows.ts).
export function briefOf(text: string): string {
  let low = 0x9e3779b9,
    high = 0x85ebca6b;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    low = Math.imul(low ^ unit, 2654435761);
    high = Math.imul(high ^ unit, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ (high >>> 13);
  high = Math.imul(high ^ (high >>> 16), 3266489909) ^ (low >>> 13);
  return ((high & 0xff) * 2 ** 32 + (low >>> 0)).toString(36);
}
