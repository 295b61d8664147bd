// Words of odds and hints. Each: [English, Deutsch].
export const help = {
  "help.odds": ["Odds", "Chancen"],
  "help.hint": ["Hint", "Tipp"],
  "help.counting": ["Calculating …", "Wird ausgerechnet …"],
  "help.thinking": [
    "The bot is thinking. It may take a few seconds.",
    "Der Bot überlegt. Das kann ein paar Sekunden dauern.",
  ],
  "help.no-odds": [
    "Odds are shown while you brew a potion.",
    "Chancen werden gezeigt, während du einen Trank braust.",
  ],
  "help.not-asked": [
    "It is not your turn to decide. Wait for your next question.",
    "Du musst gerade nichts entscheiden. Warte auf deine nächste Frage.",
  ],
  "help.bad-view": [
    "The odds of this position cannot be calculated. Reload the page; if that does not help, the page and the server are different versions.",
    "Die Chancen dieser Stellung lassen sich nicht ausrechnen. Lade die Seite neu; hilft das nicht, haben Seite und Server verschiedene Versionen.",
  ],
  "help.broken": [
    "The engine could not be loaded in this browser. Check the connection and try again; you can play on without it.",
    "Die Engine konnte in diesem Browser nicht geladen werden. Prüfe die Verbindung und versuche es noch einmal; spielen kannst du auch ohne sie.",
  ],
  "help.explode-next": [
    "that your next chip explodes the pot (white {whites} of {limit})",
    "dass dein nächster Chip den Kessel sprengt (weiß {whites} von {limit})",
  ],
  "help.value-draw": ["Drawing on is worth", "Weiterziehen ist wert"],
  "help.value-flask": ["The flask first", "Erst die Flasche"],
  "help.value-stop": ["Stopping now", "Jetzt aufhören"],
  "help.value-bag": ["{chip} back first", "{chip} zuerst zurück"],
  "help.value-restart-yes": ["Starting anew", "Neu anfangen"],
  "help.value-restart-no": ["Keeping this pot", "Diesen Kessel behalten"],
  "help.anew": [
    "A Second Chance: after an explosion you may start anew.",
    "„Zweite Chance“: Nach einer Explosion darfst du neu anfangen.",
  ],
  "help.best": ["best", "am besten"],
  "help.points": ["{n} points", "{n} Punkte"],
  "help.draws": [
    "If you draw this many more chips and then stop:",
    "Wenn du noch so viele Chips ziehst und dann aufhörst:",
  ],
  "help.draw-more": ["draw", "ziehen"],
  "help.explodes": ["explodes", "explodiert"],
  "help.space": ["space", "Feld"],
  "help.points-short": ["points", "Punkte"],
  "help.coins": ["coins", "Münzen"],
  "help.worth": ["worth", "Wert"],
  "help.none-more": ["none", "keinen"],
  "help.k-more": ["{n} more", "noch {n}"],
  "help.exact": ["The odds are exact.", "Die Chancen sind genau."],
  "help.sampled": [
    "Some figures are averages of {n} imagined potions.",
    "Manche Zahlen sind Mittelwerte aus {n} gedachten Tränken.",
  ],
  "help.space-note": [
    "Space: where your potion ends in eight of ten cases.",
    "Feld: wo dein Trank in acht von zehn Fällen endet.",
  ],
  "help.reds-note": [
    "Reds beside the pot are counted as placed.",
    "Rote Chips neben dem Kessel zählen als gelegt.",
  ],
  "help.worth-note": [
    "Worth is an estimate: in points of the final score; coins, rubies and chips count as what they usually bring.",
    "Der Wert ist geschätzt: in Siegpunkten am Ende; Münzen, Rubine und Chips zählen, was sie üblicherweise bringen.",
  ],
  "help.completes": [
    "that the deck's next card can complete a set of yours ({gold} gold on average)",
    "dass die nächste Karte vom Stapel dir ein Trio vollenden kann (im Schnitt {gold} Gold)",
  ],
  "help.completes-none": [
    "that the deck's next card can complete a set of yours",
    "dass die nächste Karte vom Stapel dir ein Trio vollenden kann",
  ],
  "help.deck-top": [
    "You know the deck's top card: {item}.",
    "Du kennst die oberste Karte des Stapels: {item}.",
  ],
  "help.completing": [
    "into slot {slots}: {gold} gold; next card with {n}",
    "in Fach {slots}: {gold} Gold; nächste Karte mit {n}",
  ],
  "help.in-stash": ["you hold it", "hast du im Versteck"],
  "help.discard-completes": [
    "The top of the discard completes a set of yours.",
    "Die oberste Ware der Ablage vollendet dir ein Trio.",
  ],
  "help.market-completes": [
    "Market slot {slots} completes a set of yours.",
    "Fach {slots} des Markts vollendet dir ein Trio.",
  ],
  "help.next-card": [
    "The next card, likeliest first",
    "Die nächste Karte, die wahrscheinlichste zuerst",
  ],
  "help.inspection": ["If the inspection came now", "Käme die Inspektion jetzt"],
  "help.hidden": ["hidden", "verdeckt"],
  "help.infamy": ["infamy", "Verruf"],
  "help.marker": ["new marker", "neuer Marker"],
  "help.fine": ["fines", "Bußgeld"],
  "help.gold": ["{n} gold", "{n} Gold"],
  "help.least": [
    "With {n} your total is the lowest or tied for lowest.",
    "Deine Summe ist mit {n} die kleinste oder gleichauf.",
  ],
  "help.least-between": [
    "With {low} to {high} your total is the lowest or tied for lowest.",
    "Deine Summe ist mit {low} bis {high} die kleinste oder gleichauf.",
  ],
  "help.exact-arcane": [
    "These figures are exact. You cannot see {unseen} cards, {deck} of them in the deck. Infamy is an average with its usual spread.",
    "Diese Zahlen sind genau. {unseen} Karten siehst du nicht, {deck} davon liegen im Stapel. Verruf ist ein Mittelwert mit seiner üblichen Streuung.",
  ],
  "help.near-arcane": [
    "These figures are close estimates. You cannot see {unseen} cards, {deck} of them in the deck; what the others know about their own cards is not used.",
    "Diese Zahlen sind gute Schätzungen. {unseen} Karten siehst du nicht, {deck} davon liegen im Stapel; was andere über ihre Karten wissen, bleibt außer Acht.",
  ],
  "help.would": ["{bot} would do this:", "Vorschlag ({bot}):"],
  "help.by-thumb": ["By rules of thumb:", "Nach Faustregeln:"],
  "help.by-odds": ["By the odds and what things are worth:", "Nach Chancen und Werten:"],
  "help.weighed": ["What it thinks of the answers", "Was er von den Antworten hält"],
  "help.weighed-games": [
    "What it thinks after {n} imagined games",
    "Was er nach {n} gedachten Partien davon hält",
  ],
  "help.answer": ["answer", "Antwort"],
  "help.standing": ["outlook", "Aussicht"],
  "help.tried": ["tried", "probiert"],
  "help.standing-note": [
    "Outlook: 100 % is winning by far, 50 % the middle of the table.",
    "Aussicht: 100 % ist ein klarer Sieg, 50 % die Mitte des Tischs.",
  ],
  "help.tried-note": [
    "What looks good is tried more often.",
    "Was gut aussieht, wird öfter probiert.",
  ],
  "help.in-english": ["In its own words:", "In seinen eigenen Worten, auf Englisch:"],
  "help.unit.gold": ["gold", "Gold"],
  "help.unit.points": ["points", "Siegpunkte"],
  "help.figure.next_card_completes_set": [
    "The next card completes a set",
    "Die nächste Karte vollendet ein Trio",
  ],
  "help.figure.next_card_set_gold": ["Gold from it, on average", "Gold daraus, im Schnitt"],
  "help.figure.hidden_infamy": [
    "Infamy of your hidden items, on average",
    "Verruf deiner verdeckten Waren, im Schnitt",
  ],
  "help.figure.total_infamy": [
    "Your infamy at an inspection now",
    "Dein Verruf, käme die Inspektion jetzt",
  ],
  "help.figure.lap_chance": [
    "Chance of a new fine marker then",
    "Aussicht auf einen neuen Bußgeldmarker",
  ],
  "help.figure.fine_expected": ["Fines then, in gold", "Bußgeld dann, in Gold"],
  "help.figure.explode_next": [
    "The next chip explodes the pot",
    "Der nächste Chip sprengt den Kessel",
  ],
  "help.figure.ev_stop": ["Stopping is worth, in points", "Aufhören ist wert, in Siegpunkten"],
  "help.figure.ev_draw": [
    "Drawing on is worth, in points",
    "Weiterziehen ist wert, in Siegpunkten",
  ],
  "help.figure.ev_flask": [
    "The flask first is worth, in points",
    "Erst die Flasche ist wert, in Siegpunkten",
  ],
  "help.figure.ev_bag": [
    "A red back in the bag first is worth, in points",
    "Erst einen roten Chip zurück in den Beutel ist wert, in Siegpunkten",
  ],
  "help.figure.points": ["Points if you stop now", "Siegpunkte, wenn du jetzt aufhörst"],
  "help.figure.coins": ["Coins if you stop now", "Münzen, wenn du jetzt aufhörst"],
} as const;
