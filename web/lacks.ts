// Lists what translations of the rows lack: npm run translations, or npm run translations -- fr for one that is begun.
import { existsSync, readFileSync } from "node:fs";
import { sources } from "./rows";
import { lacksOf, type Translation } from "./translation";

function translationOf(language: string): Translation {
  const file = new URL(`src/words/rows.${language}.json`, import.meta.url);
  return existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Translation) : {};
}

/** Prints what one lacks, and returns how much. */
function list(language: string): number {
  const translation = translationOf(language),
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
