// Words of links that carry a seat to another device, and of the devices of a seat.
export const seat = {
  "seat.take": ["Take this seat to another device", "Diesen Platz auf ein anderes Gerät mitnehmen"],
  "seat.why": [
    "A private link opens your seat on another device, or here again after the browser has forgotten it. It works once.",
    "Ein privater Link öffnet deinen Platz auf einem anderen Gerät, oder hier, wenn der Browser ihn vergessen hat. Er gilt einmal.",
  ],
  "seat.make": ["Make a private link", "Privaten Link machen"],
  "seat.another": ["Make another link", "Noch einen Link machen"],
  "seat.link": ["Private link to your seat", "Privater Link zu deinem Platz"],
  "seat.qr": [
    "QR code of the private link: scan it with the other device",
    "QR-Code des privaten Links: Lies ihn mit dem anderen Gerät ein",
  ],
  "seat.once": [
    "Shown only now. Whoever opens it plays your seat and sees your secrets: keep it to yourself.",
    "Nur jetzt zu sehen. Wer ihn öffnet, spielt auf deinem Platz und sieht deine Geheimnisse: Gib ihn niemandem.",
  ],
  "seat.loopback-how": [
    "For other devices start the server with --bind 0.0.0.0, open the page under this computer's name or address, and make the link there.",
    "Für andere Geräte starte den Server mit --bind 0.0.0.0, öffne die Seite unter dem Namen oder der Adresse dieses Rechners und mach den Link dort.",
  ],
  "seat.used-now": [
    "The link was used: another device has your seat now. You can go on here as well.",
    "Der Link wurde benutzt: Ein anderes Gerät hat jetzt deinen Platz. Du kannst auch hier weiterspielen.",
  ],
  "seat.opened": [
    "Another device has opened your seat.",
    "Ein anderes Gerät hat deinen Platz geöffnet.",
  ],
  "seat.keys": ["Devices and links of this seat", "Geräte und Links dieses Platzes"],
  "seat.this": ["This device", "Dieses Gerät"],
  "seat.device": ["Another device, since {when}", "Ein anderes Gerät, seit {when}"],
  "seat.link-open": ["Link of {when}, not used yet", "Link von {when}, noch nicht benutzt"],
  "seat.link-used": ["Link, used {when}", "Link, benutzt {when}"],
  "seat.revoke": ["Revoke", "Widerrufen"],
  "seat.revoke-of": ["Revoke: {what}", "Widerrufen: {what}"],
  "seat.only": ["Only this device from now on", "Von jetzt an nur dieses Gerät"],
  "seat.only-done": [
    "Only this device has your seat now.",
    "Jetzt hat nur noch dieses Gerät deinen Platz.",
  ],
  "seat.opening": ["Opening your seat …", "Dein Platz wird geöffnet …"],
  "seat.closed": ["The seat was not opened", "Der Platz wurde nicht geöffnet"],
  "seat.look": ["Look at the table", "Den Tisch ansehen"],
} as const;
