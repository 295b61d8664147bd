// Refusals of Arcane Alley in German (games/arcane/refusals.def); words/refusals.ts says how they are written.
export const refusals = {
  "deck-empty": "Der Stapel ist leer.",
  "discard-empty": "Die Ablage ist leer.",
  "market-not-played": "Diese Partie wird ohne den Markt gespielt.",
  "market-too-dear": "Du hast zu wenig Gold für dieses Fach des Markts.",
  "market-slot-empty": "Dieses Fach des Markts ist leer.",
  "not-in-stash": "Diese Ware ist nicht in deinem Versteck.",
  "no-slot-to-play": "Es gibt kein Fach, in das du sie spielen könntest.",
  "not-special": "Nur Spezialwaren kann man einsetzen.",
  "slot-empty": "In diesem Fach liegt keine Ware.",
  "doll-ousts-hidden": "Eine verkaufte Puppe verdrängt eine verdeckte Ware; diese liegt offen.",
  "doll-not-replaced": "Eine offene Spukpuppe kann nicht ersetzt werden.",
  "item-revealed": "Diese Ware liegt offen; wähle eine verdeckte.",
  "target-toad": "Wähle jemanden mit mindestens zwei Waren im Lager.",
  "target-doll":
    "Wähle jemand anderen mit einer verdeckten Ware, der noch keine Puppe bekommen hat.",
  "target-chalice": "Wähle jemand anderen, der ein Versteck hat.",
  "target-other": "Wähle jemand anderen.",
  "target-lockbox": "Wähle jemand anderen mit einer offenen Ware.",
  "bribe-odd": "Bestechen kannst du nur mit einer geraden Menge Gold.",
  "bribe-multiple": "Bestechen kannst du nur mit einem Vielfachen von {0} Gold.",
  "bribe-above-most": "Eine Bestechung baut höchstens {0} Verruf ab.",
  "bribe-above-gold": "So viel Gold hast du nicht.",
  "bribe-above-infamy": "Das würde mehr Verruf abbauen, als du hast.",
  "cards-not-object": "{0}: Hier wird ein Objekt gebraucht.",
  "cards-item-has-none": "{0}: Diese Ware hat keine solche Zahl.",
  "cards-two-numbers":
    "{0}: Hier wird eine Liste mit zwei Zahlen gebraucht, für 2–4 und für 5–6 Personen.",
  "cards-unknown-key": "{0}: Diesen Schlüssel gibt es nicht.",
  "cards-unknown-number": "{0}: Diese Zahl gibt es nicht.",
  "cards-needed": "cards: Hier wird null oder ein Objekt gebraucht.",
  "edition-needed": "edition: Möglich sind three und hundred.",
  "goal-needed": "goal: Möglich sind 100, 200 und 300.",
  "rounds-need-hundred":
    "rounds: Nur die Edition hundred lässt sich über eine Zahl von Runden spielen.",
  "wizards-for-each-seat":
    "wizards: Die Liste braucht {0:Eintrag|Einträge}, einen für jeden Platz.",
  "wizard-needed": "wizards.{0}: Hier wird null oder der Name eines Magiers gebraucht.",
  "wizard-twice": "wizards.{0}: {1} sitzt schon an einem anderen Platz.",
  "wizards-not-in-hundred": "wizards: In der Edition hundred gibt es keine Magier.",
  "wizards-needed": "wizards: Möglich sind none, random und eine Liste.",
  "cards-not-dealable":
    "{0}: Es dürfen höchstens 160 Karten sein, und sie müssen für {1} + Versteck je Person, {2} der Ablage und {3} des Marktes reichen.",
  "start-past-lap":
    "{0}: Hier muss weniger stehen als ein Umlauf des Verrufs; das sind {1} Punkte (infamy.lap).",
  "cards-unknown-item": "{0}: Diese Ware gibt es nicht.",
  "cards-line": "Zeile {0}: {1}",
};
