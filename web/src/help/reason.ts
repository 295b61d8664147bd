// The reason for a hint, in the person's language.
import type { Reason } from "../engine/types";
import type { Rulebook } from "../rulebook.svelte";
import { settings } from "../settings.svelte";
import { nameOfId } from "../table/sentence";
import { has, say } from "../words/words.svelte";
import { decimal } from "./figures";

export function reasonText(reason: Reason, rulebook: Rulebook): string {
  const key = `help.reason.${reason.id}`;
  if (!has(key)) return reason.text;
  const { item = "", n = 0, percent = 0, points = 0 } = reason;
  return say(key, {
    item: nameOfId(rulebook, item),
    n,
    percent,
    points: decimal(points, settings.language),
  });
}
