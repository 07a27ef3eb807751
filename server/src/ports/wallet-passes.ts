import type { Instant } from '@frontrow/core/kernel/instant.ts';

/** What a pass says of a ticket, in every wallet. */
export interface PassContent {
  readonly ticketId: string;
  readonly eventId: string;
  /** Shown as text, and as a QR code where the event asks for one. */
  readonly code: string;
  readonly showsQr: boolean;
  readonly title: string;
  readonly host: string;
  readonly startsAt: Instant;
  /** Undefined where the host gave no end. */
  readonly endsAt: Instant | undefined;
  /** The event's zone. */
  readonly tz: string;
  readonly seat: number;
  /** The ticket's page, which leads to the room. */
  readonly ticketUrl: string;
  /** Refunded, transferred, cancelled or gone. */
  readonly isVoid: boolean;
}

/** Apple Wallet: signed files, and a push that makes devices fetch them again. */
export interface AppleWallet {
  /** Identifies our passes; part of the certificate. */
  readonly passTypeId: string;
  /** The signed pass, a `.pkpass` file. `token`: with it a device asks for updates. */
  pass(content: PassContent, token: string): Promise<Buffer>;
  /** Tells a device that a pass of it changed. `gone`: it wants to hear of none any more. Rejects in an outage. */
  push(pushToken: string): Promise<'sent' | 'gone'>;
  close(): void;
}

/** Google Wallet: a link that saves the pass, and Google's copy of it, which we change. */
export interface GoogleWallet {
  /** Saving is one press there. Asks nobody: it works while Google does not answer. */
  saveUrl(content: PassContent): Promise<string>;
  /** Changes a pass that was saved; nothing where it was not. Rejects in an outage. */
  update(content: PassContent): Promise<void>;
}

/** Undefined where this installation has no certificate or key for one. */
export interface WalletPasses {
  readonly apple: AppleWallet | undefined;
  readonly google: GoogleWallet | undefined;
}
