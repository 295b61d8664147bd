// Words of the guided first game. Each: [English, Deutsch].
export const guide = {
  "guide.title": ["Guide", "Anleitung"],
  "guide.heading": ["{game}: your first round", "{game}: deine erste Runde"],
  "guide.arcane.what": [
    "You run a stall in a crooked night market: collect three alike, sell them for gold, and keep your infamy low when the inspectors come.",
    "Du führst einen Stand auf einem windschiefen Nachtmarkt: Sammle drei gleiche Waren, verkaufe sie für Gold, und halte deinen Verruf klein, wenn die Inspektion kommt.",
  ],
  "guide.quacks.what": [
    "You brew a potion from a bag of ingredients, chip by chip. The further it gets, the better; too many cherry bombs, and it explodes.",
    "Du braust aus einem Beutel voller Zutaten einen Trank, Chip für Chip. Je weiter er kommt, desto besser; zu viele Knallerbsen, und er explodiert.",
  ],
  "guide.real": [
    "A real game against one easy bot; every move is yours.",
    "Eine echte Partie gegen einen leichten Bot; jeder Zug ist deiner.",
  ],
  "guide.time": ["A quarter of an hour at most.", "Höchstens eine Viertelstunde."],
  "guide.free": [
    "You can leave the guide at any time: the game simply goes on.",
    "Du kannst die Anleitung jederzeit verlassen: Die Partie geht einfach weiter.",
  ],
  "guide.begin": ["Begin", "Anfangen"],
  "guide.begin-anew": ["Begin anew", "Neu anfangen"],
  "guide.go-on": ["Go on where you were", "Weiter, wo du warst"],
  "guide.rather-read": ["I would rather read the rules", "Ich lese lieber die Regeln"],
  "guide.none": ["There is no guide for this game.", "Für dieses Spiel gibt es keine Anleitung."],
  "guide.guest": ["Guest", "Gast"],
  "guide.read": ["Got it", "Verstanden"],
  "guide.finish": ["Finish the guide", "Anleitung beenden"],
  "guide.leave": ["Without guide", "Ohne Anleitung"],
  "guide.count": ["{n} of {of}", "{n} von {of}"],
  "guide.quiet": [
    "Play on as you like. I speak up when something new comes.",
    "Spiel weiter, wie du magst. Ich melde mich, wenn etwas Neues kommt.",
  ],

  "guide.arcane.welcome": [
    "These nine face-down cards are your storehouse; nobody knows them yet, not even you. After three inspections the most gold wins.",
    "Diese neun verdeckten Karten sind dein Lager; noch kennt sie niemand, auch du nicht. Nach drei Inspektionen gewinnt das meiste Gold.",
  ],
  "guide.arcane.reveal": [
    "First turn up two of your nine. Any two will do: nothing is known of them. Neighbours are handy, for three alike in a line can be sold.",
    "Decke zuerst zwei deiner neun Waren auf. Welche, ist gleich: Man weiß noch nichts von ihnen. Nachbarn sind praktisch, denn drei gleiche in einer Linie lassen sich verkaufen.",
  ],
  "guide.arcane.draw": [
    "Each turn begins with a draw: the hidden top of the deck, or the open top of the discard. The discard tempts when it matches what lies open in your storehouse.",
    "Jeder Zug beginnt mit dem Ziehen: die verdeckte oberste Karte des Stapels oder die offene der Ablage. Die Ablage lockt, wenn sie zu etwas Offenem in deinem Lager passt.",
  ],
  "guide.arcane.act": [
    "Now use one item of your stash: play it into your storehouse, or discard it. On each card the gold is what a set of three pays, the other number is its infamy if it is left over.",
    "Nimm jetzt eine Ware aus deinem Versteck: Spiel sie in dein Lager, oder wirf sie ab. Das Gold auf der Karte bringt ein Trio, die andere Zahl ist ihr Verruf, wenn sie übrig bleibt.",
  ],
  "guide.arcane.slot": [
    "Choose where it goes. It takes the place of the card there. Three alike and open in a row, a column or a diagonal are sold at once.",
    "Wähle das Fach. Die Ware dort wird ersetzt. Drei gleiche offene in einer Zeile, Spalte oder Diagonale werden sofort verkauft.",
  ],
  "guide.arcane.effect": [
    "Many items do something when they are played, and it has to be done. Touch any card to read what it does.",
    "Viele Waren bewirken etwas, wenn sie gespielt werden, und das ist Pflicht. Berühre eine Karte, um zu lesen, was sie tut.",
  ],
  "guide.arcane.keep": [
    "With two players a hidden card that you replace comes into your stash, unseen by the other. In return you discard one.",
    "Zu zweit kommt eine verdeckte Ware, die du ersetzt, ungesehen in dein Versteck. Dafür wirfst du eine ab.",
  ],
  "guide.arcane.sold": [
    "A set was sold: its gold is paid, the three cards are gone, and the rest closes up. Fewer cards are left over for the inspection, too.",
    "Ein Trio wurde verkauft: Das Gold ist da, die drei Karten sind weg, und der Rest rückt zusammen. So bleibt auch weniger für die Inspektion übrig.",
  ],
  "guide.arcane.pair": [
    "Two alike in one line! Place a third into the remaining slot, and you sell the set.",
    "Zwei gleiche in einer Linie! Leg eine dritte in das übrige Fach, und du verkaufst das Trio.",
  ],
  "guide.arcane.trigger": [
    "Somebody has no hidden card left and calls the inspection. Whoever else plays has one more turn.",
    "Jemand hat keine verdeckte Ware mehr und löst die Inspektion aus. Alle anderen haben noch einen Zug.",
  ],
  "guide.arcane.inspection": [
    "The inspection: everything is turned up, sets are sold, and what is left costs its infamy. Who called it without having the least pays 10 more.",
    "Die Inspektion: Alles wird aufgedeckt, Trios werden verkauft, und was übrig bleibt, kostet seinen Verruf. Wer sie ausgelöst hat, ohne am wenigsten zu haben, erhält 10 dazu.",
  ],
  "guide.arcane.fine": [
    "Infamy runs to 24; past it a fine marker is taken and the count begins anew. Now each marker costs 25 gold.",
    "Verruf zählt bis 24; darüber gibt es einen Bußgeldmarker, und es geht von vorn los. Jetzt kostet jeder Marker 25 Gold.",
  ],
  "guide.arcane.bribe": [
    "Before the next round you may bribe: 2 gold take off 1 infamy. Worth it when the next lap, and a fine of 25, is near.",
    "Vor der nächsten Runde darfst du bestechen: 2 Gold nehmen 1 Verruf weg. Das lohnt sich, wenn der nächste Umlauf und 25 Gold Bußgeld nahe sind.",
  ],
  "guide.arcane.end": [
    "That was a whole round: stock, sell, inspection, bribe. Two more like it, then the most gold wins. You know all you need: good luck!",
    "Das war eine ganze Runde: Einlagern, Verkauf, Inspektion, Bestechung. Noch zwei davon, dann gewinnt das meiste Gold. Mehr brauchst du nicht: viel Glück!",
  ],
  "guide.arcane.rival": [
    "Look across: what lies open there, and what the other collects. Better not discard what would complete a set over there.",
    "Schau hinüber: was dort offen liegt und was gesammelt wird. Wirf lieber nicht ab, was dort ein Trio vollendet.",
  ],
  "guide.arcane.infamy": [
    "Cards left in your storehouse at the inspection give you infamy. It is therefore good to replace expensive leftovers by cheap ones in time.",
    "Was bei der Inspektion noch in deinem Lager liegt, bringt dir Verruf. Ersetze teure Reste darum rechtzeitig durch billige.",
  ],
  "guide.arcane.tracker": [
    "With two players nobody can call the inspection before turn 15, and with turn 20 it comes by itself. There is time for sets.",
    "Zu zweit kann vor Zug 15 niemand die Inspektion auslösen, und mit Zug 20 kommt sie von selbst. Zeit genug für Trios.",
  ],
  "guide.arcane.look": [
    "Unsure? Odds shows what the next card may be, Hint what a bot would do. Both are above, beside the question.",
    "Unsicher? „Chancen“ zeigt, was die nächste Karte sein kann, „Tipp“, was ein Bot täte. Beides steht oben neben der Frage.",
  ],

  "guide.quacks.welcome": [
    "This is your pot: a spiral from the middle outwards. Chips from your bag fill it; the further out, the more coins and points. Nine turns, then the most points win.",
    "Das ist dein Kessel: eine Spirale von innen nach außen. Chips aus deinem Beutel füllen ihn; je weiter außen, desto mehr Münzen und Siegpunkte. Nach neun Runden gewinnen die meisten Siegpunkte.",
  ],
  "guide.quacks.fortune": [
    "Each turn begins with a fortune card for everyone. Some give something at once, others change a rule for this turn.",
    "Jede Runde beginnt mit einer Wahrsagekarte für alle. Manche geben sofort etwas, andere ändern für diese Runde eine Regel.",
  ],
  "guide.quacks.draw": [
    "Everyone brews at the same time. Draw your first chip; it has to be one at least.",
    "Alle brauen gleichzeitig. Zieh deinen ersten Chip; einer muss es mindestens sein.",
  ],
  "guide.quacks.placed": [
    "A chip moves as many spaces as its value. What counts is the space after your last chip: its large number are coins, the small one points, and a ruby is a ruby.",
    "Ein Chip rückt so viele Felder vor, wie er wert ist. Es zählt das Feld nach deinem letzten Chip: Die große Zahl sind Münzen, die kleine Siegpunkte, und ein Rubin ist ein Rubin.",
  ],
  "guide.quacks.whites": [
    "White chips are cherry bombs. When their values in your pot add up to more than 7, it explodes. The row of boxes above counts them.",
    "Weiße Chips sind Knallerbsen. Ergeben ihre Werte im Kessel zusammen mehr als 7, explodiert er. Die Kästchenreihe zählt sie mit.",
  ],
  "guide.quacks.flask": [
    "Your flask can put the white chip you have just drawn back into the bag. Once; refilling it costs rubies.",
    "Deine Flasche kann den weißen Chip, den du gerade gezogen hast, zurück in den Beutel bringen. Einmal; sie neu zu füllen kostet Rubine.",
  ],
  "guide.quacks.danger": [
    "From now on a draw can explode your pot. Then you would get points or coins, not both. Stop in time, or push your luck?",
    "Ab jetzt kann ein Chip deinen Kessel sprengen. Dann bekommst du Siegpunkte oder Münzen, nicht beides. Rechtzeitig aufhören, oder das Glück versuchen?",
  ],
  "guide.quacks.bag": [
    "Here is what is still in your bag. No secret and no memory needed: count what can hurt you. Odds does it for you.",
    "Das ist noch in deinem Beutel. Kein Geheimnis, kein Gedächtnis nötig: Zähl, was dir schaden kann. „Chancen“ rechnet es für dich aus.",
  ],
  "guide.quacks.exploded": [
    "Boom! Nothing is lost but a choice: you take the points or the coins of your space. Better chips early are often worth more than a point.",
    "Bumm! Verloren ist nur die Freiheit, beides zu haben: Du nimmst Siegpunkte oder Münzen. Früh sind bessere Chips oft mehr wert als ein Siegpunkt.",
  ],
  "guide.quacks.stopped": [
    "Stopped. When all have, the pots are evaluated: die, chips with actions, ruby, points, shopping.",
    "Aufgehört. Sind alle so weit, werden die Kessel ausgewertet: Würfel, Chips mit Aktionen, Rubin, Siegpunkte, Einkauf.",
  ],
  "guide.quacks.die": [
    "Whose unexploded pot got furthest rolls the bonus die: points, a ruby, a droplet step or a pumpkin.",
    "Wessen heiler Kessel am weitesten kam, würfelt mit dem Bonuswürfel: Siegpunkte, ein Rubin, ein Tropfenschritt oder ein Kürbis.",
  ],
  "guide.quacks.ruby": [
    "You gained a ruby. Two of them buy a droplet step or a full flask at the end of a turn.",
    "Du hast einen Rubin bekommen. Zwei davon bringen am Ende der Runde einen Tropfenschritt oder eine volle Flasche.",
  ],
  "guide.quacks.buy": [
    "Now spend your coins: up to two chips of different colours. What is left is lost. They go into your bag, so that fewer of its chips are white. Touch a book to read what its colour does.",
    "Gib jetzt deine Münzen aus: bis zu zwei Chips verschiedener Farben. Der Rest verfällt. Sie kommen in deinen Beutel, und so sind weniger seiner Chips weiß. Berühre ein Buch, um zu lesen, was seine Farbe tut.",
  ],
  "guide.quacks.rubies": [
    "Two rubies move your droplet one space: every potion from now on begins further out. Early steps pay off longest.",
    "Zwei Rubine rücken deinen Tropfen ein Feld vor: Jeder Trank beginnt von nun an weiter außen. Frühe Schritte lohnen sich am längsten.",
  ],
  "guide.quacks.turn2": [
    "The second turn: the yellow book is out now, the purple one follows in turn 3. Your new chips are in the bag.",
    "Die zweite Runde: Jetzt liegt das gelbe Buch aus, in Runde 3 folgt das lila Buch. Deine neuen Chips sind im Beutel.",
  ],
  "guide.quacks.rats": [
    "Whoever is behind is helped by rats: for each rat tail between you and the leader your potion begins one space further.",
    "Wer zurückliegt, dem helfen Ratten: Für jeden Rattenschwanz zwischen dir und der Spitze beginnt dein Trank ein Feld weiter.",
  ],
  "guide.quacks.actions": [
    "Coloured chips act: some at once when they are placed (blue, red, yellow), others after the potion (green, purple, black).",
    "Farbige Chips wirken: manche sofort, wenn sie gelegt werden (blau, rot, gelb), andere nach dem Trank (grün, lila, schwarz).",
  ],
  "guide.quacks.end": [
    "That is all there is to a turn. Seven more to go; in the ninth, coins and rubies become points. You know all you need: good luck!",
    "Mehr ist in einer Runde nicht zu tun. Sieben kommen noch; in der neunten werden Münzen und Rubine zu Siegpunkten. Mehr brauchst du nicht: viel Glück!",
  ],
} as const;
