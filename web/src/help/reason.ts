// The reason for a hint, in the person's language.
import type { Reason } from "../engine/types";
import type { Rulebook } from "../rulebook.svelte";
import { settings } from "../settings.svelte";
import { nameOfId } from "../table/sentence";
import { translated } from "../words/translated.svelte";
import { fill } from "../words/words.svelte";
import { decimal } from "./figures";

export function reasonText(reason: Reason, rulebook: Rulebook): string {
  const own = translated(`common/reasons/${reason.id}/text`);
  if (own === undefined) return reason.text;
  const { item = "", n = 0, percent = 0, points = 0 } = reason;
  return fill(own, {
    item: nameOfId(rulebook, item),
    n,
    percent,
    points: decimal(points, settings.language),
  });
}
