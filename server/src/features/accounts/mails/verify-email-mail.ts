import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** Asks for the proof of an address. Opening the link shows a page; its button consumes the link. */
export function verifyEmailMail(parts: { dedupeKey: string; to: string; name: string; url: string }): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: 'Please confirm your email',
    preview: 'One tap and your Frontrow account is complete.',
    heading: parts.name ? `Hello ${parts.name}` : 'Hello',
    blocks: [
      { kind: 'text', text: 'Welcome to Frontrow. Please confirm that this address is yours.' },
      { kind: 'button', label: 'Confirm my email', url: parts.url },
      {
        kind: 'note',
        text: 'The link works once and for 24 hours. Tickets you bought as a guest with this address then move to your account.',
      },
    ],
    footer:
      'You receive this mail because somebody made a Frontrow account with this address. If that was not you, do nothing.',
  });
}
