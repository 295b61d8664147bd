// Our share of the luck at one table: commits to a nonce, and reveals it when the seats are fixed.
import type { OwnSeat } from "../keep";
import { api } from "../net/api";
import type { Wish } from "../net/messages";
import type { TableSummary } from "../net/types";
import { luck } from "./shown";
import { commitmentOf, drawNonce } from "./nonce";

export interface ShareEnds {
  send: (wish: Wish) => void;
  warn: (key: "luck.not-mine" | "luck.late") => void;
}

export class Share {
  /** The server could not take our nonce, because somebody else revealed at the same time. */
  private refused = false;

  constructor(
    private readonly own: OwnSeat | null,
    private readonly ends: ShareEnds,
  ) {}

  /** The table as it is now: keeps what it shows, and does what is due. */
  saw(summary: TableSummary, seat: number | null): void {
    luck.see(summary);
    if (seat === null || !this.own) return;
    if (summary.state === "waiting") this.commit(summary, seat, this.own.token);
    else if (summary.state === "revealing") this.reveal(summary, seat);
  }

  /** Our nonce was refused: it is sent again when we hear of the one that was faster. */
  missed(): void {
    this.refused = true;
  }

  /** Somebody has revealed a nonce. */
  heard(summary: TableSummary, seat: number | null): void {
    if (!this.refused) return;
    this.refused = false;
    this.saw(summary, seat);
  }

  /** The game begins: our nonce must be among those it begins with. */
  began(summary: TableSummary, seat: number | null): void {
    luck.see(summary);
    const mine = seat === null ? undefined : luck.at(summary.id)?.mine[seat];
    if (seat !== null && mine && summary.nonces?.[seat] !== mine) this.ends.warn("luck.late");
  }

  /** After a rematch that somebody else has founded. */
  private commit(summary: TableSummary, seat: number, token: string): void {
    // An older server takes no commitments; another device of this seat may have committed.
    if (summary.nonce_commitments === undefined || summary.nonce_commitments?.[seat]) return;
    const nonce = luck.at(summary.id)?.mine[seat] ?? drawNonce();
    luck.keep(summary, seat, nonce);
    // If it fails, the game is played without; the end says so.
    const wish = { nonce_commitment: commitmentOf(nonce) };
    api.join(summary.id, wish, token).catch(() => undefined);
  }

  /** Whoever reveals a nonce before the server is bound by everything else lets it choose the rest. */
  private reveal(summary: TableSummary, seat: number): void {
    const kept = luck.at(summary.id),
      mine = kept?.mine[seat];
    if (!mine || summary.nonces?.[seat]) return;
    const bound = kept.commitment && kept.fixed;
    if (bound && summary.nonce_commitments?.[seat] === commitmentOf(mine))
      this.ends.send({ reveal: mine });
    else this.ends.warn("luck.not-mine");
  }
}
