// Words of reviews. Each: [English, Deutsch].
export const review = {
  "review.title": ["Review", "Analyse"],
  "review.open": ["Review", "Analysieren"],
  "review.close": ["Close the review", "Analyse schließen"],
  "review.progress": ["{done} of {all} positions", "{done} von {all} Stellungen"],
  "review.starting": [
    "Computed on this device; nothing is sent …",
    "Auf diesem Gerät berechnet; nichts wird gesendet …",
  ],
  "review.stop": ["Stop", "Anhalten"],
  "review.stopped": ["Stopped: the review ends here.", "Angehalten: Die Analyse endet hier."],
  "review.go-on": ["Review it all", "Alles analysieren"],
  "review.broken": [
    "The review could not be made. Check the connection and try again.",
    "Die Analyse ist nicht gelungen. Prüfe die Verbindung und versuche es noch einmal.",
  ],
  "review.chances": ["Chances of winning", "Gewinnchancen"],
  "review.whose": ["Whose mistakes", "Wessen Fehler"],
  "review.everybody": ["Everyone", "Alle"],
  "review.next": ["Next mistake", "Nächster Fehler"],
  "review.previous": ["Previous mistake", "Voriger Fehler"],
  "review.no-faults": ["No mistakes.", "Keine Fehler."],
  "review.no-faults-yet": ["No mistakes so far.", "Bisher keine Fehler."],
  "review.pick": [
    "{n:mistake|mistakes}. Click a mark, or go to the next one.",
    "{n:Fehler|Fehler}. Klicke auf eine Marke oder geh zum nächsten.",
  ],
  "review.mark.doubtful": ["doubtful", "zweifelhaft"],
  "review.mark.mistake": ["mistake", "Fehler"],
  "review.mark.blunder": ["blunder", "grober Fehler"],
  // Where several answers of a turn lost something.
  "review.mark-of": ["{mark} of {n} %", "{mark} mit {n} %"],
  "review.fault": [
    "Move {n}, {who}: {mark}, {loss} % lost",
    "Zug {n}, {who}: {mark}, {loss} % verloren",
  ],
  "review.moment.lucky": [
    "Move {n}, {who}: lucky, {share} % gained",
    "Zug {n}, {who}: Glück, {share} % gewonnen",
  ],
  "review.moment.unlucky": [
    "Move {n}, {who}: unlucky, {share} % lost",
    "Zug {n}, {who}: Pech, {share} % verloren",
  ],
  "review.told.lucky": [
    "Lucky for {who}: chance of winning +{share} %.",
    "Glück für {who}: Gewinnchance +{share} %.",
  ],
  "review.told.unlucky": [
    "Unlucky for {who}: chance of winning −{share} %.",
    "Pech für {who}: Gewinnchance −{share} %.",
  ],
  "review.key": ["▲ lucky ▽ unlucky", "▲ Glück ▽ Pech"],
  "review.did": ["{who} chose: {move}.", "{who} wählte: {move}."],
  "review.better": [
    "Better by {loss:percentage point|percentage points}: {move} – {reason}.",
    "Um {loss:Prozentpunkt|Prozentpunkte} besser: {move} – {reason}.",
  ],
  "review.show": ["Show what was better", "Zeigen, was besser war"],
  "review.back": ["Back to the game", "Zurück zur Partie"],
  "review.imagined": [
    "This is how it might have continued. Luck and hidden things are guessed.",
    "So hätte es weitergehen können. Glück und Verdecktes sind geraten.",
  ],
  "review.again": ["Try again from here", "Von hier noch einmal versuchen"],
  "review.sums": ["Luck and skill", "Glück und Können"],
  "review.luck": ["Luck", "Glück"],
  "review.skill": ["Skill", "Können"],
  "review.value": ["{n} % ± {error}", "{n} % ± {error}"],
  "review.sums-why": [
    "Start {start} % + luck + skill = result. Skill is what your own answers lost; luck is everything else.",
    "Anfang {start} % + Glück + Können = Ergebnis. Können ist, was eigene Antworten verloren haben; Glück ist alles andere.",
  ],
  "review.result": ["result {n} %", "Ergebnis {n} %"],
} as const;
