// Words of the Quacks. Each: [English, Deutsch]. German terms are those of GLOSSARY.md.
export const words = {
  // before a value: "white 2"
  "quacks.colour.white": ["white", "Weiß"],
  "quacks.colour.orange": ["orange", "Orange"],
  "quacks.colour.green": ["green", "Grün"],
  "quacks.colour.blue": ["blue", "Blau"],
  "quacks.colour.red": ["red", "Rot"],
  "quacks.colour.yellow": ["yellow", "Gelb"],
  "quacks.colour.purple": ["purple", "Lila"],
  "quacks.colour.black": ["black", "Schwarz"],

  "quacks.count.coin": ["{n:coin|coins}", "{n:Münze|Münzen}"],
  "quacks.count.point": ["{n:point|points}", "{n:Siegpunkt|Siegpunkte}"],
  "quacks.count.ruby": ["{n:ruby|rubies}", "{n:Rubin|Rubine}"],
  "quacks.count.chip": ["{n:chip|chips}", "{n:Chip|Chips}"],
  "quacks.count.tail": ["{n:rat tail|rat tails}", "{n:Rattenschwanz|Rattenschwänze}"],
  "quacks.count.step": ["{n:droplet step|droplet steps}", "{n:Tropfenschritt|Tropfenschritte}"],
  "quacks.count.space": ["{n:space|spaces}", "{n:Feld|Felder}"],
  "quacks.points": ["points", "Siegpunkte"],

  "quacks.where": [
    "Turn {turn} of {all} · {phase} · {who} starts",
    "Runde {turn} von {all} · {phase} · {who} beginnt",
  ],
  "quacks.where-over": ["Turn {turn} of {all} · {phase}", "Runde {turn} von {all} · {phase}"],
  "quacks.phase.fortune": ["Fortune card", "Wahrsagekarte"],
  "quacks.phase.potions": ["Potions", "Tränke"],
  "quacks.phase.evaluation": ["Evaluation", "Auswertung"],
  "quacks.phase.over": ["The end", "Ende"],
  "quacks.turn": ["Turn {turn} of {all}", "Runde {turn} von {all}"],
  "quacks.next.yellow": [
    "Next turn: the yellow book comes out",
    "Nächste Runde: Das gelbe Buch liegt aus",
  ],
  "quacks.next.purple": [
    "Next turn: the purple book comes out",
    "Nächste Runde: Das lila Buch liegt aus",
  ],
  "quacks.next.last": [
    "Next turn is the last: you decide in secret, chip by chip",
    "Die nächste Runde ist die letzte: Ihr entscheidet geheim, Chip für Chip",
  ],
  "quacks.last-turn": [
    "The last turn: coins and rubies become points",
    "Die letzte Runde: Münzen und Rubine werden Siegpunkte",
  ],
  "quacks.news.yellow": ["the yellow book comes out", "das gelbe Buch liegt aus"],
  "quacks.news.purple": ["the purple book comes out", "das lila Buch liegt aus"],
  "quacks.news.last": ["the last turn", "die letzte Runde"],

  // questions
  "quacks.ask.first": ["Draw your first chip", "Zieh deinen ersten Chip"],
  "quacks.ask.brew": [
    "Draw a chip, or stop for {worth}?",
    "Einen Chip ziehen oder stoppen für {worth}?",
  ],
  "quacks.ask.secret": [
    "Draw, or stop for {worth}? Everyone decides in secret.",
    "Ziehen oder stoppen für {worth}? Alle entscheiden geheim.",
  ],
  "quacks.ask.empty": [
    "Your bag is empty. Stop, or put a chip back?",
    "Dein Beutel ist leer. Stoppen oder einen Chip zurücklegen?",
  ],
  "quacks.ask.bonus": [
    "{chip} may go {spaces} further. Do that?",
    "{chip} darf {spaces} weiter. Machst du das?",
  ],
  "quacks.ask.spiders": [
    "Garden spiders: move your last chip {spaces} on?",
    "Kreuzspinnen: Deinen letzten Chip {spaces} weiterziehen?",
  ],
  "quacks.ask.skull": [
    "Crow skull: place one of these chips, or none.",
    "Krähenschädel: Leg einen dieser Chips oder keinen.",
  ],
  "quacks.ask.strong.inert": [
    "Strong Ingredient: place one of these chips, without its action, or none.",
    "„Starke Zutat“: Leg einen dieser Chips, ohne seine Aktion, oder keinen.",
  ],
  "quacks.ask.strong.acts": [
    "Strong Ingredient: place one of these chips, or none. It acts in the evaluation.",
    "„Starke Zutat“: Leg einen dieser Chips oder keinen. In der Auswertung wirkt er.",
  ],
  "quacks.ask.exploded": [
    "Your pot has exploded with {chips}. Start again?",
    "Dein Kessel ist mit {chips} explodiert. Neu anfangen?",
  ],
  "quacks.ask.spider": [
    "Garden spider: take a chip, or none.",
    "Kreuzspinne: Nimm einen Chip oder keinen.",
  ],
  "quacks.ask.stirred": [
    "Well Stirred: {chip} back into the bag?",
    "„Gut gerührt“: {chip} zurück in den Beutel?",
  ],
  "quacks.ask.mandrake": [
    "Mandrake: {chip} back into the bag?",
    "Alraune: {chip} zurück in den Beutel?",
  ],
  "quacks.ask.step": [
    "A droplet step: in the pot, or on the test tubes?",
    "Ein Tropfenschritt: im Kessel oder auf den Reagenzgläsern?",
  ],
  "quacks.ask.steps": [
    "You have {steps}: in the pot, or on the test tubes?",
    "Noch {steps}: im Kessel oder auf den Reagenzgläsern?",
  ],
  "quacks.ask.buy": [
    "You have {coins}. Buy a chip, or finish.",
    "Du hast {coins}. Kauf einen Chip oder beende den Einkauf.",
  ],
  "quacks.ask.buy-none": [
    "You have {coins}: too little for any chip.",
    "Du hast {coins}: Dafür gibt es keinen Chip.",
  ],
  "quacks.ask.buy-last": [
    "{coins} left: too little for another chip.",
    "Noch {coins}: Das reicht für keinen Chip mehr.",
  ],
  "quacks.ask.buy-more": [
    "{coins} left: one more chip, of another colour?",
    "Noch {coins}: noch ein Chip in einer anderen Farbe?",
  ],
  "quacks.ask.optional": ["{what}: take {gain}?", "{what}: {gain} nehmen?"],
  "quacks.ask.droplet": [
    "Move your droplet one step?",
    "Deinen Tropfen einen Schritt weiterziehen?",
  ],
  "quacks.ask.rat": [
    "You have 1 rat tail: do you use it?",
    "Du hast 1 Rattenschwanz: Nutzt du ihn?",
  ],
  "quacks.ask.rats": [
    "You have {tails}: how many do you use?",
    "Du hast {tails}: Wie viele nutzt du?",
  ],
  "quacks.ask.take2": ["{card}: take a chip", "{card}: Nimm einen Chip"],

  // answers
  "quacks.draw": ["Draw", "Ziehen"],
  "quacks.stop": ["Stop", "Stoppen"],
  "quacks.flask": ["Flask", "Flasche"],
  "quacks.do.draw": ["Draw a chip", "Einen Chip ziehen"],
  "quacks.do.stop": ["Stop", "Stoppen"],
  "quacks.do.flask": ["Flask: {chip} back into the bag", "Flasche: {chip} zurück in den Beutel"],
  "quacks.do.bag": ["{chip} into the bag", "{chip} in den Beutel"],
  "quacks.do.take": ["Take {chip}", "{chip} nehmen"],
  "quacks.do.decline": ["Decline", "Ablehnen"],
  "quacks.do.rats": ["Keep the rats", "Ratten behalten"],
  "quacks.do.tails": ["{rubies} for {tails}", "{rubies} für {tails}"],
  "quacks.do.score-none": ["0 points", "0 Siegpunkte"],
  "quacks.do.score": ["Take {points}", "{points} nehmen"],
  "quacks.do.remove": ["Get rid of one white 1", "Einen weißen 1er loswerden"],
  "quacks.do.bonus-take": ["Go on", "Weiter"],
  "quacks.do.bonus-leave": ["Stay", "Bleiben"],
  "quacks.do.place": ["Place {chip}", "{chip} legen"],
  "quacks.do.none": ["None of them", "Keinen davon"],
  "quacks.do.nothing": ["Nothing", "Nichts"],
  "quacks.do.swap": ["{chip} becomes {other}", "{chip} wird {other}"],
  "quacks.do.swap-none": ["Swap nothing", "Nichts tauschen"],
  "quacks.do.back": ["Back into the bag", "Zurück in den Beutel"],
  "quacks.do.into-pot": ["Into the pot", "In den Kessel"],
  "quacks.do.stays": ["It stays in the pot", "Er bleibt im Kessel"],
  "quacks.do.anew": ["Start again", "Neu anfangen"],
  "quacks.do.go-on": ["Go on", "Weitermachen"],
  "quacks.do.stay-exploded": ["Leave it as it is", "Dabei lassen"],
  "quacks.do.red-done": ["Leave them beside the pot", "Neben dem Kessel lassen"],
  "quacks.do.step-pot": ["Droplet one space on", "Tropfen ein Feld weiter"],
  "quacks.do.step-tube": ["Test tube: glass {n}", "Reagenzglas {n}"],
  "quacks.do.purple-0": ["Do not use them", "Nicht einsetzen"],
  "quacks.do.coins": ["{coins} to spend", "{coins} zum Einkaufen"],
  "quacks.do.buy": ["Buy {chip}", "{chip} kaufen"],
  "quacks.do.buy-done": ["Finish shopping", "Einkauf beenden"],
  "quacks.do.optional-take": ["Take {gain}", "{gain} nehmen"],
  "quacks.do.optional-leave": ["Pass it up", "Verzichten"],
  "quacks.do.droplet-take": ["Take the step", "Den Schritt gehen"],
  "quacks.do.droplet-leave": ["Leave it there", "Dort stehen lassen"],
  "quacks.do.rats-all": ["All: {tails}", "Alle: {tails}"],
  "quacks.do.rats-none": ["No rats", "Keine Ratten"],
  "quacks.do.rubies-done": ["Keep the rubies", "Rubine behalten"],

  // what an answer means
  "quacks.so.from-next": [
    "Your potions start there from now on",
    "Deine Tränke beginnen ab jetzt dort",
  ],
  "quacks.so.no-further": [
    "Your droplet can go no further",
    "Dein Tropfen kommt nicht mehr weiter",
  ],
  "quacks.so.into-bag": ["into your bag", "in deinen Beutel"],
  "quacks.so.space": ["then stopping gives {worth}", "dann bringt Stoppen {worth}"],
  "quacks.so.explodes": ["Your pot explodes!", "Dein Kessel explodiert!"],
  "quacks.so.beside": ["beside the pot", "neben den Kessel"],
  "quacks.so.from-beside": ["from beside the pot", "liegt neben dem Kessel"],
  "quacks.so.exploded": ["Points or coins, not both", "Siegpunkte oder Münzen, nicht beides"],
  "quacks.so.exploded-covered": ["Points and coins all the same", "Trotzdem Siegpunkte und Münzen"],
  "quacks.so.all-back": ["All go back into the bag", "Alle kommen zurück in den Beutel"],
  "quacks.so.anew": [
    "Bag, flask, rubies and points as they were",
    "Beutel, Flasche, Rubine und Siegpunkte wie zuvor",
  ],
  "quacks.so.no-shopping": ["but you buy nothing", "aber du kaufst nichts ein"],
  "quacks.so.no-tails": ["You have no rat tails", "Du hast keine Rattenschwänze"],
  "quacks.so.no-points": ["but no points", "aber keine Siegpunkte"],
  "quacks.so.coins-last": ["for {points}", "das gibt {points}"],
  "quacks.so.rest-lost": ["lost: {coins}", "verloren: {coins}"],
  "quacks.so.keep": ["You keep {rubies}", "Du behältst {rubies}"],
  "quacks.so.rubies-last": ["{rubies} for {points}", "{rubies} gegen {points}"],
  "quacks.so.no-flask": [
    "A full flask can pour a white back",
    "Eine volle Flasche holt einen weißen Chip zurück",
  ],
  "quacks.so.rats": [
    "Your potion starts {spaces} further",
    "Dein Trank beginnt {spaces} weiter vorn",
  ],
  "quacks.so.rats-none": ["Your potion starts at the droplet", "Dein Trank beginnt beim Tropfen"],
  "quacks.so.tails": ["in all {tails}", "insgesamt {tails}"],
  "quacks.tier.give": ["Give {n} back: {gain}", "{n} zurückgeben: {gain}"],
  "quacks.tier.lose": ["Give {n} back for nothing", "{n} für nichts zurückgeben"],
  "quacks.tier.swap.1": [
    "A 1-chip of your pot becomes a 2",
    "Ein 1er aus deinem Kessel wird ein 2er",
  ],
  "quacks.tier.swap.2": [
    "A 2-chip of your pot becomes a 4",
    "Ein 2er aus deinem Kessel wird ein 4er",
  ],
  "quacks.tier.swap.3": [
    "A 1-chip of your pot becomes a 4",
    "Ein 1er aus deinem Kessel wird ein 4er",
  ],
  "quacks.tier.chips": ["{n} purple", "{n} Lila"],

  // the pot
  "quacks.pot": ["Your pot", "Dein Kessel"],
  "quacks.pot-of": ["{who}’s pot", "Kessel von {who}"],
  "quacks.summary": [
    "{pot}: {chips}; stopping gives {worth}. Cherry bombs {whites} of {limit}.",
    "{pot}: {chips}; Stoppen bringt {worth}. Knallerbsen {whites} von {limit}.",
  ],
  "quacks.space": ["the space with {worth}", "das Feld mit {worth}"],
  "quacks.on-space": ["on the space with {worth}", "auf dem Feld mit {worth}"],
  "quacks.chip-at": ["{chip}, {space}", "{chip}, {space}"],
  "quacks.inert-at": ["{chip}, {space}, without its action", "{chip}, {space}, ohne Aktion"],
  "quacks.whites": ["Cherry bombs {whites} of {limit}", "Knallerbsen {whites} von {limit}"],
  "quacks.whites-over": ["exploded with {whites}", "mit {whites} explodiert"],
  "quacks.state.exploded": ["exploded", "explodiert"],
  "quacks.state.stopped": ["stopped", "gestoppt"],
  "quacks.state.full": ["full", "voll"],
  "quacks.state.brewing": ["brewing", "braut"],
  "quacks.state.decided": ["has decided", "hat entschieden"],
  "quacks.state.draw": ["has decided: draw", "hat entschieden: ziehen"],
  "quacks.state.stop": ["has decided: stop", "hat entschieden: stoppen"],
  "quacks.state.choosing": ["choosing", "wählt"],
  "quacks.state.shopping": ["shopping", "kauft ein"],
  "quacks.state.won": ["wins", "gewinnt"],
  "quacks.state.done": ["finished", "fertig"],
  "quacks.state.ready": ["waiting", "wartet"],
  "quacks.start-player": ["start player", "Startspieler"],
  "quacks.starts": ["starts", "beginnt"],
  "quacks.you-stopped": ["You have stopped, for {worth}.", "Du hast gestoppt, für {worth}."],
  "quacks.you-exploded": [
    "Your pot has exploded. You still get points or coins, not both.",
    "Dein Kessel ist explodiert. Du bekommst noch Siegpunkte oder Münzen, nicht beides.",
  ],
  "quacks.you-covered": [
    "Your pot has exploded, but the crow skull protects you: points and coins.",
    "Dein Kessel ist explodiert, aber der Krähenschädel schützt dich: Siegpunkte und Münzen.",
  ],
  "quacks.you-decided": [
    "You have decided. The others are still thinking.",
    "Du hast entschieden. Die anderen überlegen noch.",
  ],
  "quacks.chance": ["explodes: {percent}\u00a0%", "explodiert: {percent}\u00a0%"],
  "quacks.chance-none": ["cannot explode", "kann nicht explodieren"],
  "quacks.chance-of": [
    "{n} of {bag:chip|chips} would explode the pot",
    "Den Kessel sprengen würden {n} von {bag:Chip|Chips}",
  ],
  "quacks.window": [
    "The crow skull protects you for {draws} more",
    "Der Krähenschädel schützt dich noch {draws} lang",
  ],
  "quacks.count.draw": ["{n:draw|draws}", "{n:Ziehung|Ziehungen}"],
  "quacks.in-hand": ["In your hand", "In deiner Hand"],
  "quacks.beside": ["Beside the pot", "Neben dem Kessel"],
  "quacks.nothing-there": ["nothing", "nichts"],
  "quacks.returned": ["Put back in this potion", "In diesem Trank zurückgelegt"],
  "quacks.returned-all": [
    "{chip} may not go back again: in one potion each of your reds may go back once.",
    "{chip} darf nicht noch einmal zurück: In einem Trank darf jeder deiner roten Chips nur einmal zurück.",
  ],
  "quacks.droplet": [
    "Droplet: your potions start {space}",
    "Tropfen: Deine Tränke beginnen {space}",
  ],
  "quacks.rats": ["Rat stone: {n} further", "Rattenstein: {n} weiter"],
  "quacks.flask-full": ["Flask full", "Flasche voll"],
  "quacks.flask-empty": ["Flask empty", "Flasche leer"],
  "quacks.on-the-space": ["on the space with {n:coin|coins}", "auf dem Feld mit {n:Münze|Münzen}"],
  // whoever stops there gets them
  "quacks.space-before": ["the space before {n:coin|coins}", "das Feld vor {n:Münze|Münzen}"],
  "quacks.the-middle": ["the middle", "die Mitte"],
  "quacks.in-middle": ["in the middle", "in der Mitte"],
  "quacks.look-at": ["Look at {who}’s pot and bag", "Kessel und Beutel von {who} ansehen"],
  "quacks.watch": ["Watch {who}", "{who} zusehen"],
  "quacks.since": ["Since your last answer", "Seit deiner letzten Antwort"],
  "quacks.others": ["The others", "Die anderen"],

  // bag
  "quacks.bag": ["Your bag", "Dein Beutel"],
  "quacks.bag-of": ["{who}’s bag", "Beutel von {who}"],
  "quacks.bag-empty": ["empty", "leer"],
  "quacks.bought-short": ["Bought", "Gekauft"],
  "quacks.bought": ["Bought, in the bag next turn", "Gekauft, nächste Runde im Beutel"],
  "quacks.would-explode": ["would explode the pot", "würde den Kessel sprengen"],
  "quacks.looks-at": ["Looks at", "Sieht sich an"],
  "quacks.counted": ["{n} × {chip}", "{n} × {chip}"],

  // shop
  "quacks.shop": ["Shop", "Einkauf"],
  "quacks.books": ["The books", "Die Bücher"],
  "quacks.book": ["About {name}: what the book does", "Über {name}: was das Buch bewirkt"],
  "quacks.opens": ["from turn {turn}", "ab Runde {turn}"],
  "quacks.opens-never": ["not in this game", "nicht in dieser Partie"],
  "quacks.coins-left": ["{coins} to spend", "{coins} zum Ausgeben"],
  "quacks.price": ["{chip}: {coins}, {n} left", "{chip}: {coins}, noch {n}"],

  // middle
  "quacks.fortune.purple": ["happens at once", "wirkt sofort"],
  "quacks.fortune.blue": ["for this turn", "für diese Runde"],
  "quacks.inert": ["Here the chip has no action.", "Hier hat der Chip keine Aktion."],
  "quacks.acts": [
    "Here the chip acts in the evaluation.",
    "Hier wirkt der Chip in der Auswertung.",
  ],
  "quacks.more": ["Read the whole card: {name}", "Ganze Karte lesen: {name}"],
  "quacks.rolled": ["{who}: {die}", "{who}: {die}"],
  "quacks.bonus-die": ["Bonus die", "Bonuswürfel"],

  // track
  "quacks.track": ["Scoring track", "Siegpunktleiste"],
  "quacks.behind": ["You are {tails} behind {who}", "{tails} zwischen dir und {who}"],
  "quacks.close-behind": [
    "{who} leads; no rat tail lies between you",
    "{who} führt; kein Rattenschwanz liegt dazwischen",
  ],
  "quacks.nobody-behind": ["You are all level: no rats", "Ihr liegt alle gleichauf: keine Ratten"],
  "quacks.in-front": ["You lead: no rats for you", "Du führst: keine Ratten für dich"],
  "quacks.behind-of": ["{who}: {tails}", "{who}: {tails}"],
  "quacks.marker": ["{who}: {points}", "{who}: {points}"],

  // test tubes
  "quacks.tubes": ["Test tubes", "Reagenzgläser"],
  "quacks.glass": ["Glass {n}: {reward}", "Glas {n}: {reward}"],
  "quacks.glass-here": ["Glass {n}: {reward} Here: {who}", "Glas {n}: {reward} Hier: {who}"],

  // what shared pages say of it
  "front.quacks": [
    "Draw ingredients from your bag, one more and one more still, and stop before the pot explodes.",
    "Zieh Zutaten aus deinem Beutel, noch eine und noch eine, und hör auf, bevor der Kessel explodiert.",
  ],
  "front.plain.quacks": ["Simple, as for a first game", "Einfach, wie für die erste Partie"],
  "front.plain-why.quacks": [
    "Books of set 1 and the plain side of the pot. Untick it to choose these and more.",
    "Bücher aus Set 1 und die einfache Kesselseite. Ohne das Häkchen wählst du das und mehr selbst.",
  ],
  "front.first-why.quacks": [
    "After that, each turn the next player to the left starts.",
    "Danach beginnt jede Runde, wer links daneben sitzt.",
  ],
  "mine.moment.peak.quacks": ["Most points in one turn", "Meiste Punkte in einer Runde"],
  "mine.moment.calm.quacks": [
    "Highest score without an explosion",
    "Höchstes Ergebnis ohne Explosion",
  ],
  "mine.unit.quacks": ["points", "Siegpunkte"],
  "mine.unit.quacks.one": ["point", "Siegpunkt"],
  "guide.quacks.what": [
    "You brew a potion from a bag of ingredients, chip by chip. The further it gets, the better; too many cherry bombs, and it explodes.",
    "Du braust aus einem Beutel voller Zutaten einen Trank, Chip für Chip. Je weiter er kommt, desto besser; zu viele Knallerbsen, und er explodiert.",
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
    "A chip goes as many spaces further as its number says. The lit space after your last chip is what you get if you stop: the large number in coins, the small one in points, and a ruby if one is shown there.",
    "Ein Chip rückt so viele Felder vor, wie seine Zahl sagt. Hörst du auf, bekommst du das helle Feld dahinter: die große Zahl in Münzen, die kleine in Siegpunkten und einen Rubin, wenn dort einer ist.",
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
    "Bumm! Das ist nicht so schlimm: Du bekommst trotzdem die Siegpunkte oder die Münzen deines Feldes, nur nicht beides. Früh im Spiel sind die Münzen oft besser, denn damit kaufst du neue Chips.",
  ],
  "guide.quacks.stopped": [
    "You have stopped, and your potion counts. When everyone is ready, it brings what its space shows: a ruby, points, and coins to spend on new chips.",
    "Du hast aufgehört, und dein Trank zählt. Sind alle so weit, bringt er, was sein Feld zeigt: einen Rubin, Siegpunkte und Münzen für neue Chips.",
  ],
  "guide.quacks.die": [
    "Whoever got furthest without an explosion rolls the bonus die: points, a ruby, a step for the droplet or a pumpkin.",
    "Wer ohne Explosion am weitesten kam, würfelt mit dem Bonuswürfel: Siegpunkte, ein Rubin, ein Schritt für den Tropfen oder ein Kürbis.",
  ],
  "guide.quacks.actions": [
    "Coloured chips do something: blue, red and yellow as soon as you draw them, green, purple and black when everyone has stopped. White and orange ones do nothing.",
    "Farbige Chips bewirken etwas: blaue, rote und gelbe gleich, wenn du sie ziehst, grüne, lila und schwarze, wenn alle aufgehört haben. Weiße und orangefarbene tun nichts.",
  ],
  "rules.search-hint.quacks": ["word, rule, chip …", "Wort, Regel, Chip …"],
} as const;
