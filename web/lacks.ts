// Lists what translations lack: npm run translations, or npm run translations -- fr for one that is begun.
import { saidSources, sources, translationOf } from "./rows";
import type { Texts } from "./src/texts";
import { lacksOf } from "./translation";

/** The words of the page: German stands beside the English, a third language has them beside its rows, by "page/KEY". */
const lists = import.meta.glob<{ [list: string]: { [key: string]: readonly [string, string] } }>(
  ["./src/words/[a-z]*.ts", "./src/games/*/words.ts", "!**/{catalogue,*.svelte}.ts"],
  { eager: true },
);
const pageSources: Texts = Object.fromEntries(
  Object.values(lists)
    .flatMap(list => Object.values(list))
    .flatMap(words => Object.entries(words).map(([key, [english]]) => [`page/${key}`, english])),
);

const sourcesOf = (language: string): Texts =>
  language === "de" ? sources : { ...sources, ...saidSources, ...pageSources };

/** Prints what one lacks, and returns how much. */
function list(language: string): number {
  const translation = translationOf(language),
    sources = sourcesOf(language),
    { missing, old, unused } = lacksOf(sources, translation, language);
  for (const id of missing) console.log(`missing  ${id}\n    ${sources[id]}`);
  for (const id of old) {
    const { en, [language]: text } = translation[id] ?? {};
    console.log(
      `old      ${id}\n    was: ${en}\n    is:  ${sources[id]}\n    ${language}:  ${text}`,
    );
  }
  for (const id of unused) console.log(`unused   ${id}`);
  console.log(`${language}: ${missing.length} missing, ${old.length} old, ${unused.length} unused`);
  return missing.length + old.length + unused.length;
}

const languages = process.argv.slice(2).filter(word => /^[a-z]{2}$/.test(word));
const lacking = (languages.length > 0 ? languages : ["de"]).map(list);
process.exitCode = lacking.some(n => n > 0) ? 1 : 0;
