// Words about the host of a table. Each: [English, Deutsch].
export const host = {
  "host.host": ["host", "leitet den Tisch"],
  "host.waits": [
    "Some seats are free. The game begins when all are taken, or when {who} starts it.",
    "Es sind Plätze frei. Die Partie beginnt, wenn alle besetzt sind oder {who} sie startet.",
  ],
  "host.waits-you": [
    "Some seats are free. The game begins when all are taken, or when you start it.",
    "Es sind Plätze frei. Die Partie beginnt, wenn alle besetzt sind oder du sie startest.",
  ],
  "host.waits-start": [
    "Everyone is here. The game begins when {who} starts it.",
    "Alle sind da. Die Partie beginnt, sobald {who} sie startet.",
  ],
  "host.waits-start-you": [
    "Everyone is here. The game begins when you start it.",
    "Alle sind da. Die Partie beginnt, sobald du sie startest.",
  ],
  "host.locked": ["locked", "geschlossen"],
  "host.is-locked": [
    "{who} has locked the table: nobody else can sit down.",
    "{who} hat den Tisch geschlossen: Niemand kann sich mehr dazusetzen.",
  ],
  "host.yours": ["Your table", "Dein Tisch"],
  "host.yours-why": [
    "You host this table. If you leave, the longest-seated player becomes host.",
    "Du leitest diesen Tisch. Wenn du gehst, leitet ihn, wer am längsten hier sitzt.",
  ],
  "host.lock": [
    "Lock the table: nobody else can sit down",
    "Tisch schließen: Niemand setzt sich mehr dazu",
  ],
  "host.approve": [
    "Ask me before someone takes over a seat",
    "Mich fragen, bevor jemand einen Platz übernimmt",
  ],
  "host.remove": ["Remove", "Entfernen"],
  "host.remove-who": ["Remove {who}", "{who} entfernen"],
  "host.remove-why": [
    "{who} loses the seat. With the link to the table they can sit down again, unless you keep them out or lock the table.",
    "{who} verliert den Platz. Mit dem Link zum Tisch kann man sich wieder hinsetzen, außer du schließt die Person aus oder schließt den Tisch.",
  ],
  "host.keep-out": [
    "Keep them out: nobody from their network can sit down here again",
    "Ausschließen: Aus ihrem Netz kann sich hier niemand mehr hinsetzen",
  ],
  "host.cancel": ["Cancel", "Abbrechen"],
  "host.removed-one": ["{who} was removed by the host.", "{who} wurde vom Tisch entfernt."],
  "host.is-now": ["{who} is the host now.", "{who} leitet jetzt den Tisch."],
  "host.you-now": [
    "You are the host now: the previous host has left.",
    "Du leitest jetzt diesen Tisch: Wer ihn geleitet hat, ist gegangen.",
  ],
  "host.knocks": [
    "{who} would like to take over the seat of {seat}.",
    "{who} möchte den Platz von {seat} übernehmen.",
  ],
  "host.admit": ["Let {who} play", "{who} mitspielen lassen"],
  "host.deny": ["No", "Nein"],
  "host.asks-first": [
    "{who} decides who takes over a seat.",
    "{who} entscheidet, wer einen Platz übernimmt.",
  ],
  "host.knocking": [
    "You have asked for the seat of {seat}. The host will answer.",
    "Du hast um den Platz von {seat} gebeten. Die Antwort kommt von der Person, die den Tisch leitet.",
  ],
  "host.other-knocks": [
    "{who} has asked for this seat and is waiting for an answer.",
    "{who} hat um diesen Platz gebeten und wartet auf die Antwort.",
  ],
  "host.denied": ["The host declined.", "Die Bitte um den Platz wurde abgelehnt."],
} as const;
