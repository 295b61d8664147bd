// How Svelte compiles the components: with runes; TypeScript is left to Vite.
import { vitePreprocess } from "@sveltejs/vite-plugin-svelte";

export default { preprocess: vitePreprocess({ script: false }), compilerOptions: { runes: true } };
