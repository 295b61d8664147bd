// The dates of deals of the day.

/** The date that counts, as for the server: that of UTC. */
export const today = (now = Date.now()): string => new Date(now).toISOString().slice(0, 10);

export const isDate = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text));

export const dateText = (date: string, language: string): string =>
  new Date(`${date}T12:00:00Z`).toLocaleDateString(language, {
    dateStyle: "long",
    timeZone: "UTC",
  });
