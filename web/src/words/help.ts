// Words of odds and hints. Each: [English, Deutsch].
export const help = {
  "help.odds": ["Odds", "Chancen"],
  "help.hint": ["Hint", "Tipp"],
  "help.counting": ["Calculating …", "Wird ausgerechnet …"],
  "help.thinking": [
    "The answers are being weighed. It may take a few seconds.",
    "Die Antworten werden abgewogen. Das kann ein paar Sekunden dauern.",
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
  "help.value-draw": ["Drawing on, as long as it pays", "Weiterziehen, solange es sich lohnt"],
  "help.value-flask": ["The flask first", "Erst die Flasche"],
  "help.value-stop": ["Stopping now", "Jetzt aufhören"],
  "help.value-bag": ["{chip} back first", "{chip} zuerst zurück"],
  "help.value-restart-yes": ["Starting again", "Neu anfangen"],
  "help.value-restart-no": ["Keeping this pot", "Diesen Kessel behalten"],
  "help.anew": [
    "A Second Chance: after an explosion you may start again.",
    "„Zweite Chance“: Nach einer Explosion darfst du neu anfangen.",
  ],
  "help.best": ["best", "am besten"],
  "help.worth-is": ["worth {n}", "Wert {n}"],
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
    "Some figures are averages of {n:simulated potion|simulated potions}.",
    "Manche Zahlen sind Mittelwerte aus {n:gedachten Trank|gedachten Tränken}.",
  ],
  "help.space-note": [
    "Space: where your potion ends in eight of ten cases.",
    "Feld: wo dein Trank in acht von zehn Fällen endet.",
  ],
  "help.worth-note": [
    "Worth is an estimate in points: coins, rubies and chips count as what they usually bring by the end.",
    "Der Wert ist in Siegpunkten geschätzt: Münzen, Rubine und Chips zählen, was sie bis zum Ende meist bringen.",
  ],
  "help.buys": [
    "Coins are worth the best chips they buy now: {list}.",
    "Münzen sind so viel wert wie die besten Chips, die es jetzt dafür gibt: {list}.",
  ],
  "help.buys-for": [
    "{n:coin|coins}: {chips} ({points:point|points})",
    "{n:Münze|Münzen}: {chips} ({points:Siegpunkt|Siegpunkte})",
  ],
  "help.buys-none": ["{n:coin|coins}: nothing", "{n:Münze|Münzen}: nichts"],
  "help.buys-last": ["Five coins are a point now.", "Fünf Münzen sind jetzt ein Siegpunkt."],
  "help.buys-exploded": [
    "An exploded pot still pays its points or its coins.",
    "Auch ein explodierter Kessel bringt seine Siegpunkte oder seine Münzen.",
  ],
  "help.early-note": [
    "Points gained early count for less, because rats then help the others.",
    "Früh gewonnene Siegpunkte zählen weniger, weil dann Ratten den anderen helfen.",
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
  "help.completing": ["{places}; next card with {n}", "{places}; nächste Karte mit {n}"],
  "help.completing-in": ["into slot {slots}: {gold} gold", "in Fach {slots}: {gold} Gold"],
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
    "Mit {n} ist deine Summe die kleinste, allein oder gemeinsam.",
  ],
  "help.least-between": [
    "With {low} to {high} your total is the lowest or tied for lowest.",
    "Mit {low} bis {high} ist deine Summe die kleinste, allein oder gemeinsam.",
  ],
  "help.sold": ["sold", "verkauft"],
  "help.assumes.sales": [
    "Players sell what leaves them the most gold after fines, then the least infamy.",
    "Verkauft wird, was nach dem Bußgeld am meisten Gold lässt, dann am wenigsten Verruf.",
  ],
  "help.assumes.glynna": [
    "The item that Glynna sets aside is not taken into account.",
    "Die Ware, die Glynna beiseitelegt, ist nicht berücksichtigt.",
  ],
  "help.assumes.dafana": ["Dafana does not pay.", "Dafana zahlt nicht."],
  "help.assumes.ninx": [
    "The gold that Ninx gains is not taken into account.",
    "Das Gold, das Ninx gewinnt, ist nicht berücksichtigt.",
  ],
  "help.assumes.penalty": [
    "The infamy for a trigger without the least total is not taken into account.",
    "Der Verruf fürs Auslösen ohne die kleinste Summe ist nicht berücksichtigt.",
  ],
  "help.assumes.bonus": ["Extra spaces are taken.", "Zusätzliche Felder werden genommen."],
  "help.assumes.yellow-1": [
    "A white chip before a yellow goes back into the bag.",
    "Ein weißer Chip vor einem gelben kommt zurück in den Beutel.",
  ],
  "help.assumes.blue-1": [
    "Of the chips that a blue looks at, the highest that is not white is placed, or none.",
    "Von den Chips, die ein blauer ansieht, wird der höchste gelegt, der nicht weiß ist, sonst keiner.",
  ],
  "help.assumes.well-stirred": [
    "Well Stirred: the first white chip goes back into the bag.",
    "„Gut gerührt“: Der erste weiße Chip kommt zurück in den Beutel.",
  ],
  "help.assumes.second-chance": [
    "A Second Chance is not taken.",
    "Die „Zweite Chance“ wird nicht genutzt.",
  ],
  "help.assumes.red-2": [
    "Reds beside the pot stay there and are counted as placed.",
    "Rote Chips neben dem Kessel bleiben dort und zählen als gelegt.",
  ],
  "help.assumes.optional": [
    "What you may pass up is counted as taken.",
    "Worauf du verzichten darfst, gilt als genommen.",
  ],
  "help.weighed": ["What it thinks of the answers", "Was er von den Antworten hält"],
  "help.weighed-games": [
    "What it thinks after {n:simulated game|simulated games}",
    "Was er nach {n:simulierten Partie|simulierten Partien} davon hält",
  ],
  "help.answer": ["answer", "Antwort"],
  "help.standing": ["outlook", "Aussicht"],
  "help.tried": ["tried", "probiert"],
  "help.standing-note": [
    "Outlook: 100 % is winning by far, 50 % the middle of the table.",
    "Aussicht: 100 % ist ein klarer Sieg, 50 % die Mitte des Tischs.",
  ],
  "help.tried-note": [
    "What looks good is tried more often; what was tried rarely is left out.",
    "Was gut aussieht, wird öfter probiert; was selten probiert wurde, fehlt hier.",
  ],
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
  "help.hint-is": ["{move} – {reason}.", "{move} – {reason}."],
  "help.hint-more": [
    "{move} – {loss:percentage point|percentage points} better than “{other}”: {reason}.",
    "{move} – {loss:Prozentpunkt|Prozentpunkte} besser als „{other}“: {reason}.",
  ],
  "help.share": [
    "With it your chance of winning is about {share}, by what you know now.",
    "Damit ist deine Gewinnchance etwa {share}, nach allem, was du jetzt weißt.",
  ],
  "help.loses": ["loses", "verliert"],
  "help.called": ["that would be", "das wäre"],
  "help.do-it": ["Do it", "So machen"],
  "help.why": ["Why?", "Warum?"],
  "help.by-thumb": ["By rules of thumb: {move}.", "Nach Faustregeln: {move}."],
  "help.even": [
    "As good for the win: {moves}. A review would call none of these a mistake.",
    "Für den Sieg genauso gut: {moves}. Keine davon würde eine Analyse einen Fehler nennen.",
  ],
  "help.no-figures": [
    "There are no figures: nothing has to be compared here.",
    "Dazu gibt es keine Zahlen: Hier ist nichts zu vergleichen.",
  ],
} as const;
