// Words about luck that nobody has to trust. Each: [English, Deutsch].
export const luck = {
  "luck.checking": ["The luck is being checked …", "Das Glück wird geprüft …"],
  "luck.unchecked": [
    "The luck could not be checked: the record or the engine did not arrive.",
    "Das Glück ließ sich nicht prüfen: Die Aufzeichnung oder die Spiellogik kam nicht an.",
  ],
  "luck.right": [
    "Your browser has checked the luck: it comes from the seed that the server had committed to and from your own share. Nobody could choose it.",
    "Dein Browser hat das Glück geprüft: Es kommt aus dem Startwert, auf den sich der Server festgelegt hatte, und aus deinem eigenen Anteil. Niemand konnte es sich aussuchen.",
  ],
  "luck.right.here": [
    "This page has checked its luck: it comes from the seed that it had sealed before the game, and from your browser’s own share.",
    "Diese Seite hat ihr Glück geprüft: Es kommt aus dem Startwert, den sie vor der Partie versiegelt hatte, und aus dem Anteil deines Browsers.",
  ],
  "luck.none.here": [
    "This page has checked its luck: it comes from the seed that it had sealed before the game.",
    "Diese Seite hat ihr Glück geprüft: Es kommt aus dem Startwert, den sie vor der Partie versiegelt hatte.",
  ],
  "luck.watched.here": [
    "This page has checked its luck: it comes from the seed that it had sealed before the game.",
    "Diese Seite hat ihr Glück geprüft: Es kommt aus dem Startwert, den sie vor der Partie versiegelt hatte.",
  ],
  "luck.wrong.here": [
    "This game is not the one that began here. Keep the record.",
    "Diese Partie ist nicht die, die hier begonnen hat. Behalte die Aufzeichnung.",
  ],
  "luck.wrong.commitment.here": [
    "The commitment in the record is not the one this page showed before the game.",
    "In der Aufzeichnung steht eine andere Versiegelung, als diese Seite vor der Partie gezeigt hat.",
  ],
  "luck.withheld": [
    "Your browser has checked the luck: it comes from the seed that the server had committed to and from your own share. Seats that withheld their share: {n}. With them, the server could choose among at most {lucks} shuffles.",
    "Dein Browser hat das Glück geprüft: Es kommt aus dem Startwert, auf den sich der Server festgelegt hatte, und aus deinem eigenen Anteil. Plätze, die ihren Anteil zurückhielten: {n}. Mit ihnen zusammen hatte der Server die Wahl unter höchstens {lucks} Möglichkeiten.",
  ],
  "luck.left-out": [
    "Your browser has checked the luck: it comes from the seed that the server had committed to. But your own share was left out, so the server may have chosen that seed.",
    "Dein Browser hat das Glück geprüft: Es kommt aus dem Startwert, auf den sich der Server festgelegt hatte. Dein eigener Anteil fehlt aber; der Server kann sich den Startwert ausgesucht haben.",
  ],
  "luck.none": [
    "Your browser has checked the luck: it comes from the seed that the server had committed to. It knows no share of yours, so the server may have chosen that seed.",
    "Dein Browser hat das Glück geprüft: Es kommt aus dem Startwert, auf den sich der Server festgelegt hatte. Einen Anteil von dir kennt er nicht; der Server kann sich den Startwert ausgesucht haben.",
  ],
  "luck.watched": [
    "Your browser has checked the luck: it comes from the seed that the server had committed to.",
    "Dein Browser hat das Glück geprüft: Es kommt aus dem Startwert, auf den sich der Server festgelegt hatte.",
  ],
  "luck.witness": [
    "Half of it came from the witness, so nobody knew it in advance. A browser cannot check signatures; 'charlatan verify' can.",
    "Die Hälfte kam vom Zeugen, darum kannte es vorher niemand. Unterschriften kann ein Browser nicht prüfen; „charlatan verify“ kann es.",
  ],
  "luck.wrong.witness": [
    "The witness in the record is not the one the server showed before the game.",
    "In der Aufzeichnung steht ein anderer Zeuge, als der Server vor der Partie gezeigt hat.",
  ],
  "luck.wrong": [
    "The server broke its commitment. Keep the record and tell the others.",
    "Der Server hat nicht Wort gehalten. Behalte die Aufzeichnung und sag es den anderen.",
  ],
  "luck.wrong.commitment": [
    "The commitment in the record is not the one the server showed before the game.",
    "In der Aufzeichnung steht eine andere Versiegelung, als der Server vor der Partie gezeigt hat.",
  ],
  "luck.wrong.fork": [
    "The record says that its beginning comes from another game.",
    "Laut Aufzeichnung ist ihr Anfang der einer anderen Partie.",
  ],
  "luck.wrong.seats": [
    "The shares of the luck in the record are not those the server showed when the seats were fixed.",
    "In der Aufzeichnung stehen andere Anteile am Glück, als der Server zeigte, als die Plätze feststanden.",
  ],
  "luck.wrong.mine": [
    "The share at your seat in the record is not yours.",
    "In der Aufzeichnung steht an deinem Platz ein anderer Anteil als deiner.",
  ],
  "luck.wrong.record": [
    "The game in the record does not follow from its seed and the players' shares.",
    "Die Partie in der Aufzeichnung ist nicht die, die sich aus Startwert und Anteilen ergibt.",
  ],
  "luck.wrong.game": [
    "The game in the record is not the one that was shown here.",
    "Die Partie in der Aufzeichnung ist nicht die, die hier gezeigt wurde.",
  ],
  "luck.revealing": [
    "Everyone is here. Now all shares of the luck are shown; the game begins in a moment, after ten seconds at the latest.",
    "Alle sind da. Jetzt werden alle Anteile am Glück aufgedeckt; die Partie beginnt gleich, spätestens nach zehn Sekunden.",
  ],
  "luck.not-mine": [
    "The server does not show its commitment, or shows someone else’s at your seat. Your share of the luck stays secret.",
    "Der Server zeigt seine Festlegung nicht, oder zeigt an deinem Platz eine fremde. Dein Anteil am Glück wird nicht verraten.",
  ],
  "luck.late": [
    "The game begins without your share of the luck: the server says that it came too late.",
    "Die Partie beginnt ohne deinen Anteil am Glück: Der Server sagt, er kam zu spät.",
  ],
} as const;
