import type { Language } from '@frontrow/core/kernel/language.ts';
import { DeliveryError } from './delivery-error.ts';
import type { PartState } from './part-state.ts';

/** Stands for the page of notification settings in every email; who sends them knows its address. */
export const notificationSettingsUrl = 'https://frontrow.invalid/notifications';

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
  /** A person asked for this email just now: it is also sent to an address that refused an earlier one. */
  readonly requested?: boolean;
  /** The same mail in another language; the sender asks for that of its reader. */
  readonly inLanguage?: (language: Language) => MailMessage;
}

export interface MailAttachment {
  readonly filename: string;
  readonly content: string | Uint8Array;
  readonly contentType: string;
  /** Shown inside the message as `cid:<inlineId>` instead of below it. */
  readonly inlineId?: string;
}

/** Demo accounts have addresses here. Nobody reads them, so nothing is sent there over SMTP. */
export const demoMailDomain = 'frontrow.test';

export type MailProblem =
  /** The recipient's address does not exist or takes no mail. */
  | 'address'
  /** This email was refused for good; its recipient's address may be fine. */
  | 'message'
  /** Refused for now. */
  | 'later'
  /** Our own settings: password, certificate, encryption or sender. */
  | 'settings'
  /** The mail server cannot be reached or does not answer. */
  | 'outage';

/** Why an email was not accepted, and whether another attempt can help. */
export class MailError extends DeliveryError {
  readonly problem: MailProblem;

  constructor(problem: MailProblem, message: string, to: string, cause?: unknown) {
    super(message, {
      ...((problem === 'address' || problem === 'message') && { retry: 'never' }),
      ...((problem === 'settings' || problem === 'outage') && { retry: 'uncounted' }),
      ...(problem === 'address' && { recipient: to.toLowerCase() }),
      cause,
    });
    this.problem = problem;
  }
}

/** Outgoing mail: SMTP where configured, else the dev mailbox. Throws a `MailError` when the mail was not accepted. */
export interface Mail {
  /** `down` when the last mail found nobody to take it, or there is nobody. */
  state(): PartState;
  send(message: MailMessage): Promise<void>;
}
