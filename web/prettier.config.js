// How Prettier lays out the client's files: 100 columns, like the C files.
export default {
  printWidth: 100,
  arrowParens: "avoid",
  bracketSameLine: true,
  plugins: ["prettier-plugin-svelte"],
  overrides: [{ files: "*.svelte", options: { parser: "svelte" } }],
};
