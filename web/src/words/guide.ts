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
    "A real game against two easy bots; every move is yours.",
    "Eine echte Partie gegen zwei leichte Bots; jeder Zug ist deiner.",
  ],
  "guide.time": ["A quarter of an hour at most.", "Höchstens eine Viertelstunde."],
  "guide.free": [
    "You can leave the guide at any time: the game simply goes on.",
    "Du kannst die Anleitung jederzeit verlassen: Die Partie geht einfach weiter.",
  ],
  "guide.begin": ["Begin", "Anfangen"],
  "guide.begin-anew": ["Start again", "Neu anfangen"],
  "guide.go-on": ["Go on where you were", "Weiter, wo du warst"],
  "guide.rather-read": ["I would rather read the rules", "Ich lese lieber die Regeln"],
  "guide.none": ["There is no guide for this game.", "Für dieses Spiel gibt es keine Anleitung."],
  "guide.guest": ["Guest", "Gast"],
  "guide.read": ["Got it", "Verstanden"],
  "guide.yours": ["Your move", "Du bist dran"],
  "guide.aside": ["By the way", "Nebenbei"],
  "guide.finish": ["Finish the guide", "Anleitung beenden"],
  "guide.leave": ["Without guide", "Ohne Anleitung"],
  "guide.count": ["{n} of {of}", "{n} von {of}"],
  "guide.quiet": [
    "Play on as you like. I say something when there is something new.",
    "Spiel weiter, wie du magst. Ich melde mich, wenn etwas Neues kommt.",
  ],

  "guide.arcane.welcome": [
    "These {~house.cells} face-down cards are your storehouse. Nobody knows them yet, not even you. You collect three alike and sell them for gold; after {~end.rounds:round|rounds} the most gold wins.",
    "Diese {~house.cells} verdeckten Karten sind dein Lager. Noch kennt sie niemand, auch du nicht. Du sammelst drei gleiche Waren und verkaufst sie für Gold; nach {~end.rounds:Runde|Runden} gewinnt das meiste Gold.",
  ],
  "guide.arcane.reveal": [
    "Turn up {house.turned_up?1=one|two} of your {~house.cells} cards: touch one{house.turned_up?1=|, then another}. Which ones is up to luck. Neighbours are handy, because three alike in one line can be sold.",
    "Decke {house.turned_up?1=eine|zwei} deiner {~house.cells} Karten auf: {house.turned_up?1=Tippe eine an|Tippe erst eine an, dann eine zweite}. Welche, ist Glückssache. Nachbarn sind praktisch, denn drei gleiche in einer Linie lassen sich verkaufen.",
  ],
  "guide.arcane.draw": [
    "Every turn begins with a draw. Touch the deck for a card that nobody has seen, or the discard for the card that lies open there. It goes into your stash.",
    "Jeder Zug beginnt mit dem Ziehen. Tippe auf den Stapel für eine Karte, die niemand kennt, oder auf die Ablage für die Karte, die dort offen liegt. Sie kommt in dein Versteck.",
  ],
  "guide.arcane.act": [
    "Now touch a card of your stash to lift it. The gold number is what three of them pay when you sell them; the other one is the infamy that each costs you if it is left over in the end.",
    "Tippe jetzt eine Karte in deinem Versteck an, um sie aufzunehmen. Die goldene Zahl ist das Gold, das drei davon beim Verkauf bringen; die andere ist der Verruf, den jede dich kostet, wenn sie am Ende übrig ist.",
  ],
  "guide.arcane.slot": [
    "Touch where it goes: a place in your storehouse, where it replaces the card that lies there, or the discard. Three alike, face up in a row, a column or a diagonal, are sold at once.",
    "Tippe an, wohin sie soll: auf ein Fach deines Lagers, wo sie die Karte dort ersetzt, oder auf die Ablage. Drei gleiche, offen in einer Zeile, Spalte oder Diagonale, werden sofort verkauft.",
  ],
  "guide.arcane.effect": [
    "Many cards do something when you play them, and it has to be done: here is what this one asks of you. Touch a card to read what it does.",
    "Viele Karten bewirken etwas, wenn du sie spielst, und das ist Pflicht: Das hier verlangt diese Karte von dir. Tippe eine Karte an, um zu lesen, was sie tut.",
  ],
  "guide.arcane.sold": [
    "You sold a set: the gold is yours, the three cards are gone, and the rest moves together. So fewer cards are left over in the end, too.",
    "Du hast ein Trio verkauft: Das Gold gehört dir, die drei Karten sind weg, und der Rest rückt zusammen. So bleibt am Ende auch weniger übrig.",
  ],
  "guide.arcane.sold-other": [
    "Somebody sold a set: three alike in one line. They pay gold and are gone, and the rest moves together. You can do the same.",
    "Jemand hat ein Trio verkauft: drei gleiche in einer Linie. Sie bringen Gold und sind weg, und der Rest rückt zusammen. Das kannst du auch.",
  ],
  "guide.arcane.pair": [
    "Two alike in one line! If a third comes into the place that is left, you sell all three.",
    "Zwei gleiche in einer Linie! Kommt eine dritte in das Fach, das noch fehlt, verkaufst du alle drei.",
  ],
  "guide.arcane.trigger": [
    "{trigger.hidden?0=Somebody has no face-down card left|Somebody has few face-down cards left}: that calls the inspection. {trigger.turns?0=The round ends at once.|Everybody else has one more turn, then the round ends.}",
    "{trigger.hidden?0=Jemand hat keine verdeckte Karte mehr|Jemand hat nur noch wenige verdeckte Karten}: Das löst die Inspektion aus. {trigger.turns?0=Die Runde endet sofort.|Alle anderen haben noch einen Zug, dann endet die Runde.}",
  ],
  "guide.arcane.inspection": [
    "That was the inspection. All cards are turned up, sets are sold, and every card that is left over costs its owner infamy. Whoever called it gets {inspection.penalty} more, unless nobody has less.",
    "Das war die Inspektion. Alle Karten werden aufgedeckt, Trios verkauft, und jede übrige Karte kostet Verruf. Wer sie ausgelöst hat, bekommt {inspection.penalty} dazu, außer niemand hat weniger.",
  ],
  "guide.arcane.fine": [
    "A fine was paid. Infamy counts up to {infamy.lap - 1}. Whoever gets more takes a fine marker, counts on from 0, and pays {inspection.fine} gold for the marker after the inspection.",
    "Ein Bußgeld wurde gezahlt. Verruf zählt bis {infamy.lap - 1}. Wer mehr bekommt, nimmt einen Bußgeldmarker, zählt von 0 weiter und zahlt nach der Inspektion {inspection.fine} Gold für den Marker.",
  ],
  "guide.arcane.bribe": [
    "Between two rounds you may pay bribes: {bribe.price} gold take away 1 infamy. It is worth it when you are close to {infamy.lap - 1}, where a fine of {inspection.fine} gold waits. If not, pay nothing and go on.",
    "Zwischen zwei Runden darfst du bestechen: {bribe.price} Gold nehmen 1 Verruf weg. Das lohnt sich, wenn du nahe an {infamy.lap - 1} bist, wo {inspection.fine} Gold Bußgeld warten. Wenn nicht, zahl nichts und mach weiter.",
  ],
  "guide.arcane.end": [
    "That was a whole round: turn up {house.turned_up?0=nothing|{~house.turned_up}}, sell, inspection, bribes. {end.rounds?3=Two more|{end.rounds - 1} more} like it, then the most gold wins. Now you know all you need. Good luck!",
    "Das war eine ganze Runde: {house.turned_up?0=nichts|{~house.turned_up}} aufdecken, verkaufen, Inspektion, Bestechung. Noch {end.rounds?3=zwei|{end.rounds - 1}} davon, dann gewinnt das meiste Gold. Mehr brauchst du nicht zu wissen. Viel Glück!",
  ],
  "guide.arcane.rival": [
    "Look at the others: what lies open there, and what do they collect? What you discard or replace lies open on the discard, and the next player may take it.",
    "Schau zu den anderen: Was liegt dort offen, und was sammeln sie? Was du abwirfst oder ersetzt, liegt offen auf der Ablage, und wer nach dir kommt, darf es nehmen.",
  ],
  "guide.arcane.infamy": [
    "Here is your infamy. Cards that are left in your storehouse at the end of the round add to it, so replace those with much infamy by cheaper ones in time. More than {infamy.lap - 1} costs {inspection.fine} gold.",
    "Das ist dein Verruf. Karten, die am Ende der Runde noch in deinem Lager liegen, erhöhen ihn; ersetze darum solche mit viel Verruf rechtzeitig durch billigere. Mehr als {infamy.lap - 1} kostet {inspection.fine} Gold.",
  ],
  "guide.arcane.look": [
    "Not sure what to do? Hint tells you a good move and why. Odds shows what the next card may be.",
    "Unsicher, was du tun sollst? „Tipp“ nennt dir einen guten Zug und den Grund. „Chancen“ zeigt, was die nächste Karte sein kann.",
  ],

  "guide.quacks.welcome": [
    "This is your pot: a spiral that begins in the middle. Chips from your bag fill it; the further you get, the more coins and points it is worth. After {~turns.all:turn|turns} the most points win.",
    "Das ist dein Kessel: eine Spirale, die in der Mitte beginnt. Chips aus deinem Beutel füllen ihn; je weiter du kommst, desto mehr Münzen und Siegpunkte bringt er. Nach {~turns.all:Runde|Runden} gewinnen die meisten Siegpunkte.",
  ],
  "guide.quacks.fortune": [
    "Every turn begins with a fortune card for everyone. Some give something at once, others change a rule for this turn. Touch the card to read more.",
    "Jede Runde beginnt mit einer Wahrsagekarte für alle. Manche geben sofort etwas, andere ändern für diese Runde eine Regel. Tippe die Karte an, um mehr zu lesen.",
  ],
  "guide.quacks.draw": [
    "Everyone brews at the same time, each from a bag of their own. Draw your first chip: you never know which one it will be.",
    "Alle brauen gleichzeitig, jeder aus seinem eigenen Beutel. Zieh deinen ersten Chip: Welcher es wird, weiß niemand.",
  ],
  "guide.quacks.placed": [
    "A chip goes as many spaces further as its number says. The lit space after your last chip is what you get if you stop: the large number in coins, the small one in points, and a ruby if one is drawn there.",
    "Ein Chip rückt so viele Felder vor, wie seine Zahl sagt. Hörst du auf, bekommst du das helle Feld dahinter: die große Zahl in Münzen, die kleine in Siegpunkten und einen Rubin, wenn dort einer ist.",
  ],
  "guide.quacks.whites": [
    "White chips are cherry bombs. If the numbers of those in your pot add up to more than {explosion.limit}, the pot explodes. This row counts them for you.",
    "Weiße Chips sind Knallerbsen. Ergeben die Zahlen der weißen in deinem Kessel mehr als {explosion.limit}, explodiert er. Diese Reihe zählt für dich mit.",
  ],
  "guide.quacks.flask": [
    "Your flask can put the white chip that you have just drawn back into the bag. It works once; then it is empty until you pay rubies to fill it.",
    "Deine Flasche kann den weißen Chip, den du gerade gezogen hast, zurück in den Beutel bringen. Das geht einmal; dann ist sie leer, bis du sie mit Rubinen füllst.",
  ],
  "guide.quacks.danger": [
    "From now on the next chip can explode your pot. Then you get its points or its coins, but not both. Draw on, or stop and keep both?",
    "Ab jetzt kann der nächste Chip deinen Kessel sprengen. Dann bekommst du seine Siegpunkte oder seine Münzen, aber nicht beides. Weiterziehen, oder aufhören und beides behalten?",
  ],
  "guide.quacks.bag": [
    "This is what is still in your bag. It is no secret: compare the white chips with the others, and you know your risk. Odds works it out for you.",
    "Das ist noch in deinem Beutel. Es ist kein Geheimnis: Vergleiche die weißen Chips mit den anderen, und du kennst dein Risiko. „Chancen“ rechnet es für dich aus.",
  ],
  "guide.quacks.exploded": [
    "Boom! That is not so bad: you still get the points or the coins of your space, just not both. Early in the game the coins are often better, as they buy new chips.",
    "Bumm! Das ist nicht so schlimm: Du bekommst trotzdem die Siegpunkte oder die Münzen deines Feldes, nur nicht beides. Früh im Spiel sind die Münzen oft besser, denn sie kaufen neue Chips.",
  ],
  "guide.quacks.stopped": [
    "You have stopped, and your potion counts. When everyone is ready, it brings what its space shows: a ruby, points, and coins to spend on new chips.",
    "Du hast aufgehört, und dein Trank zählt. Sind alle so weit, bringt er, was sein Feld zeigt: einen Rubin, Siegpunkte und Münzen für neue Chips.",
  ],
  "guide.quacks.die": [
    "Whoever got furthest without an explosion rolls the bonus die: points, a ruby, a step for the droplet or a pumpkin.",
    "Wer ohne Explosion am weitesten kam, würfelt mit dem Bonuswürfel: Siegpunkte, ein Rubin, ein Schritt für den Tropfen oder ein Kürbis.",
  ],
  "guide.quacks.ruby": [
    "You got a ruby. At the end of a turn {~rubies.droplet:ruby moves|rubies move} your droplet one space, so that every later potion begins further out, or {rubies.flask - rubies.droplet?0={rubies.flask?1=fills|fill}|{~rubies.flask:ruby fills|rubies fill}} your flask.",
    "Du hast einen Rubin bekommen. Am Ende einer Runde {rubies.droplet?1=rückt ein Rubin|rücken {~rubies.droplet} Rubine} deinen Tropfen ein Feld vor, sodass jeder spätere Trank weiter außen beginnt, oder {rubies.flask - rubies.droplet?0={rubies.flask?1=er füllt|sie füllen}|{rubies.flask?1=ein Rubin füllt|{~rubies.flask} Rubine füllen}} deine Flasche.",
  ],
  "guide.quacks.buy": [
    "Buy {shop.chips?1=a chip|one or two chips of different colours} for your bag, so that fewer of its chips are white. Coins that are left are lost. You can afford the marked ones; touch a name to read what its colour does.",
    "Kauf {shop.chips?1=einen Chip|ein oder zwei Chips verschiedener Farben} für deinen Beutel, damit seltener Weiß kommt. Übrige Münzen verfallen. Die markierten kannst du bezahlen; tippe einen Namen an, um zu lesen, was seine Farbe tut.",
  ],
  "guide.quacks.rubies": [
    "{^rubies.droplet:ruby moves|rubies move} your droplet one space: every potion from now on begins there. {rubies.flask - rubies.droplet?0={rubies.flask?1=It|They}|{^rubies.flask:ruby|rubies}} can also fill an empty flask. Steps that you take early pay off longest.",
    "{rubies.droplet?1=Ein Rubin rückt|{^rubies.droplet} Rubine rücken} deinen Tropfen ein Feld vor: Jeder Trank beginnt von nun an dort. {rubies.flask - rubies.droplet?0={rubies.flask?1=Er kann|Sie können}|{rubies.flask?1=Ein Rubin kann|{^rubies.flask} Rubine können}} auch eine leere Flasche füllen. Frühe Schritte lohnen sich am längsten.",
  ],
  "guide.quacks.turn2": [
    "The second turn. All your chips are back in the bag, with those you bought. Yellow chips are for sale from {turns.book.yellow?2=now on|turn {turns.book.yellow}}, purple ones from turn {turns.book.purple}.",
    "Die zweite Runde. Alle deine Chips sind wieder im Beutel, mit denen, die du gekauft hast. Gelbe Chips gibt es ab {turns.book.yellow?2=jetzt|Runde {turns.book.yellow}} zu kaufen, lila ab Runde {turns.book.purple}.",
  ],
  "guide.quacks.rats": [
    "Whoever is behind is helped by rats: for every rat tail on this track between you and the leader your potion begins {~rats.spaces:space|spaces} further out.",
    "Wer zurückliegt, dem helfen Ratten: Für jeden Rattenschwanz auf dieser Leiste zwischen dir und der Spitze beginnt dein Trank {rats.spaces?1=ein Feld|{~rats.spaces} Felder} weiter außen.",
  ],
  "guide.quacks.actions": [
    "Coloured chips do something: blue, red and yellow as soon as you draw them, green, purple and black when everybody has stopped. White and orange ones do nothing.",
    "Farbige Chips bewirken etwas: blaue, rote und gelbe gleich, wenn du sie ziehst, grüne, lila und schwarze, wenn alle aufgehört haben. Weiße und orangefarbene tun nichts.",
  ],
  "guide.quacks.end": [
    "Now you know a whole turn. There are {~turns.all}; in the last one, coins and rubies become points. You know all you need. Good luck!",
    "Jetzt kennst du eine ganze Runde. Es gibt {~turns.all}; in der letzten werden Münzen und Rubine zu Siegpunkten. Mehr brauchst du nicht zu wissen. Viel Glück!",
  ],
} as const;
