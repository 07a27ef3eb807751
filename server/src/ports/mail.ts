import type { PartState } from './part-state.ts';

export interface MailMessage {
  /** Also the Message-ID's local part: sending the same one twice is suppressed. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  /** Where a mail program's own unsubscribe button posts to (RFC 8058); for mail that people may decline. */
  readonly unsubscribeUrl?: string;
  readonly attachments?: readonly MailAttachment[];
}

export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Uint8Array;
  readonly contentType: string;
  /** Shown inside the message as `cid:<inlineId>` instead of below it. */
  readonly inlineId?: string;
}

/** Outgoing mail: SMTP where configured, else the dev mailbox. Throws when the mail was not taken over. */
export interface Mail {
  /** `down` when the last mail found nobody to take it, or there is nobody. */
  state(): PartState;
  send(message: MailMessage): Promise<void>;
}
