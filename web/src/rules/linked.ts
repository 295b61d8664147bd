// Finds rule ids in a text, so that they can be clicked.

export interface Part {
  text: string;
  /** The rule that this part names. */
  rule: string | null;
}

/** `known` says whether there is such a rule. Other texts of this form stay text. */
export function partsOf(text: string, known: (id: string) => boolean): Part[] {
  const parts: Part[] = [];
  let done = 0;
  for (const match of text.matchAll(/\b[AQ]\d{1,2}(?:\.(?:\d{1,2}|[A-F]\b|[a-z_]+))?/g)) {
    const id = [match[0], match[0].split(".")[0] ?? ""].find(known);
    if (!id) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), rule: null });
    parts.push({ text: id, rule: id });
    done = match.index + id.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), rule: null });
  return parts;
}
