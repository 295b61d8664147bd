// The languages of the page, each by its own name. English is what every row is written in, and stands for what another
// language lacks (words/rows.LANGUAGE.json). Free of modules of the page, so that the build can use it too.
export const languages = { en: "English", de: "Deutsch" } as const;

export type Language = keyof typeof languages;

export const codes = Object.keys(languages) as Language[];
