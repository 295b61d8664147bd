// Words of the page as an app: new versions, what is stored on this device, games as a file.
export const app = {
  "app.news": [
    "A new version is ready. Your games stay as they are.",
    "Eine neue Version ist da. Deine Partien bleiben, wie sie sind.",
  ],
  "app.news-take": ["Use it now", "Jetzt verwenden"],
  "app.news-later": ["Later", "Später"],

  "app.shared": ["Shared with charlatan", "Mit charlatan geteilt"],
  "app.shared-gone": [
    "What was shared is no longer here. Share it again.",
    "Was geteilt wurde, ist nicht mehr da. Teile es noch einmal.",
  ],
  "app.shared-large": [
    "This file is too large to be a record or a file of games.",
    "Diese Datei ist zu groß für eine Aufzeichnung oder eine Datei mit Partien.",
  ],
  "app.shared-unknown": [
    "This is neither the record of a game nor a file of games nor a link to one.",
    "Das ist weder die Aufzeichnung einer Partie noch eine Datei mit Partien noch ein Link zu einer.",
  ],

  "app.offline-ready": [
    "This page also works without a connection.",
    "Diese Seite funktioniert auch ohne Verbindung.",
  ],
  "app.offline-core": [
    "You can play without a connection; reviews and the strongest bot are still being downloaded.",
    "Du kannst ohne Verbindung spielen; Analysen und der stärkste Bot werden noch geladen.",
  ],
  "app.offline-not": [
    "This page still needs a connection: its files are being downloaded.",
    "Noch braucht diese Seite eine Verbindung: Ihre Dateien werden gerade geladen.",
  ],
  "app.persisted": [
    "The browser keeps your games until you delete them.",
    "Der Browser behält deine Partien, bis du sie löschst.",
  ],
  "app.not-persisted": [
    "The browser may delete your games if the device runs out of room. Save them as a file now and then.",
    "Der Browser darf deine Partien löschen, wenn auf dem Gerät der Platz ausgeht. Speichere sie ab und zu als Datei.",
  ],

  "app.file-title": ["Everything as one file", "Alles als eine Datei"],
  "app.file-why": [
    "All games that are stored in this browser, your seats on servers, statistics and settings. Anyone who has the file can play your seats.",
    "Alle Partien, die in diesem Browser gespeichert sind, deine Plätze auf Servern, Statistik und Einstellungen. Wer die Datei hat, kann auf deinen Plätzen spielen.",
  ],
  "app.file-save": ["Save as a file", "Als Datei speichern"],
  "app.file-take": ["Import from a file", "Aus Datei übernehmen"],
  "app.file-saved": [
    "Saved: {games:game|games} and everything else.",
    "Gespeichert: {games:Partie|Partien} und alles andere.",
  ],
  "app.file-offered": [
    "This is a file with games, seats and settings. Import it only if you shared it yourself. What is here stays as it is.",
    "Das ist eine Datei mit Partien, Plätzen und Einstellungen. Übernimm sie nur, wenn du sie selbst geteilt hast. Was hier ist, bleibt, wie es ist.",
  ],
  "app.file-offered-yes": ["Import", "Übernehmen"],
  "app.file-checking": ["The file is being checked …", "Die Datei wird geprüft …"],
  "app.file-taken": [
    "Imported: {added:new game|new games}, {longer:continued game|continued games}. Already here: {same}.",
    "Übernommen: {added:neue Partie|neue Partien}, {longer:fortgesetzte Partie|fortgesetzte Partien}. Schon da: {same}.",
  ],
  "app.file-newer-here": [
    "{n:game is|games are} further along here; they stay as they are.",
    "{n:Partie ist|Partien sind} hier schon weiter; sie bleiben hier, wie sie sind.",
  ],
  "app.file-other": [
    "{n:game was|games were} continued differently here; they stay as they are.",
    "{n:Partie wurde|Partien wurden} hier anders fortgesetzt; sie bleiben hier, wie sie sind.",
  ],
  "app.file-unplayable": [
    "Left out, because the rules cannot play them: {n:game|games} of the file.",
    "Ausgelassen, weil die Regeln sie nicht spielen können: {n:Partie|Partien} der Datei.",
  ],
  "app.file-mine": [
    "Statistics, seats and settings were added where there were none.",
    "Statistik, Plätze und Einstellungen wurden ergänzt, wo noch keine waren.",
  ],
  "app.file-not-ours": [
    "“{name}” is not a charlatan games file.",
    "„{name}“ ist keine Partiendatei von charlatan.",
  ],
  "app.file-newer": [
    "“{name}” was saved by a newer version of this page. Reload the page to get it.",
    "„{name}“ wurde mit einer neueren Version dieser Seite gespeichert. Lade die Seite neu, um sie zu bekommen.",
  ],
  "app.file-damaged": [
    "“{name}” is damaged in line {line}. Nothing was imported.",
    "„{name}“ ist in Zeile {line} beschädigt. Nichts wurde übernommen.",
  ],
  "app.file-cut": [
    "“{name}” ends too early: a part of it is missing. Nothing was imported.",
    "„{name}“ hört zu früh auf: Ein Teil fehlt. Nichts wurde übernommen.",
  ],
  "app.file-large": [
    "“{name}” is too large to be a file of games.",
    "„{name}“ ist zu groß für eine Datei mit Partien.",
  ],
  "app.file-halfway": [
    "There was no room for all games of the file. Imported: {n:game|games}. Make room and import the same file again.",
    "Für alle Partien der Datei war kein Platz. Übernommen: {n:Partie|Partien}. Schaffe Platz und übernimm dieselbe Datei noch einmal.",
  ],

  "app.free": ["Make room", "Platz schaffen"],
  "app.free-why": [
    "The {n:finished game|finished games} that are stored in this browser are deleted, with their records. Statistics stay. Save everything as a file first if you want to keep them.",
    "{n:beendete Partie|beendete Partien}, die in diesem Browser gespeichert sind, werden gelöscht, mit ihren Aufzeichnungen. Die Statistik bleibt. Speichere vorher alles als Datei, wenn du sie behalten willst.",
  ],
  "app.free-yes": ["Delete finished games", "Beendete Partien löschen"],

  "app.carry": [
    "Save this game to continue it elsewhere",
    "Diese Partie zum Weiterspielen speichern",
  ],
  "app.carry-why": [
    "Open the file on a server or another device (Records), and continue from its last move. It also contains what is hidden from you.",
    "Öffne die Datei auf einem Server oder einem anderen Gerät (Aufzeichnungen) und spiele vom letzten Zug an weiter. Sie enthält auch, was dir verborgen ist.",
  ],

  "app.trouble-quota": [
    "There is no room left in this browser. The last move could not be stored, so it was not made. Save your games as a file, then make room.",
    "In diesem Browser ist kein Platz mehr. Der letzte Zug wurde nicht gespeichert und darum nicht ausgeführt. Speichere deine Partien als Datei und schaffe dann Platz.",
  ],
  "app.trouble-newer": [
    "A newer version of this page has changed what is stored here. Reload this page to continue.",
    "Eine neuere Version dieser Seite hat geändert, was hier gespeichert ist. Lade diese Seite neu, um weiterzuspielen.",
  ],
  "app.trouble-failed": [
    "This browser cannot store moves at the moment, so none are made. Try again; if that does not help, save your games as a file and restart the browser.",
    "Dieser Browser kann gerade keine Züge speichern, darum wird keiner ausgeführt. Versuche es noch einmal; hilft das nicht, speichere deine Partien als Datei und starte den Browser neu.",
  ],
  "app.trouble-deleted": [
    "The stored games of this browser were deleted while this page was open. Games that are open here were stored again; others are gone, unless you have them as a file.",
    "Die gespeicherten Partien dieses Browsers wurden gelöscht, während diese Seite offen war. Hier offene Partien wurden neu gespeichert; andere sind weg, wenn du sie nicht als Datei hast.",
  ],
  "app.trouble-save": ["Save games as a file", "Partien als Datei speichern"],
  "app.trouble-reload": ["Reload the page", "Seite neu laden"],
} as const;
