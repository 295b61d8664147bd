// The door to the pictures of the client: the component that shows one, and all there are. All are drawn in code.
export * as art from "./drawings";
export { default as Icon } from "./Icon.svelte";
export type { IconName } from "./icons";
export { default as Picture } from "./Picture.svelte";
