// Refusals in German, by their reason: the rows of refusals.def in each folder. {0}, {1} are the values of the sentence.
// Those that only programs see (states, records, logs) have no German.
import { refusals as games } from "../games/list";

export const refusals: { [reason: string]: string } = {
  ...games,
  // games/null/refusals.def
  "call-needed": "Antworte mit „call heads“ oder „call tails“.",
  // wire/refusals.def
  "number-needed": "{0}: Hier wird eine ganze Zahl von {1} bis {2} gebraucht.",
  "number-out-of-range": "{0}: Die Zahl muss zwischen {1} und {2} liegen.",
  "flag-needed": "{0}: Möglich sind true und false.",
  "unknown-key": "{0}: Diesen Schlüssel gibt es nicht.",
  "unknown-key-near": "{0}: Diesen Schlüssel gibt es nicht; meinst du {1}?",
  "seed-needed":
    "seed: Hier werden 64 Hex-Ziffern oder eine ganze Zahl von 0 bis 2^63-1 gebraucht.",
  "unknown-game": "{0}: Möglich sind {1}.",
  "rules-needed": "rules: Hier wird eine Version gebraucht.",
  "rules-newer": "rules: Nach neueren Regeln gespielt ({0}); dieses Programm kennt die Regeln {1}.",
  "rules-unknown": "rules: Die Regeln {0} gibt es nicht; dieses Programm kennt die Regeln {1}.",
  "program-newer": "needs: Nötig ist charlatan {0} oder neuer; dies ist {1}.",
  "program-needed": "needs: Hier wird eine Version wie 1.2.3 gebraucht.",
  "options-not-object": "options: Hier wird ein Objekt gebraucht.",
  "numbers-no-cards": "{0}: {1} hat keine Kartendatei.",
  "cards-twice": "{0}: Die Zahlendatei hat auch Karten; gib sie nur an einer Stelle an.",
  "numbers-object": "{0}: Hier wird ein Objekt gebraucht.",
  "numbers-list":
    "{0}: Hier wird eine Liste mit {1} Zahlen gebraucht, oder ein Objekt mit einigen von ihnen.",
  "numbers-entry": "{0}: Diesen Eintrag gibt es nicht; möglich sind {1} bis {2}.",
  "numbers-clash": "{0}: {1}",
  "numbers-full":
    "{0}: Dieses Programm hat zu viele verschiedene Zahlen gesehen; starte es noch einmal.",
  "numbers-place": "Zeile {0}, Spalte {1}: {2}",
  "numbers-format":
    '{0}: Eine Zahlendatei beginnt mit "format": "charlatan-numbers", "version": 1.',
  "numbers-other-game": "{0}: Diese Zahlen müssen für {1} sein.",
  "numbers-none": "{0}: {1} hat keine Zahlen, die man ändern kann.",
  // match/refusals.def
  "game-over": "Die Partie ist vorbei.",
  "not-begun": "Die Partie hat noch nicht begonnen.",
  "table-closed": "Der Tisch ist geschlossen.",
  "already-begun": "Die Partie hat begonnen.",
  "bot-sits-there": "Da sitzt ein Bot.",
  "bot-plays-for-you": "Gerade spielt ein Bot für dich: Nimm zuerst deinen Platz zurück.",
  "unknown-bot": "Diesen Bot gibt es für dieses Spiel nicht.",
  "founding-needed": "Ein Tisch muss zuerst gegründet werden.",
  "seat-taken": "Da sitzt schon jemand.",
  "seat-not-left": "Die Partie läuft, und niemand hat diesen Platz verlassen.",
  "nonce-too-late": "Die Partie hat begonnen: Eine Zufallszahl kann nicht mehr dazukommen.",
  "nonce-or-commitment": "Gib entweder 'nonce' oder 'nonce_commitment', nicht beides.",
  "commitment-taken":
    "Ein anderer Platz hat sich auf dieselbe Nonce festgelegt: Ziehe eine eigene.",
  "reveal-early": "Die Plätze stehen noch nicht fest: Behalte deine Nonce bis dahin für dich.",
  "reveal-late": "Die Partie hat ohne diese Nonce begonnen: Sie kam zu spät.",
  "already-revealed": "Diese Nonce wurde schon aufgedeckt.",
  "nothing-to-reveal":
    "Es hat sich niemand auf eine Nonce festgelegt, also gibt es nichts aufzudecken.",
  "nonce-does-not-fit": "Diese Nonce passt nicht zu dem, worauf sich dein Platz festgelegt hat.",
  "nonces-not-revealed":
    "Die Partie beginnt, wenn alle Nonces aufgedeckt sind, oder nach zehn Sekunden.",
  "table-done": "Der Tisch ist geschlossen, oder seine Partie ist vorbei.",
  "name-needed": "Ein Name hat 1 bis 40 sichtbare Zeichen.",
  "name-alike":
    "So heißt an diesem Tisch schon jemand, oder es sieht so aus. Nimm einen anderen Namen.",
  "token-needed": "Wer sich setzt, braucht einen Schlüssel.",
  "already-seated": "Du sitzt schon an diesem Tisch.",
  "no-person-there": "Da sitzt kein Mensch.",
  "not-running": "Die Partie läuft nicht.",
  "bot-plays-already": "Da spielt schon ein Bot.",
  "away-why-needed": "„why“ muss clock oder left sein.",
  "time-left": "Es ist noch Zeit.",
  "nobody-away":
    "Dort spielt kein Bot für einen Menschen, also gibt es keinen Platz zurückzunehmen.",
  "person-plays-there": "Da spielt ein Mensch.",
  "not-asked": "Du bist gerade nicht gefragt.",
  "question-closed": "Diese Frage ist nicht mehr offen.",
  "time-up": "Deine Zeit ist um.",
  "no-move-to-undo": "Es gibt keinen Zug von dir, den du zurücknehmen könntest.",
  "only-last-move": "Nur dein letzter Zug kann zurückgenommen werden.",
  "plea-open": "Es möchte schon jemand einen Zug zurücknehmen.",
  "no-plea": "Niemand möchte einen Zug zurücknehmen.",
  "own-plea": "Du hast selbst gefragt: Die anderen entscheiden.",
  "not-asked-to-agree":
    "Du hast bei diesem Zug noch nicht mitgespielt und wirst deshalb nicht gefragt.",
  "undo-luck":
    "Seit deinem letzten Zug war Glück im Spiel, oder du hast etwas Verdecktes gesehen. Nur an einem Übungstisch lässt sich ein Zug dann noch zurücknehmen.",
  "practice-alone": "practice: nur für eine Person mit Bots",
  "undo-away":
    "{0} hat damals mitgespielt und ist gerade nicht da: Der Zug gilt, bis {0} zurück ist und zustimmt.",
  "undo-gone":
    "Der Zug gilt: Jemand, der damals mitgespielt hat, hat den Platz aufgegeben, und niemand kann für ihn zustimmen.",
  "undo-many":
    "In dieser Partie wurde zu viel zurückgenommen: Die Aufzeichnung hat keinen Platz für mehr.",
  "undo-often":
    "An diesem Tisch wurde schon {0}-mal ein Zug zurückgenommen oder darum gebeten. Öfter geht es nicht: Spiel weiter.",
  "undo-far":
    "Dieser Zug liegt mehr als {0:Zug|Züge} zurück. Zum Zurücknehmen ist es zu spät: Spiel weiter.",
  "only-moves-left":
    "An diesem Tisch ist neben den Zügen so viel geschehen, dass nur noch Züge gelten: Spiel weiter.",
  "question-time-up":
    "Deine Zeit für diese Frage ist um, der Bot beantwortet sie. Zur nächsten kannst du zurückkommen.",
  "already-granted": "Du bist schon einverstanden.",
  "not-over": "Die Partie ist noch nicht vorbei.",
  "rematch-exists": "Es gibt schon eine Revanche.",
  "not-a-table-id": "Das ist keine Kennung eines Tisches.",
  "already-closed": "Die Partie ist vorbei, oder der Tisch ist schon geschlossen.",
  "close-why-needed": "Der Grund für das Schließen muss reiner Text sein.",
  "one-founding": "Ein Protokoll beginnt mit seiner Gründung und hat nur eine.",
  "other-entry-due": "Ein anderer Eintrag ist an der Reihe.",
  "unknown-seat": "Diesen Platz gibt es nicht.",
  "answer-repeated": "Diese Antwort wurde schon gegeben.",
  "answered-otherwise": "Du hast diese Frage schon anders beantwortet.",
  "key-known": "Dieser Schlüssel wurde an diesem Tisch schon einmal benutzt. Wähle einen neuen.",
  "link-unknown":
    "Dieser Link öffnet keinen Platz an diesem Tisch. Sieh nach, ob er vollständig ist.",
  "link-used":
    "Dieser Link wurde schon benutzt, und ein Link gilt nur einmal. Hol dir einen neuen, wo der Platz offen ist.",
  "link-revoked": "Dieser Link wurde widerrufen. Hol dir einen neuen, wo der Platz offen ist.",
  "links-many": "Dieser Platz hat schon {0} Links und weitere Geräte. Widerrufe erst eines davon.",
  "links-ever": "Für diesen Platz gab es schon {0} Links und Geräte. Für mehr ist kein Platz.",
  "no-such-key":
    "Diesen Link oder dieses Gerät hat der Platz nicht, oder es wurde schon benutzt oder widerrufen.",
  "own-key":
    "Das ist das Gerät, das du gerade benutzt. Widerrufe es von einem anderen aus, oder verlass den Tisch.",
  "host-only": "Das kann nur, wer diesen Tisch leitet.",
  removed: "Du wurdest von diesem Tisch entfernt.",
  "kept-out": "Aus deinem Netz darf sich an diesen Tisch niemand setzen. Zusehen kannst du.",
  "table-locked":
    "Dieser Tisch ist geschlossen: Niemand kann sich mehr dazusetzen. Zusehen kannst du.",
  "address-unknown":
    "Es ist nicht bekannt, woher diese Person kommt. Entferne sie, ohne sie auszuschließen, und schließ den Tisch.",
  "same-address":
    "Diese Person ist im selben Netz wie du; von dort könnte sich dann niemand mehr hinsetzen. Entferne sie, ohne sie auszuschließen, und schließ den Tisch.",
  "remove-late": "Sobald die Partie läuft, kann niemand mehr entfernt werden.",
  "remove-self": "Das ist dein eigener Platz: Verlass stattdessen den Tisch.",
  "removed-many": "Du hast schon {0} Personen von diesem Tisch entfernt. Schließ ihn stattdessen.",
  "takeover-asks": "An diesem Tisch entscheidet, wer ihn leitet, wer einen Platz übernimmt.",
  "host-not-asked": "Danach wird an diesem Tisch nicht gefragt.",
  "knock-waits": "Jemand anderes hat um diesen Platz gebeten und wartet auf die Antwort.",
  "already-knocked": "Du hast hier schon um einen Platz gebeten. Warte auf die Antwort.",
  "nobody-knocks": "Niemand wartet auf diesen Platz.",
  "nobody-to-call": "Gerade muss niemandem gesagt werden, dass er an der Reihe ist.",
  "host-needed": "host: Hier wird der Platz eines Menschen gebraucht.",
  "old-client":
    "Diese Seite ist älter als der Server. Lade sie neu; andere Programme brauchen die Version des Servers.",
  "door-needed": "Gib „locked“ oder „approve“ an, je true oder false.",
  "approve-seat": "approve: Gefragt werden kann nur, wer selbst einen Platz hat („me“ in seats).",
  "clock-needed": "clock: Hier wird ein Objekt gebraucht.",
  "table-flags-needed": "open, wait, help, practice, locked, approve: Möglich sind true und false.",
  "fork-chance-unused": "fork: Zu diesen Zügen gehören andere Zufälle.",
  "fork-chance-impossible": "fork: Einer der Zufälle ist unmöglich.",
  "fork-move-illegal": "fork: Zug {0} ist keine Antwort von Platz {1}.",
  "founder-name-needed": "seats.{0}.name: Ein Name hat 1 bis {1} sichtbare Zeichen.",
  "seat-token-needed": "seats.{0}.token: Ein Mensch braucht einen Schlüssel.",
  "seat-token-twice": "seats.{0}.token: Platz {1} hat denselben Schlüssel.",
  "seat-unknown-bot": "seats.{0}: Den Bot „{1}“ gibt es für dieses Spiel nicht.",
  "seat-kind-needed": "seats.{0}.kind: Möglich sind human, bot und empty.",
  "seat-nonce-long": "seats.{0}.nonce: Das ist zu lang.",
  "seat-without-bot": "seats.{0}.bot: Da sitzt kein Bot.",
  "seat-without-token": "seats.{0}: Nur ein Mensch hat einen Schlüssel oder eine Zufallszahl.",
  "seat-without-name": "seats.{0}.name: Da sitzt niemand.",
  "players-needed": "players: Dieses Spiel ist für {0} bis {1} Personen.",
  "options-players": "options: Sie sind für eine andere Zahl von Personen.",
  "clock-move-long": "clock.move: Höchstens 30 Tage ({0:Sekunde|Sekunden}).",
  "clock-game-long": "clock.game: Höchstens 90 Tage ({0:Sekunde|Sekunden}).",
  "fork-move-seat": "fork: Zug {0} hat keinen Platz.",
  "fork-is-over": "fork: Es gibt nichts mehr zu spielen.",
  "fork-chance-missing": "fork: Die Zufälle fehlen.",
  "fork-chance-needed":
    "fork: Hier wird eine Liste der Zufälle für den Anfang und für jeden von höchstens {0:Zug|Zügen} gebraucht.",
  // server/refusals.def
  "too-many-tables": "Es gibt zu viele Tische. Komm später wieder.",
  "seats-words-needed":
    "seats: Möglich sind „me“, „open“ und die Bots dieses Spiels (GET /api/games).",
  "me-twice": "seats: „me“ steht da zweimal.",
  "seats-list-needed": "seats: Hier wird eine Liste mit {0} bis {1} Plätzen gebraucht.",
  "record-ends-there": "record: Von diesem Zug an kann man nicht weiterspielen.",
  "field-unknown-bot": "{0}: Diesen Bot gibt es für dieses Spiel nicht.",
  "not-a-record": "record: Das ist keine Aufzeichnung einer Partie.",
  "table-unreadable": "Der Tisch kann gerade nicht gelesen werden. Versuch es noch einmal.",
  "table-broken":
    "Der Server kann nicht lesen, was er von diesem Tisch gespeichert hat. Behalte deinen Platz und sag dem Betreiber Bescheid.",
  "table-newer":
    "Dieser Tisch braucht eine andere Version von charlatan ({0}) als die dieses Servers. Behalte deinen Platz und sag dem Betreiber Bescheid.",
  "unknown-table": "Diesen Tisch gibt es nicht.",
  "practice-not-over": "Üben kann man nur von Partien aus, die vorbei sind.",
  "table-or-record":
    "Nötig ist entweder „table“ (eine Kennung) oder „record“ (der Text einer Aufzeichnung).",
  "do-needed": "Eine Antwort braucht „do“ (einen Text) und „n“, die Nummer der Frage.",
  "unknown-question-number": "Eine Frage mit dieser Nummer gibt es nicht.",
  "true-needed": "undo, leave und back können nur true sein.",
  "grant-needed": "„grant“ muss true oder false sein.",
  "start-needed":
    "start: Hier wird der Name eines Bots für die freien Plätze gebraucht, zum Beispiel „medium“.",
  "request-needed": "Eine Anfrage braucht genau eines von react, {0}.",
  "unknown-reaction": "react: Diese Reaktion gibt es nicht.",
  "too-many-reactions": "Das war viel auf einmal. Warte ein wenig, bevor du wieder reagierst.",
  "spectators-watch":
    "Wer zusieht, kann nicht mitspielen. Melde dich mit dem Schlüssel eines Platzes.",
  "table-loading": "Der Tisch wird gerade nachgeschlagen. Frag gleich noch einmal.",
  "seat-lost": "Dieser Platz gehört dir nicht mehr.",
  "too-late": "Das geht nicht mehr. Sieh noch einmal hin.",
  "id-needed": "Eine Anfrage braucht eine „id“, eine ganze Zahl.",
  "message-not-object": "Eine Nachricht muss ein JSON-Objekt sein.",
  "name-text-needed": "name: Hier wird ein Text von 1 bis 40 Zeichen gebraucht.",
  "name-not-visible": "name: Der Name enthält Zeichen, die man nicht sieht.",
  "name-banned": "name: Dieser Name ist hier nicht erlaubt. Nimm einen anderen Namen.",
  "address-banned": "Der Betreiber dieses Servers hat deine Adresse ausgeschlossen.",
  "name-of-a-bot": "name: So heißt ein Bot, oder es sieht so aus. Nimm einen anderen Namen.",
  "name-mixed":
    "name: In einem Wort stehen Buchstaben verschiedener Alphabete. Nimm Buchstaben aus einem.",
  "nonce-needed": "{0}: Hier wird eine gerade Zahl kleiner Hex-Ziffern gebraucht, höchstens 64.",
  "pledged-nonce-needed": "{0}: Hier werden die 64 kleinen Hex-Ziffern der Nonce gebraucht.",
  "pledge-needed":
    "nonce_commitment: Hier werden 64 kleine Hex-Ziffern gebraucht, der Hash einer Nonce.",
  "key-needed":
    "key: Hier werden 22 bis 64 zufällige Zeichen aus A-Z, a-z, 0-9, _ und - gebraucht.",
  "seat-token-missing":
    "Dafür braucht es den Schlüssel eines Platzes (Authorization: Bearer TOKEN).",
  "token-unknown": "Der Schlüssel passt zu keinem Platz dieses Tisches.",
  "key-revoked":
    "Der Schlüssel dieses Geräts wurde von einem anderen Gerät desselben Platzes widerrufen.",
  "link-needed": "link: Hier wird das Geheimnis eines Links gebraucht, 32 kleine Hex-Ziffern.",
  "other-seat-here":
    "Du hast an diesem Tisch schon einen anderen Platz. Öffne den Link auf einem anderen Gerät.",
  "revoke-which":
    "Nötig ist entweder „id“, die Nummer eines Links oder Geräts, oder „others“ (true).",
  "list-arguments":
    "game muss der Name eines Spiels sein, limit 1 bis 200, before eine Zeit in ms.",
  "table-state-needed": "state: Möglich sind waiting und running.",
  "record-not-yet":
    "Die Aufzeichnung enthält alle Geheimnisse, deshalb gibt es sie erst, wenn die Partie vorbei ist.",
  "tables-unreadable": "Die Tische können gerade nicht gelesen werden. Versuch es noch einmal.",
  "join-too-late":
    "Die Partie hat begonnen. Du kannst zusehen oder einen Platz übernehmen, den jemand verlassen hat.",
  "seat-missing": "seat: Hier wird die Nummer eines Platzes gebraucht.",
  "takeover-not-now": "Einen Platz kann man nur übernehmen, solange die Partie läuft.",
  "body-not-json": "Der Inhalt ist kein gültiges JSON.",
  "body-not-object": "Der Inhalt muss ein JSON-Objekt sein.",
  "nothing-here": "Hier ist nichts.",
  "too-many-requests": "Das war zu viel auf einmal. Warte ein wenig.",
  "too-many-connections":
    "Deine Adresse hat zu viele Verbindungen. Schließe einige, oder warte ein wenig.",
  "too-many-bodies":
    "Deine Adresse sendet zu viel auf einmal. Warte, bis ein Teil davon angekommen ist.",
  "server-full": "Der Server hat so viele Verbindungen, wie er haben kann. Komm später wieder.",
  "bodies-full": "Der Server empfängt so viel, wie er kann. Versuche es gleich noch einmal.",
  "daily-terms":
    "daily: Die Partie des Tages hat „me“ und {0:Bot|Bots} „medium“, die üblichen Optionen, keine Uhr, keine Nonce und keinen Zeugen.",
  "no-witness-here": "witness: Dieser Server hat keinen Zeugen (GET /api/games).",
  "witness-silent":
    "Der Zeuge antwortet nicht. Versuch es noch einmal, oder eröffne den Tisch ohne Zeugen.",
  "witness-refuses":
    "Der Zeuge eröffnet keine Partie. Versuch es noch einmal, oder eröffne den Tisch ohne Zeugen.",
  "record-unsealed":
    "Der Zeuge hat das Ende dieser Partie noch nicht unterschrieben. Frag gleich noch einmal.",
  "witness-asked": "Der Tisch wartet auf seinen Zeugen. Versuch es gleich noch einmal.",
  "witness-for-practice": "witness: Eine Übung hat keinen Zeugen, weil ihr Glück bekannt ist.",
  "mine-needed":
    "seats: Hier wird eine Liste mit 1 bis {0} Objekten aus „table“ und „token“ gebraucht.",
  "push-off": "Dieser Server schickt keine Nachrichten an Browser.",
  "hooks-off": "Dieser Server schickt keine Nachrichten an Kanäle.",
  "lang-needed": "lang: Möglich sind en und de.",
  "url-needed":
    "Hier wird eine https-Adresse mit höchstens 699 Zeichen gebraucht, ohne Benutzer und ohne #.",
  "host-not-allowed": "Der Betreiber dieses Servers lässt keine Nachrichten an {0} zu.",
  "push-keys-needed": "p256dh und auth: Hier werden die Schlüssel eines Browsers gebraucht.",
  "shape-needed": "shape: Möglich sind ntfy, discord und slack.",
  "hook-link-needed": "link: Hier wird der Link zu diesem Tisch gebraucht.",
  "reviews-busy":
    "Der Server wertet gerade viele Partien aus. Versuche es in einer Minute noch einmal.",
  "review-impossible": "Diese Partie lässt sich nicht auswerten.",
  "server-busy":
    "Der Server schreibt gerade viele Aufzeichnungen und Übungspartien. Versuche es gleich noch einmal.",
  "practice-luck-needed": "luck: Möglich sind „new“ und „same“.",
  "practice-luck-unknown":
    "luck: Die Aufzeichnung hat kein Ergebnis und damit keinen Startwert. Übe mit neuem Glück.",
  "practice-luck-false":
    "luck: Was in der Aufzeichnung geschah, folgt nicht aus ihrem Startwert. Übe mit neuem Glück.",
  "practice-luck-witnessed":
    "luck: In einer Partie mit Zeugen hat jede Antwort ihr eigenes Glück. Übe mit neuem Glück.",
  "practice-luck-given":
    "luck: Bis Zug {0} ist das Glück dieser Aufzeichnung das einer anderen Partie. Übe mit neuem Glück oder von einem späteren Zug an.",
  "fork-chance-other": "fork: Die Zufälle folgen nicht aus dem Startwert.",
  "fork-luck-is-given":
    "Das Glück dieser Übung ist das einer anderen Partie; deshalb kann niemand etwas dazugeben.",
  "practice-late":
    "n: Dieser Zug ist zu spät zum Üben. Eine Übungspartie beginnt nach höchstens {0:Zug|Zügen}.",
  "body-too-slow": "Der Inhalt kam nicht rechtzeitig an. Sende ihn schneller.",
  "wrong-host":
    "Dieser Server hört nicht auf diesen Namen. Wer ihn betreibt, kann Namen mit --host hinzufügen.",
  "wrong-origin": "Diese Seite gehört nicht zu diesem Server.",
  "body-type": "Der Inhalt muss JSON sein und das auch sagen: Content-Type: application/json.",
  "body-too-large": "Der Inhalt ist zu lang, oder seine Länge fehlt.",
  "wrong-method": "Dieser Pfad ist für etwas anderes da.",
  "server-stops": "Der Server hält an. Versuch es gleich noch einmal.",
  "somebody-faster":
    "Jemand an diesem Tisch war schneller. Sieh noch einmal hin und antworte dann.",
  "maybe-stored":
    "Der Speicher antwortet nicht, deshalb weiß niemand, ob das geschehen ist. Sieh erst noch einmal nach.",
  "not-stored":
    "Das konnte nicht gespeichert werden und ist deshalb nicht geschehen. Versuch es noch einmal.",
};
