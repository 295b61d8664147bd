export { default as Chip } from "./Chip.svelte";
export { default as Item } from "./Item.svelte";
