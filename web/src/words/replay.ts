// Words of replays. Each: [English, Deutsch].
export const replay = {
  "replay.title": ["Replay", "Wiedergabe"],
  "replay.opening": ["The record is being opened …", "Die Aufzeichnung wird geöffnet …"],
  "replay.not-over": [
    "This game is not over yet. Its record will be here when it ends; until then you can watch.",
    "Diese Partie läuft noch. Ihre Aufzeichnung gibt es, wenn sie vorbei ist; bis dahin kannst du zusehen.",
  ],
  "replay.not-found": ["There is no such game here.", "Diese Partie gibt es hier nicht."],
  "replay.file-gone": [
    "Records from files stay in their window. Open the file again from the list of records.",
    "Aufzeichnungen aus Dateien bleiben in ihrem Fenster. Öffne die Datei noch einmal in der Liste der Aufzeichnungen.",
  ],
  "replay.bad-record": [
    "This cannot be read as a record of a game. Was it changed, or is it another file?",
    "Das lässt sich nicht als Aufzeichnung einer Partie lesen. Wurde sie verändert, oder ist es eine andere Datei?",
  ],
  "replay.newer-rules": [
    "This game was played by newer rules ({rules}), which this page does not know. Reload the page; if that does not help, the server needs a newer version.",
    "Diese Aufzeichnung wurde nach neueren Regeln gespielt ({rules}), die diese Seite nicht kennt. Lade die Seite neu; hilft das nicht, braucht der Server eine neuere Version.",
  ],
  "replay.no-rulebook": [
    "This is a record of the game “{game}”, which cannot be shown in the browser. `charlatan verify` can check it.",
    "Das ist eine Aufzeichnung des Spiels „{game}“, das der Browser nicht zeigen kann. `charlatan verify` kann sie prüfen.",
  ],
  "replay.old-rules": [
    "This game was played by the rules of version {rules}, and is replayed by them.",
    "Diese Partie wurde nach den Regeln der Version {rules} gespielt und wird nach ihnen wiedergegeben.",
  ],
  "replay.broken": [
    "The replay could not be opened. Check the connection and try again.",
    "Die Wiedergabe ließ sich nicht öffnen. Prüfe die Verbindung und versuche es noch einmal.",
  ],
  "replay.to-table": ["To the table", "Zum Tisch"],
  "replay.records": ["All records", "Alle Aufzeichnungen"],
  "replay.wrong-from": [
    "This record has an error in line {line}; it is shown up to there.",
    "Diese Aufzeichnung hat einen Fehler in Zeile {line}; gezeigt wird sie bis dorthin.",
  ],
  "replay.story": ["Moves", "Züge"],
  "replay.controls": ["Replay", "Wiedergabe"],
  "replay.slider": ["Where in the game", "Stelle in der Partie"],
  "replay.beginning": ["The beginning", "Der Anfang"],
  "replay.move": ["Move {n} of {of}", "Zug {n} von {of}"],
  "replay.more": ["… and {n} more: see the moves", "… und {n} weitere: siehe Züge"],
  "replay.undo": [
    "Before this, {who} took back {n:move|moves}.",
    "Davor hat {who} {n:Zug|Züge} zurückgenommen.",
  ],
  "replay.undo-agreed": [
    "Before this, {who} took back {n:move|moves}; the others agreed.",
    "Davor hat {who} {n:Zug|Züge} zurückgenommen; die anderen waren einverstanden.",
  ],
  "replay.plea-refused": [
    "Before this, {who} asked to take a move back; {other} refused.",
    "Davor wollte {who} einen Zug zurücknehmen; {other} war nicht einverstanden.",
  ],
  "replay.plea-lapsed": [
    "Before this, {who} asked to take a move back; not everyone agreed.",
    "Davor wollte {who} einen Zug zurücknehmen; nicht alle waren einverstanden.",
  ],
  "replay.hurried-busy": [
    "{who} had less time to think: the server was busy.",
    "{who} hatte weniger Zeit zum Nachdenken: Der Server war ausgelastet.",
  ],
  "replay.hurried-budget": [
    "{who} had less time to think: the bots’ thinking time was used up.",
    "{who} hatte weniger Zeit zum Nachdenken: Die Bedenkzeit der Bots war aufgebraucht.",
  ],
  "replay.hurried-failed": [
    "{who} could not answer by itself: rules of thumb played for it.",
    "{who} konnte nicht selbst antworten: Faustregeln haben gespielt.",
  ],
  "replay.asked": ["Next: {who}", "Als Nächstes: {who}"],
  "replay.asked-all": ["Next, at the same time: {who}", "Als Nächstes, gleichzeitig: {who}"],
  "replay.first": ["To the beginning", "Zum Anfang"],
  "replay.previous": ["One move back", "Einen Zug zurück"],
  "replay.next": ["One move on", "Einen Zug weiter"],
  "replay.last": ["To the end", "Zum Ende"],
  "replay.mark-back": ["Previous round or turn", "Zur vorigen Runde"],
  "replay.mark-on": ["Next round or turn", "Zur nächsten Runde"],
  "replay.play": ["Play", "Abspielen"],
  "replay.pause": ["Pause", "Anhalten"],
  "replay.speed": ["Speed", "Tempo"],
  "replay.viewer": ["Point of view", "Blickwinkel"],
  "replay.everything": ["Everything", "Alles"],
  "replay.spectator": ["As a spectator", "Wie ein Zuschauer"],
  "replay.as": ["As {who}", "Wie {who}"],
  "replay.link": ["Copy link", "Link kopieren"],
  "replay.continue": ["Continue from here", "Von hier weiterspielen"],
  "replay.continue-why": [
    "A practice game of your own: the beginning is the same ({n:move|moves}), then you play.",
    "Eine eigene Übungspartie: Der Anfang ist derselbe ({n:Zug|Züge}), dann spielst du.",
  ],
  "replay.continue-luck": ["The luck from here on", "Das Glück von hier an"],
  "replay.continue-luck.new": ["New luck", "Neues Glück"],
  "replay.continue-luck.same": [
    "The same luck: the same answers bring the same cards and chips",
    "Dasselbe Glück: Dieselben Antworten bringen dieselben Karten und Chips",
  ],
  "replay.continue-seat": ["Your seat", "Dein Platz"],
  "replay.continue-bot": ["The others are played by", "Die anderen spielt"],
  "replay.continue-go": ["Play on", "Weiterspielen"],
  "replay.guest": ["Guest", "Gast"],
  "replay.verify": ["Verify", "Prüfen"],
  "replay.verify-why": [
    "Before the game the server showed a commitment, which seals the seed of all luck. Now the seed is known: your browser replays the whole game and compares.",
    "Vor der Partie zeigte der Server eine Versiegelung des Startwerts, aus dem alles Glück folgt. Jetzt ist der Startwert bekannt: Dein Browser spielt die ganze Partie nach und vergleicht.",
  ],
  "replay.verifying": ["Replaying the game …", "Wird nachgespielt …"],
  "replay.verify-failed": [
    "It could not be checked here. Try again.",
    "Das ließ sich hier nicht prüfen. Versuche es noch einmal.",
  ],
  "replay.verdict-ok": [
    "The record is correct, and the luck is what was sealed before the game.",
    "Die Aufzeichnung stimmt, und das Glück ist das, was vor der Partie versiegelt wurde.",
  ],
  "replay.verdict-open": [
    "Everything so far is correct. The luck can be proven once the game has a result.",
    "Bisher stimmt alles. Das Glück lässt sich beweisen, sobald die Partie ein Ergebnis hat.",
  ],
  "replay.verdict-wrong": ["This record is not correct.", "Diese Aufzeichnung stimmt nicht."],
  "replay.commitment": [
    "Commitment, shown before the game",
    "Versiegelung, vor der Partie gezeigt",
  ],
  "replay.seed": ["Seed", "Startwert"],
  "replay.salt": ["Salt", "Salz"],
  "replay.state.ok": ["right", "stimmt"],
  "replay.state.wrong": ["wrong", "falsch"],
  "replay.state.skipped": ["not checked", "nicht geprüft"],
  "replay.check.shape": ["Form", "Form"],
  "replay.check.commitment": ["Commitment", "Versiegelung"],
  "replay.check.nonces": ["Players' share of the luck", "Anteil der Spieler am Glück"],
  "replay.check.witness": ["Witness", "Zeuge"],
  "replay.check.fork": ["Beginning", "Anfang"],
  "replay.check.moves": ["Moves", "Züge"],
  "replay.check.chance": ["Chance", "Glück"],
  "replay.check.hashes": ["Positions", "Stellungen"],
  "replay.check.result": ["Result", "Ergebnis"],
  "replay.said.shape.ok": [
    "The record can be read: {moves:move|moves}.",
    "Die Aufzeichnung ist lesbar: {moves:Zug|Züge}.",
  ],
  "replay.said.commitment.ok": [
    "Seed and salt match the commitment.",
    "Startwert und Salz ergeben die Versiegelung, die vor der Partie gezeigt wurde.",
  ],
  "replay.said.commitment.wrong": [
    "Seed and salt do not match the commitment.",
    "Startwert und Salz ergeben die Versiegelung nicht: Das ist nicht der versprochene Startwert.",
  ],
  "replay.said.commitment.skipped": [
    "There is no result yet, so the seed is not known.",
    "Es gibt noch kein Ergebnis, darum ist der Startwert noch nicht bekannt.",
  ],
  "replay.said.nonces.ok": [
    "Seats whose nonce went into the luck: {seats}; seats that withheld one: {withheld}.",
    "Plätze, die zum Glück beigetragen haben: {seats}; Plätze, die ihren Anteil zurückhielten: {withheld}.",
  ],
  "replay.said.nonces.wrong": [
    "A nonce does not match what its seat had committed to.",
    "Ein Anteil passt nicht zu dem, worauf sich sein Platz festgelegt hatte.",
  ],
  "replay.said.nonces.skipped": [
    "No seat gave a nonce.",
    "Kein Platz hat etwas beigetragen: Dass der Startwert zufällig war, muss man glauben.",
  ],
  "replay.said.witness.ok": [
    "The witness's secret gives all {parts} parts of the luck, and matches its commitment. Signatures are not checked here.",
    "Das Geheimnis des Zeugen ergibt alle {parts} Teile des Glücks und passt zu seiner Festlegung. Unterschriften werden hier nicht geprüft.",
  ],
  "replay.said.witness.skipped": [
    "There is a witness, but no seed yet to check it with.",
    "Es gibt einen Zeugen, aber noch keinen Startwert, um ihn zu prüfen.",
  ],
  "replay.said.fork.skipped": [
    "A practice match: the luck of its beginning ({moves:move|moves}) comes from another match.",
    "Eine Übungspartie: Das Glück des Anfangs ({moves:Zug|Züge}) ist das einer anderen Partie.",
  ],
  "replay.said.fork.same": [
    "A practice match: its beginning ({moves:move|moves}) and all its luck come from another match.",
    "Eine Übungspartie: Ihr Anfang ({moves:Zug|Züge}) und all ihr Glück sind die einer anderen Partie.",
  ],
  "replay.said.moves.ok": ["Legal moves: {moves} of {of}.", "Erlaubte Züge: {moves} von {of}."],
  "replay.said.moves.skipped": [
    "Moves checked: {moves} of {of}.",
    "Geprüfte Züge, alle erlaubt: {moves} von {of}.",
  ],
  "replay.said.chance.ok": [
    "{outcomes:random outcome was|random outcomes were} worked out again from the seed, and all agree.",
    "{outcomes} Zufallsergebnisse wurden neu aus dem Startwert bestimmt und stimmen überein.",
  ],
  "replay.said.chance.skipped": [
    "{outcomes:random outcome is|random outcomes are} possible; without the right seed, no more can be said.",
    "{outcomes} Zufallsergebnisse sind möglich; ohne den richtigen Startwert lässt sich nicht mehr sagen.",
  ],
  "replay.said.hashes.ok": [
    "The position matches the record after {hashes} of {of:move|moves}.",
    "Nach {hashes} von {of:Zug|Zügen} stimmt die Stellung überein.",
  ],
  "replay.said.hashes.skipped": [
    "The position matches the record after {hashes} of {of:move|moves}.",
    "Nach {hashes} von {of:Zug|Zügen} stimmt die Stellung überein.",
  ],
  "replay.said.hashes.old": [
    "The hashes of rules {rules} have a form that is no longer used. They are not compared.",
    "Die Prüfwerte der Regeln {rules} haben eine Form, die nicht mehr benutzt wird. Sie werden nicht verglichen.",
  ],
  "replay.said.result.ok": [
    "Scores and winners match the game.",
    "Punkte und Sieger sind die der Partie.",
  ],
  "replay.said.result.skipped": [
    "There is no result to check.",
    "Es gibt kein Ergebnis zu prüfen.",
  ],
} as const;
