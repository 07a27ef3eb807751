import type { MailMessage } from '../ports/mail.ts';
import { composeMail } from './compose-mail.ts';

interface ReceiptMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: string;
  readonly receiptUrl: string;
}

/** The link to a receipt, for a buyer who asked for it. */
export function receiptMail({ dedupeKey, to, title, receiptUrl }: ReceiptMailParts): MailMessage {
  return composeMail({
    dedupeKey,
    to,
    subject: `Your receipt: ${title}`,
    preview: 'Open your receipt, or download it as a PDF.',
    heading: 'Your receipt',
    blocks: [
      { kind: 'title', text: title },
      { kind: 'text', text: 'You can open your receipt, add your billing details and download it as a PDF.' },
      { kind: 'button', label: 'Open receipt', url: receiptUrl },
    ],
    footer: 'You received this email because someone asked us to resend the receipt of your Frontrow order.',
  });
}
