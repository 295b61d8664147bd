// Words of the log. Each: [English, Deutsch].
export const log = {
  "log.empty": [
    "Nothing has happened yet since you came.",
    "Seit du da bist, ist noch nichts passiert.",
  ],
  "log.newest": ["Newest", "Neuestes"],
} as const;
