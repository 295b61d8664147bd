// Words of a table that do not depend on the game.
export const table = {
  "table.connecting": ["Connecting …", "Verbindung wird aufgebaut …"],
  "table.lost": ["Connection lost. Reconnecting …", "Die Verbindung ist weg. Neuer Versuch …"],
  "table.restart": [
    "The server has stopped. If it comes back and has kept this table, the game goes on here.",
    "Der Server wurde angehalten. Kommt er wieder und hat er diesen Tisch behalten, geht es hier weiter.",
  ],
  "table.again": ["Connected again.", "Wieder verbunden."],
  "table.replaced": [
    "This seat is open in another window.",
    "Dieser Platz ist in einem anderen Fenster offen.",
  ],
  "table.unknown-table": ["There is no such table.", "Diesen Tisch gibt es nicht."],
  "table.broken-table": [
    "The server cannot read its data of this table. Your seat is kept; tell the operator.",
    "Der Server kann nicht lesen, was er von diesem Tisch gespeichert hat. Dein Platz bleibt dir; sag dem Betreiber Bescheid.",
  ],
  "table.broken-table.here": [
    "This device cannot read its data of this table. Your seat is kept.",
    "Dieses Gerät kann nicht lesen, was es von diesem Tisch gespeichert hat. Dein Platz bleibt dir.",
  ],
  "table.unknown-table.here": [
    "This device has no such table. Games on one device cannot be opened on another by their address.",
    "Dieses Gerät hat keinen solchen Tisch. Partien auf einem Gerät lassen sich nicht über ihre Adresse auf einem anderen öffnen.",
  ],
  "table.lost.here": [
    "The game has stopped. Starting it again …",
    "Das Spiel ist stehen geblieben. Es wird neu gestartet …",
  ],
  "table.old-client": [
    "This page is older than the server. Reload it.",
    "Diese Seite ist älter als der Server. Lade sie neu.",
  ],
  "table.load-again": ["Reload", "Neu laden"],
  "table.try-again": ["Try again", "Noch einmal versuchen"],
  "table.wrong-token": [
    "This browser's key is no longer valid for this table.",
    "Der Schlüssel dieses Browsers gilt für diesen Tisch nicht mehr.",
  ],
  "table.removed": [
    "The host has removed you from this table. You can still watch.",
    "Du wurdest von diesem Tisch entfernt. Zusehen kannst du noch.",
  ],
  "table.revoked": [
    "Another of your devices has taken over this seat. You can still watch here.",
    "Ein anderes deiner Geräte hat diesen Platz übernommen. Zusehen kannst du hier noch.",
  ],
  "table.deleted": [
    "The operator of the server has deleted this table.",
    "Der Betreiber des Servers hat diesen Tisch gelöscht.",
  ],
  "table.banned": [
    "The operator of the server has banned your address.",
    "Der Betreiber des Servers hat deine Adresse ausgeschlossen.",
  ],
  "table.watch": ["Watch", "Zusehen"],
  "table.full": [
    "Too many people are already watching this table.",
    "An diesem Tisch sehen schon zu viele zu.",
  ],
  "table.play-here": ["Play here instead", "Hier weiterspielen"],
  "table.waiting": ["Waiting for players.", "Es fehlen noch Mitspieler."],
  "table.closed": [
    "This table was closed without a result.",
    "Dieser Tisch wurde ohne Ergebnis geschlossen.",
  ],
  "table.closed-long": [
    "This table was closed without a result: the game has become too long.",
    "Dieser Tisch wurde ohne Ergebnis geschlossen: Die Partie ist zu lang geworden.",
  ],
  "table.closed-witness": [
    "This table was closed without a result: its witness has not answered for 30 days.",
    "Dieser Tisch wurde ohne Ergebnis geschlossen: Sein Zeuge hat seit 30 Tagen nicht geantwortet.",
  ],
  "table.closed-empty": [
    "This table was closed because everyone has left.",
    "Dieser Tisch wurde geschlossen, weil alle gegangen sind.",
  ],
  "table.closed-nobody": [
    "This table was closed because nobody came.",
    "Dieser Tisch wurde geschlossen, weil niemand kam.",
  ],
  "table.thinking": ["{who} is thinking …", "{who} überlegt …"],
  "table.thinking-all": ["{who} are thinking …", "{who} überlegen …"],
  "table.witness": [
    "The table is waiting for its witness. No clock runs meanwhile.",
    "Der Tisch wartet auf seinen Zeugen. Niemand verliert dabei Zeit.",
  ],
  "table.moment": ["One moment …", "Einen Moment …"],
  "table.result-comes": ["The game is over.", "Die Partie ist vorbei."],
  "table.win-you": ["You win with {n} {unit}!", "Du gewinnst: {n} {unit}!"],
  "table.win": ["{who} wins with {n} {unit}.", "{who} gewinnt: {n} {unit}."],
  "table.win-shared": ["{who} share the win.", "{who} teilen sich den Sieg."],
  "table.plead": [
    "{who} asks to take a move back. Do you agree?",
    "{who} möchte einen Zug zurücknehmen. Bist du einverstanden?",
  ],
  "table.agree": ["Agree", "Einverstanden"],
  "table.no": ["No", "Nein"],
  "table.pleading": [
    "You asked to take a move back. Not answered yet: {others}.",
    "Du möchtest einen Zug zurücknehmen. Noch keine Antwort: {others}.",
  ],
  "table.pleading-other": [
    "{who} asks to take a move back. Not answered yet: {others}.",
    "{who} möchte einen Zug zurücknehmen. Noch keine Antwort: {others}.",
  ],
  "table.away-clock": [
    "Your time ran out: a bot plays for you.",
    "Deine Zeit ist um: Ein Bot spielt für dich.",
  ],
  "table.away-left": [
    "A bot plays for you until you are back.",
    "Ein Bot spielt für dich, bis du zurück bist.",
  ],
  "table.back": ["Take my seat back", "Meinen Platz zurücknehmen"],
  "table.to-door": ["Leave, or begin a new game", "Verlassen oder neu beginnen"],
  "table.to-door-why": [
    "On the start page you can begin another game. This one stays in your list there.",
    "Auf der Startseite kannst du eine andere Partie beginnen. Diese bleibt dort in deiner Liste.",
  ],
  "table.undo": ["Take back", "Zurücknehmen"],
  "table.undo-why": [
    "Take your last move back; the others may be asked",
    "Deinen letzten Zug zurücknehmen; vielleicht werden die anderen gefragt",
  ],
  "table.undo-luck": [
    "Not now: luck was involved since your last move, or you have seen something hidden. Only practice tables allow undo then.",
    "Jetzt nicht: Seit deinem letzten Zug war Glück im Spiel, oder du hast etwas Verdecktes gesehen. Nur ein Übungstisch nimmt auch dann Züge zurück.",
  ],
  "table.skip": ["Skip", "Weiter"],
  "table.skip-why": [
    "Show at once what the others have done meanwhile",
    "Sofort zeigen, was die anderen inzwischen getan haben",
  ],
  "table.show-again": ["Show again", "Noch mal zeigen"],
  "table.show-again-why": [
    "Show again what has happened since your last move",
    "Noch einmal zeigen, was seit deinem letzten Zug passiert ist",
  ],
  "table.shown-again": [
    "Since your last move: {n} of {of}",
    "Seit deinem letzten Zug: {n} von {of}",
  ],
  "table.to-now": ["Back to now", "Zurück zum Spiel"],
  "table.level.easy": ["easy", "leicht"],
  "table.level.casual": ["casual", "locker"],
  "table.level.medium": ["medium", "mittel"],
  "table.level.hard": ["hard", "schwer"],
  "table.level.master": ["master", "meisterhaft"],
  "table.seat": ["Seat {n}", "Platz {n}"],
  "table.watching": ["You are watching", "Du siehst zu"],
  "table.left": ["{time} left", "noch {time}"],
  "table.bot-for": ["a bot for now ({bot})", "vorerst ein Bot ({bot})"],
  "table.to-move": ["to move", "am Zug"],
  "table.sits": ["{who} sits down.", "{who} setzt sich."],
  "table.rises": ["{who} gets up again.", "{who} steht wieder auf."],
  "table.begins": ["The game begins.", "Die Partie beginnt."],
  "table.went-clock": [
    "{who} ran out of time: a bot takes over.",
    "{who} hat keine Zeit mehr: Ein Bot spielt weiter.",
  ],
  "table.went-left": [
    "{who} has left: a bot takes over.",
    "{who} ist gegangen: Ein Bot spielt weiter.",
  ],
  "table.is-back": ["{who} is back.", "{who} ist zurück."],
  "table.pleads": ["{who} asks to take a move back.", "{who} möchte einen Zug zurücknehmen."],
  "table.agrees": ["{who} agrees.", "{who} ist einverstanden."],
  "table.disagrees": ["{who} disagrees.", "{who} ist nicht einverstanden."],
  "table.lapses": [
    "Not everyone agreed: no move is taken back.",
    "Nicht alle waren einverstanden: Kein Zug wird zurückgenommen.",
  ],
  "table.hurried-busy": [
    "{who} had less time to think: the server is busy.",
    "{who} hatte weniger Zeit zum Nachdenken: Der Server ist ausgelastet.",
  ],
  "table.hurried-busy.here": [
    "{who} had less time to think.",
    "{who} hatte weniger Zeit zum Nachdenken.",
  ],
  "table.hurried-budget": [
    "{who} had less time to think: the bots’ thinking time is used up for now.",
    "{who} hatte weniger Zeit zum Nachdenken: Die Bedenkzeit der Bots ist vorerst aufgebraucht.",
  ],
  "table.hurried-failed": [
    "{who} is a program and does not answer: rules of thumb take over for it.",
    "{who} ist ein Programm und antwortet nicht: Faustregeln spielen für es weiter.",
  ],
  "table.hurried-failed.here": [
    "{who}’s neural network could not be downloaded: rules of thumb play for it.",
    "Das neuronale Netz von {who} ließ sich nicht laden: Faustregeln spielen für diesen Bot.",
  ],
  "table.unlearned": [
    "{who}’s neural network is not downloaded yet, and cannot be downloaded now. Until it is, rules of thumb play for this bot. These levels need no network: {levels}.",
    "Das neuronale Netz von {who} ist noch nicht geladen und lässt sich gerade nicht laden. Bis dahin spielen Faustregeln. Diese Stufen brauchen kein Netz: {levels}.",
  ],
  "table.other-level": ["Choose another level", "Andere Stufe wählen"],
  "table.undoes": ["{who} takes a move back.", "{who} nimmt einen Zug zurück."],
  "table.everyone": ["the table", "der Tisch"],
  "table.illegal": ["That is not possible now.", "Das geht jetzt nicht."],
} as const;
