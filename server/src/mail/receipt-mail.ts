import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import { type MailedDate, subjectAbout, whenOf } from './event-date.ts';

interface ReceiptMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly receiptUrl: string;
  /** Someone asked for the receipt, or the ticket that would have brought it was lost before its email was sent. */
  readonly why: 'asked' | 'bought';
}

/** The link to a receipt. */
export const receiptMail = inReadersLanguage(
  ({ dedupeKey, to, title, date, receiptUrl, why }: ReceiptMailParts): MailMessage => {
    return composeMail({
      dedupeKey,
      to,
      subject: subjectAbout(title, (shown) => say`Your receipt: ${shown}`, date),
      preview: say`Open your receipt, or download it as a PDF.`,
      heading: say`Your receipt`,
      blocks: [
        { kind: 'title', text: title },
        ...whenOf(date),
        { kind: 'text', text: say`You can open your receipt, add your billing details and download it as a PDF.` },
        { kind: 'button', label: say`Open receipt`, url: receiptUrl },
      ],
      footer:
        why === 'asked'
          ? say`You received this email because someone asked us to resend the receipt of your Frontrow order.`
          : say`You received this email because a Frontrow ticket was bought with this email address.`,
    });
  },
);
