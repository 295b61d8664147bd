// The odds that are shown now.
import { Asking } from "./asking.svelte";
import type { Odds } from "../engine/types";

export const odds = new Asking<Odds>();
