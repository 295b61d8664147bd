// What ESLint checks in the client: the strict rules of typescript-eslint and the rules of Svelte.
import { fileURLToPath } from "node:url";
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import ts from "typescript-eslint";
import svelteConfig from "./svelte.config.js";

const parserOptions = {
  projectService: true,
  tsconfigRootDir: fileURLToPath(new URL(".", import.meta.url)),
  extraFileExtensions: [".svelte"],
};
const unused = { varsIgnorePattern: "^_", argsIgnorePattern: "^_" };
const returned = { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true };
const template = { allowNumber: true, allowNullish: true };

export default ts.config(
  { ignores: ["**/*.js"] },
  { linterOptions: { reportUnusedDisableDirectives: "error" } },
  js.configs.recommended,
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  { languageOptions: { parserOptions } },
  {
    files: ["**/*.svelte.ts"],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      "no-undef": "off", // TypeScript looks for names
      "@typescript-eslint/no-confusing-void-expression": ["error", returned],
      "@typescript-eslint/no-misused-spread": "off", // texts are taken apart by letters
      "@typescript-eslint/no-unused-vars": ["error", unused],
      "@typescript-eslint/restrict-template-expressions": ["error", template],
      "svelte/no-unused-svelte-ignore": "off", // does not see what svelte-check warns of
      "svelte/prefer-svelte-reactivity": "off", // state is replaced, not changed in place
    },
  },
  {
    files: ["e2e/**", "test/**"],
    rules: {
      "@typescript-eslint/require-await": "off", // what stands in for something slow
      "@typescript-eslint/unbound-method": "off",
      "@typescript-eslint/use-unknown-in-catch-callback-variable": "off",
    },
  },
  {
    // Without types: svelte-check reads those of components.
    files: ["**/*.svelte"],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { projectService: false, parser: ts.parser, svelteConfig } },
  },
);
