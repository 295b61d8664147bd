// Words of the log. Each: [English, Deutsch].
export const log = {
  "log.empty": [
    "Nothing has happened since you joined.",
    "Seit du da bist, ist noch nichts passiert.",
  ],
  "log.gap": [
    "More happened here while this page was not connected.",
    "Hier ist mehr geschehen, während diese Seite weg war.",
  ],
  "log.newest": ["Newest", "Neuestes"],
  "log.first": ["Newest first", "Neuestes zuerst"],
  // In "{seat} gains {n} gold." and "{seat} loses {n} infamy."
  "log.none.gold": ["no", "kein"],
  "log.none.infamy": ["no", "keinen"],
  "log.none.gold-lost": ["no", "kein"],
  "log.none.infamy-lost": ["no", "keinen"],
  "log.none.fine": ["no", "kein"],
} as const;
