// Refusals of the rules and of the server in German, by their English. What is not here is shown in English.
export const refusals: { [english: string]: string } = {
  // the rules (games/*/explain.c)
  "The deck is empty.": "Der Stapel ist leer.",
  "The discard is empty.": "Die Ablage ist leer.",
  "This game is played without the Market.": "Diese Partie wird ohne den Markt gespielt.",
  "You have too little gold for that Market slot.": "Du hast zu wenig Gold für dieses Marktfach.",
  "That Market slot is empty.": "Dieses Marktfach ist leer.",
  "That item is not in your stash.": "Diese Ware ist nicht in deinem Versteck.",
  "There is no slot to play it into.": "Es gibt kein Fach, in das du sie spielen könntest.",
  "Only a special item can be used.": "Nur eine Spezialware lässt sich benutzen.",
  "There is no item in that slot.": "In diesem Fach liegt keine Ware.",
  "A sold Doll ousts a hidden item; that one is revealed.":
    "Eine verkaufte Puppe verdrängt eine verdeckte Ware; diese ist offen.",
  "A revealed Haunted Doll cannot be replaced.": "Eine offene Spukpuppe kann nicht ersetzt werden.",
  "That item is revealed; choose a hidden one.": "Diese Ware ist offen; wähle eine verdeckte.",
  "Choose a player with at least two items in the storehouse.":
    "Wähle jemanden mit mindestens zwei Waren im Lager.",
  "Choose another player with a hidden item who has had no Doll yet.":
    "Wähle jemand anderen mit einer verdeckten Ware, der noch keine Puppe bekommen hat.",
  "Choose another player who has a stash.": "Wähle jemand anderen, der ein Versteck hat.",
  "Choose another player.": "Wähle jemand anderen.",
  "Choose another player with a revealed item.": "Wähle jemand anderen mit einer offenen Ware.",
  "A bribe is an even amount of gold.": "Bestechen kannst du nur mit einer geraden Menge Gold.",
  "You do not have that much gold.": "So viel Gold hast du nicht.",
  "You have less infamy than that would take off.":
    "Du hast weniger Verruf, als das abbauen würde.",
  "Your bag is empty.": "Dein Beutel ist leer.",
  "The first draw of a potion is compulsory.": "Den ersten Chip eines Tranks musst du ziehen.",
  "Your flask is empty.": "Deine Flasche ist leer.",
  "Only a white chip that was drawn last and lies in the pot goes back.":
    "Nur ein weißer Chip, der zuletzt gezogen wurde und im Kessel liegt, darf zurück.",
  "Only with book red 2 do chips lie beside the pot.":
    "Nur mit Buch Rot 2 liegen Chips neben dem Kessel.",
  "Only a red that lay beside the pot when the potion began goes back now.":
    "Zurück darf jetzt nur ein Roter, der schon zu Beginn des Tranks neben dem Kessel lag.",
  "White chips can never be bought or taken.": "Weiße Chips kann man weder kaufen noch nehmen.",
  "The book of that colour is not out yet.": "Das Buch dieser Farbe liegt noch nicht aus.",
  "No such chip is left in the supply.": "Von diesen Chips ist keiner mehr im Vorrat.",
  "The two chips you buy must be of different colours.":
    "Die zwei Chips, die du kaufst, müssen verschiedene Farben haben.",
  "You have too few coins for that chip.": "Du hast zu wenige Münzen für diesen Chip.",
  "That costs 2 rubies.": "Das kostet 2 Rubine.",
  "Your flask cannot be filled now.": "Deine Flasche kann jetzt nicht gefüllt werden.",
  "Your droplet cannot move any further.": "Dein Tropfen kann nicht weiter.",
  // the table (match/, server/)
  "A bot plays for you at the moment: take your seat back first.":
    "Gerade spielt ein Bot für dich: Nimm zuerst deinen Platz zurück.",
  "Only your last move can be taken back.": "Nur dein letzter Zug kann zurückgenommen werden.",
  "There is no move of yours to take back.":
    "Es gibt keinen Zug von dir, den du zurücknehmen könntest.",
  "Nobody has asked to take a move back.": "Niemand möchte einen Zug zurücknehmen.",
  "Somebody has asked to take a move back already.":
    "Es möchte schon jemand einen Zug zurücknehmen.",
  "You have agreed already.": "Du bist schon einverstanden.",
  "You have asked yourself: the others decide.": "Du hast selbst gefragt: Die anderen entscheiden.",
  "Somebody else at this table was faster. Look again, then answer.":
    "Jemand an diesem Tisch war schneller. Sieh noch einmal hin und antworte dann.",
  "That cannot be carried out any more. Look again.": "Das geht nicht mehr. Sieh noch einmal hin.",
  "This question is not open any more.": "Diese Frage ist nicht mehr offen.",
  "You have answered this question otherwise.": "Du hast diese Frage schon anders beantwortet.",
  "You are not asked anything at the moment.": "Du bist gerade nicht gefragt.",
  "Your time is up.": "Deine Zeit ist um.",
  "Somebody sits there already.": "Da sitzt schon jemand.",
  "You sit at this table already.": "Du sitzt schon an diesem Tisch.",
  "The game has begun, and nobody has left that seat.":
    "Das Spiel läuft, und niemand hat diesen Platz verlassen.",
  "The game has begun.": "Das Spiel hat begonnen.",
  "The game has not begun.": "Das Spiel hat noch nicht begonnen.",
  "The game is over.": "Das Spiel ist vorbei.",
  "The game is not over.": "Das Spiel ist noch nicht vorbei.",
  "The table is closed.": "Der Tisch ist geschlossen.",
  "There is no such table.": "Diesen Tisch gibt es nicht.",
  "There is no such seat.": "Diesen Platz gibt es nicht.",
  "This seat is not yours any more.": "Dieser Platz gehört dir nicht mehr.",
  "This token belongs to no seat of this table.":
    "Der Schlüssel passt zu keinem Platz dieses Tisches.",
  "A name has 1 to 40 characters that can be seen.": "Ein Name hat 1 bis 40 sichtbare Zeichen.",
  "This could not be stored, so it has not happened. Try again.":
    "Das konnte nicht gespeichert werden und ist deshalb nicht geschehen. Versuch es noch einmal.",
  "There are too many tables. Come back later.": "Es gibt zu viele Tische. Komm später wieder.",
  "The server stops. Ask again in a moment.": "Der Server hält an. Versuch es gleich noch einmal.",
  "Practice goes on from games that are over.": "Üben kann man von Partien aus, die vorbei sind.",
};
