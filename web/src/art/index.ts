// Exports the pictures of the client: the component that shows one, and the list of all. All are
// drawn in code.
export * as art from "./drawings";
export { default as Icon } from "./Icon.svelte";
export type { IconName } from "./icons";
export { default as Picture } from "./Picture.svelte";
