// Words of the Arcane Alley table. Each: [English, Deutsch].
export const words = {
  "arcane.gold": ["gold", "Gold"],
  "arcane.infamy": ["infamy", "Verruf"],
  "arcane.round-of": ["Round {n} of {of}", "Runde {n} von {of}"],
  "arcane.round-at-most": ["Round {n} of at most {of}", "Runde {n} von höchstens {of}"],
  "arcane.last-round": ["the last", "die letzte"],
  "arcane.guard-ended": [
    "Nobody reached {goal} gold in {n:round|rounds} (A1.guard): the most gold wins.",
    "Niemand hat in {n:Runde|Runden} {goal} Gold erreicht (A1.guard): Das meiste Gold gewinnt.",
  ],
  "arcane.goal": ["goal {n} gold", "Ziel {n} Gold"],
  "arcane.phase.stock": ["Stock", "Einlagern"],
  "arcane.phase.sell": ["Sell", "Verkauf"],
  "arcane.phase.inspection": ["Inspection", "Inspektion"],
  "arcane.phase.bribe": ["Bribe", "Bestechung"],
  "arcane.phase.over": ["The end", "Ende"],
  "arcane.turn-of": ["{who}'s turn", "{who} am Zug"],
  "arcane.your-turn": ["your turn", "du bist am Zug"],
  "arcane.triggered-by": ["{who} triggered the inspection", "{who} hat die Inspektion ausgelöst"],
  "arcane.triggered-you": ["you triggered the inspection", "du hast die Inspektion ausgelöst"],

  "arcane.q.slot": ["{item}: which slot does it go to?", "{item}: Wohin damit?"],
  "arcane.q.slot-back": [
    "{item} comes back to you: which slot does it go to now?",
    "{item} kommt zu dir zurück: Wohin jetzt damit?",
  ],
  "arcane.q.slot-doll": [
    "{item}: which hidden item of {who} does it remove?",
    "{item}: Welche verdeckte Ware von {who} wird verdrängt?",
  ],
  "arcane.q.target-hypnotic-toad": [
    "{item}: in whose storehouse do you exchange two items?",
    "{item}: In wessen Lager tauschen zwei Waren die Plätze?",
  ],
  "arcane.q.target-dragons-egg": [
    "{item}: which other player gets {gold} gold and {infamy} infamy?",
    "{item}: Wer sonst erhält {gold} Gold und {infamy} Verruf?",
  ],
  "arcane.q.target-haunted-doll": [
    "{item}: whose hidden item does it remove?",
    "{item}: Wessen verdeckte Ware wird verdrängt?",
  ],
  "arcane.q.target-sacred-chalice": [
    "{item}: whose stash do you look at?",
    "{item}: Wessen Versteck siehst du an?",
  ],
  "arcane.q.target-pandoras-lockbox": [
    "{item}: with whom do you exchange?",
    "{item}: Mit wem tauschst du?",
  ],
  "arcane.q.effect": [
    "Meeblemore, {item}: {effect} Use this effect, or ignore it?",
    "Meeblemore, {item}: {effect} Diesen Effekt nutzen oder ignorieren?",
  ],
  "arcane.q.cauldron": [
    "{item}: lose {gold} gold, or gain {infamy} infamy?",
    "{item}: {gold} Gold verlieren oder {infamy} Verruf erhalten?",
  ],
  "arcane.q.swap": [
    "{item}: choose two items of {who} that change places.",
    "{item}: Wähle zwei Waren von {who}, die die Plätze tauschen.",
  ],
  "arcane.q.swap-own": [
    "{item}: choose two of your items that change places.",
    "{item}: Wähle zwei deiner Waren, die die Plätze tauschen.",
  ],
  "arcane.q.slide": [
    "You sell a diagonal: {item}. Which way does the rest slide?",
    "Du verkaufst eine Diagonale: {item}. Wohin rückt der Rest?",
  ],
  "arcane.q.take-mystical-lamp": [
    "{item}: which of these do you play?",
    "{item}: Welche dieser Waren spielst du?",
  ],
  "arcane.q.take-wizards-watch": [
    "{item}: which item of the discard do you play?",
    "{item}: Welche Ware der Ablage spielst du?",
  ],
  "arcane.q.take-sacred-chalice": [
    "{item}: which item of {who}'s stash do you play?",
    "{item}: Welche Ware aus dem Versteck von {who} spielst du?",
  ],
  "arcane.q.theirs": [
    "{item}: which revealed item of {who} do you take for the one in slot {own}?",
    "{item}: Welche offene Ware von {who} nimmst du für die in Fach {own}?",
  ],
  "arcane.q.dafana": [
    "Dafana: pay {gold} gold and lose up to {infamy} infamy for this sale?",
    "Dafana: Für diesen Verkauf {gold} Gold zahlen und bis zu {infamy} Verruf loswerden?",
  ],
  "arcane.q.coin-sword": [
    "Your Sword leaves you {left} % of that.",
    "Dein Schwert lässt dir davon {left}\u00a0%.",
  ],
  "arcane.q.coin-nothing": ["Your Sword takes all of it.", "Dein Schwert nimmt dir alles davon."],
  "arcane.q.has": ["You have {gold} gold.", "Du hast {gold} Gold."],
  "arcane.q.ninx": [
    "Ninx: choose an item left in your storehouse; you gain its infamy in gold",
    "Ninx: Wähle eine übrige Ware deines Lagers; du erhältst ihren Verruf in Gold",
  ],
  "arcane.q.ninx-each": [
    "Ninx: choose an item left in your storehouse; you gain {gold} gold for each point of its infamy",
    "Ninx: Wähle eine übrige Ware deines Lagers; du erhältst {gold} Gold je Punkt ihres Verrufs",
  ],
  "arcane.q.ninx-sword": [
    ", and your Sword leaves you {left} % of that",
    ", und dein Schwert lässt dir davon {left}\u00a0%",
  ],
  "arcane.q.ninx-nothing": [
    ", but your Sword takes all of it",
    ", aber dein Schwert nimmt dir alles davon",
  ],
  "arcane.q.bribe": [
    "Bribes: every {price} gold take off 1 infamy. How much gold do you spend?",
    "Bestechung: Je {price} Gold nehmen dir 1 Verruf ab. Wie viel Gold gibst du aus?",
  ],
  "arcane.q.bribe-gold": [
    "Bribes: they cost at least {price} gold, and you have {gold}.",
    "Bestechung: Sie kostet mindestens {price} Gold, und du hast {gold}.",
  ],
  "arcane.q.bribe-infamy": [
    "Bribes: you have no infamy to get rid of.",
    "Bestechung: Du hast keinen Verruf, den du loswerden könntest.",
  ],
  "arcane.q.act": [
    "Play an item of your stash, or discard one.",
    "Spiele eine Ware aus deinem Versteck oder wirf eine ab.",
  ],
  "arcane.q.held": [
    "{item}: which slot does it go to? Or discard it.",
    "{item}: In welches Fach, oder abwerfen?",
  ],
  "arcane.q.held-use": [
    "{item}: use it, discard it, or choose a slot.",
    "{item}: Einsetzen, abwerfen oder ein Fach wählen?",
  ],

  "arcane.do.reveal": ["Turn up slots {a} and {b}", "Fächer {a} und {b} aufdecken"],
  "arcane.do.reveal-one": ["Turn up slot {n}", "Fach {n} aufdecken"],
  "arcane.do.draw-deck": ["Draw from the deck", "Vom Stapel ziehen"],
  "arcane.do.draw-discard": ["Take {item} from the discard", "Von der Ablage nehmen: {item}"],
  "arcane.do.draw-market": ["Buy {item} for {n} gold", "Für {n} Gold kaufen: {item}"],
  "arcane.do.play": ["Play {item}", "Spielen: {item}"],
  "arcane.do.play-in": ["Play {item} into slot {n}", "{item} in Fach {n} spielen"],
  "arcane.do.discard": ["Discard {item}", "Abwerfen: {item}"],
  "arcane.do.use": ["Use {item}", "Einsetzen: {item}"],
  "arcane.do.slot": ["Slot {n}", "Fach {n}"],
  "arcane.do.slot-there": ["Slot {n}, replacing {what}", "Fach {n}, ersetzt: {what}"],
  "arcane.do.effect-use": ["Use it", "Nutzen"],
  "arcane.do.effect-ignore": ["Ignore it", "Ignorieren"],
  "arcane.do.peek": ["Look at slot {n}", "Fach {n} ansehen"],
  "arcane.do.cauldron-gold": ["Lose {n} gold", "{n} Gold verlieren"],
  "arcane.do.cauldron-infamy": ["Gain {n} infamy", "{n} Verruf erhalten"],
  "arcane.do.target": ["{who}", "{who}"],
  "arcane.do.target-you": ["Myself", "Ich selbst"],
  "arcane.do.target-sword": ["with the Sword gains {n} gold", "erhält wegen des Schwerts {n} Gold"],
  "arcane.do.swap": ["Exchange slots {a} and {b}", "Fächer {a} und {b} tauschen"],
  "arcane.do.sell": [
    "Sell {item}: slots {slots} for {n} gold",
    "{item} verkaufen: Fächer {slots} für {n} Gold",
  ],
  "arcane.do.slide-across": ["Sideways: three rows of two", "Zur Seite: drei Zeilen mit je zwei"],
  "arcane.do.slide-down": ["Down: two rows of three", "Nach unten: zwei Zeilen mit je drei"],
  "arcane.do.take": ["Play {item}", "Spielen: {item}"],
  "arcane.do.own": ["Give slot {n}", "Fach {n} geben"],
  "arcane.do.theirs": ["Take {item} from slot {n}", "Aus Fach {n} nehmen: {item}"],
  "arcane.do.remove": ["Set slot {n} aside", "Fach {n} beiseitelegen"],
  "arcane.do.dafana-pay": ["Pay {n} gold", "{n} Gold zahlen"],
  "arcane.do.dafana-pass": ["No", "Nein"],
  "arcane.do.ninx": ["{item} in slot {n}: {gold} gold", "{item} in Fach {n}: {gold} Gold"],
  "arcane.do.ninx-lose": [
    "{item} in slot {n}: lose {gold} gold",
    "{item} in Fach {n}: {gold} Gold verlieren",
  ],
  "arcane.do.bribe": ["Spend {n} gold", "{n} Gold ausgeben"],
  "arcane.do.bribe-none": ["Spend nothing", "Nichts ausgeben"],

  "arcane.bribe-result": [
    "That leaves you {gold} gold and {infamy} infamy.",
    "Dann hast du noch {gold} Gold und {infamy} Verruf.",
  ],
  "arcane.bribe-gold": ["Gold for bribes", "Gold für Bestechung"],
  "arcane.bribe-all": ["As much as possible", "So viel wie möglich"],

  "arcane.deck": ["Deck", "Stapel"],
  "arcane.deck-of": ["Deck, {n:item|items}", "Stapel, {n:Ware|Waren}"],
  "arcane.deck-top": ["you know the top: {item}", "du kennst die oberste: {item}"],
  "arcane.deck-empty": ["The deck is empty", "Der Stapel ist leer"],
  "arcane.discard": ["Discard", "Ablage"],
  "arcane.discard-of": [
    "Discard, {n:item|items}, on top {item}",
    "Ablage, {n:Ware|Waren}, oben {item}",
  ],
  "arcane.discard-empty": ["The discard is empty", "Die Ablage ist leer"],
  "arcane.discard-read": ["See all {n}", "Alle {n} ansehen"],
  "arcane.discard-order": [
    "The top one first. Everyone may look through it at any time.",
    "Die oberste zuerst. Alle dürfen sie jederzeit durchsehen.",
  ],
  "arcane.aside": ["Set aside this round", "Diese Runde beiseitegelegt"],
  "arcane.market": ["Market", "Markt"],
  "arcane.market-of": [
    "Market slot {n}: {item}, costs {price} gold",
    "Markt, Fach {n}: {item}, kostet {price} Gold",
  ],
  "arcane.market-empty": ["Market slot {n}: empty", "Markt, Fach {n}: leer"],
  "arcane.table": ["Deck, discard and Market", "Stapel, Ablage und Markt"],
  "arcane.use": ["Use", "Einsetzen"],
  "arcane.put-back": ["Put back", "Zurücklegen"],
  "arcane.discard-it": ["Discard", "Abwerfen"],
  "arcane.play-hint": [
    "Choose an item, then where it goes.",
    "Wähle eine Ware und dann ihren Platz.",
  ],
  "arcane.keep-hint": [
    "Choose an item, then put it on the discard.",
    "Wähle eine Ware und leg sie auf die Ablage.",
  ],

  "arcane.mine": ["Your storehouse", "Dein Lager"],
  "arcane.house-of": ["{who}'s storehouse", "Lager von {who}"],
  "arcane.house-empty": ["Nothing left", "Nichts mehr da"],
  "arcane.stash": ["Your stash", "Dein Versteck"],
  "arcane.stash-empty": ["Your stash is empty.", "Dein Versteck ist leer."],
  "arcane.stash-of": ["{who}'s stash", "Versteck von {who}"],
  "arcane.stash-n": ["{n} in the stash", "{n} im Versteck"],
  "arcane.others": ["The others", "Die anderen"],
  "arcane.everyone": ["Everyone", "Alle"],
  "arcane.fines": ["{n:fine marker|fine markers}", "{n} Bußgeldmarker"],
  "arcane.fine": ["1 fine marker", "1 Bußgeldmarker"],
  "arcane.moves": ["to move", "am Zug"],
  "arcane.first-word": ["first", "beginnt"],
  "arcane.first": ["First player", "Startspieler"],
  "arcane.trigger": ["triggered", "ausgelöst"],
  "arcane.choose": ["Choose {who}", "{who} wählen"],
  "arcane.scores": ["{gold} gold, {infamy} infamy", "{gold} Gold, {infamy} Verruf"],

  "arcane.slot": ["Slot {n}", "Fach {n}"],
  "arcane.slot-empty": ["Slot {n}: empty", "Fach {n}: leer"],
  "arcane.hidden": ["hidden", "verdeckt"],
  "arcane.hidden-known": ["hidden; you know it: {item}", "verdeckt; du kennst sie: {item}"],
  "arcane.hidden-all": ["hidden: {item}", "verdeckt: {item}"],
  "arcane.revealed": ["{item}, revealed", "{item}, offen"],
  "arcane.numbers": ["set {gold} gold, infamy {infamy}", "Trio {gold} Gold, Verruf {infamy}"],
  "arcane.flying": ["{item}: being played", "{item}: wird gerade gespielt"],
  "arcane.lifted": ["lifted", "angehoben"],
  "arcane.picked": ["chosen", "gewählt"],
  "arcane.public": ["everyone knows it", "alle kennen sie"],
  "arcane.unknown-item": ["an item you do not know", "eine Ware, die du nicht kennst"],

  "arcane.set": ["set", "Trio"],
  "arcane.set-gold": ["A set pays {n} gold", "Ein Trio bringt {n} Gold"],
  "arcane.each-infamy": ["Each left over costs {n} infamy", "Jede übrige kostet {n} Verruf"],
  "arcane.each-relief": ["Each left over takes off {n} infamy", "Jede übrige nimmt {n} Verruf weg"],
  "arcane.when.special": ["special", "Spezial"],
  "arcane.when.played": ["played", "gespielt"],
  "arcane.when.sold": ["sold", "verkauft"],
  "arcane.when.always": ["always", "dauerhaft"],
  "arcane.house-value": ["our own value", "von uns festgelegt"],
  "arcane.house-value-why": [
    "We did not have the printed card: some of this is our own guess",
    "Die gedruckte Karte lag uns nicht vor: Manches daran haben wir selbst festgelegt",
  ],
  "arcane.changed": ["changed at this table", "an diesem Tisch geändert"],
  "arcane.left": ["{n} not seen yet", "{n} noch nicht gesehen"],
  "arcane.focus": ["The card you point at", "Karte, auf die du zeigst"],
  "arcane.focus-none-mouse": [
    "Point at a card to read it here.",
    "Zeig auf eine Karte, um sie hier zu lesen.",
  ],
  "arcane.focus-none": [
    "Touch a card to read it here. If it glows, hold it.",
    "Berühre eine Karte, um sie hier zu lesen. Leuchtet sie, halte sie gedrückt.",
  ],
  "arcane.unseen-text": [
    "Some effects let you peek at it.",
    "Manche Effekte lassen dich heimlich nachsehen.",
  ],

  "arcane.track-gold": ["Gold", "Gold"],
  "arcane.track-infamy": ["Infamy", "Verruf"],
  "arcane.tracks": ["Scores", "Stände"],
  "arcane.track-at": ["{who}: {n}", "{who}: {n}"],
  "arcane.lap": [
    "From {n}: start again at 0, with a fine marker",
    "Ab {n}: wieder von 0, mit einem Bußgeldmarker",
  ],

  "arcane.why.no-doll": [
    "A revealed Haunted Doll cannot be replaced.",
    "Eine offene Spukpuppe kann nicht ersetzt werden.",
  ],
  "arcane.why.no-item": ["There is no item in that slot.", "In diesem Fach liegt keine Ware."],
  "arcane.why.no-hidden": [
    "That item is revealed; choose a hidden one.",
    "Diese Ware liegt offen; wähle eine verdeckte.",
  ],
  "arcane.why.no-doll-hidden": [
    "A sold Doll removes a hidden item, but that item is revealed.",
    "Eine verkaufte Puppe verdrängt eine verdeckte Ware; diese liegt offen.",
  ],
  "arcane.why.no-gold": [
    "You have too little gold for that Market slot.",
    "Für dieses Fach des Markts hast du zu wenig Gold.",
  ],
  "arcane.why.no-deck": ["The deck is empty.", "Der Stapel ist leer."],
  "arcane.why.no-discard": ["The discard is empty.", "Die Ablage ist leer."],
  "arcane.why.no-special": [
    "Only a special item can be used.",
    "Nur Spezialwaren kann man einsetzen.",
  ],

  "arcane.key.back": ["Put back", "Zurücklegen"],
  "arcane.key.read": ["See the discard", "Die Ablage ansehen"],
  "arcane.key.lift": ["Pick up item {n} of your stash", "Ware {n} aus dem Versteck nehmen"],

  // what shared pages say of it
  "front.arcane": [
    "Fill your storehouse, sell sets of three, and have little on the shelf when the inspector calls.",
    "Fülle dein Lager, verkaufe Trios, und habe wenig im Regal, wenn die Inspektion kommt.",
  ],
  "front.plain.arcane": ["Simple, as for a first game", "Einfach, wie für die erste Partie"],
  "front.plain-why.arcane": [
    "Three inspections, no wizards, no Market. Untick it to choose these and more.",
    "Drei Inspektionen, keine Magier, kein Markt. Ohne das Häkchen wählst du das und mehr selbst.",
  ],
  "front.first-why.arcane": [
    "After that, each round the next player to the left starts.",
    "Danach beginnt jede Runde, wer links daneben sitzt.",
  ],
  "mine.moment.peak.arcane": ["Best sale", "Bester Verkauf"],
  "mine.moment.calm.arcane": [
    "Highest score without penalty or fine",
    "Höchstes Ergebnis ohne Strafe",
  ],
  "mine.unit.arcane": ["gold", "Gold"],
  "mine.unit.arcane.one": ["gold", "Gold"],
  "guide.arcane.what": [
    "You run a stall in a crooked night market: collect three alike, sell them for gold, and keep your infamy low when the inspectors come.",
    "Du betreibst einen Stand auf einem zwielichtigen Nachtmarkt: Sammle drei gleiche Waren, verkaufe sie für Gold, und halte deinen Verruf klein, wenn die Inspektion kommt.",
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
    "Someone sold a set: three alike in one line. They pay gold and are gone, and the rest moves together. You can do the same.",
    "Jemand hat ein Trio verkauft: drei gleiche in einer Linie. Sie bringen Gold und sind weg, und der Rest rückt zusammen. Das kannst du auch.",
  ],
  "guide.arcane.pair": [
    "Two alike in one line! If a third comes into the place that is left, you sell all three.",
    "Zwei gleiche in einer Linie! Kommt eine dritte in das Fach, das noch fehlt, verkaufst du alle drei.",
  ],
  "guide.arcane.rival": [
    "Look at the others: what lies open there, and what do they collect? What you discard or replace lies open on the discard, and the next player may take it.",
    "Schau zu den anderen: Was liegt dort offen, und was sammeln sie? Was du abwirfst oder ersetzt, liegt offen auf der Ablage, und wer nach dir kommt, darf es nehmen.",
  ],
  "guide.arcane.look": [
    "Not sure what to do? Hint tells you a good move and why. Odds shows what the next card may be.",
    "Unsicher, was du tun sollst? „Tipp“ nennt dir einen guten Zug und den Grund. „Chancen“ zeigt, was die nächste Karte sein kann.",
  ],
  "rules.search-hint.arcane": ["word, rule, item …", "Wort, Regel, Ware …"],
  "help.exact-arcane": [
    "These figures are exact. You cannot see {unseen:card|cards}, {deck} of them in the deck. Infamy is what is left after the sales, an average with its usual spread.",
    "Diese Zahlen sind genau. Du siehst {unseen:Karte|Karten} nicht, davon im Stapel: {deck}. Verruf ist, was nach den Verkäufen übrig bleibt, als Mittelwert mit seiner üblichen Streuung.",
  ],
  "help.near-arcane": [
    "The table is exact. Whose total is lowest comes from {sampled} deals drawn at random, as there are too many to count. You cannot see {unseen:card|cards}, {deck} of them in the deck. Infamy is what is left after the sales, an average with its usual spread.",
    "Die Tabelle ist genau. Wessen Summe die kleinste ist, wurde an {sampled} zufälligen Verteilungen ausgezählt; alle wären zu viele. Du siehst {unseen:Karte|Karten} nicht, davon im Stapel: {deck}. Verruf ist, was nach den Verkäufen übrig bleibt, als Mittelwert mit seiner üblichen Streuung.",
  ],
} as const;
