import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** A new join link for a guest whose browser lost the session. */
export function joinLinkMail(parts: { dedupeKey: string; to: string; title: string; url: string }): MailMessage {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: `Your new link: ${parts.title}`,
    preview: 'Your way back in.',
    heading: 'Your way back in',
    blocks: [
      { kind: 'text', text: `Here is a new link for “${parts.title}”.` },
      { kind: 'button', label: 'Go to the event', url: parts.url },
      { kind: 'note', text: 'The link is yours alone and lets you in once.' },
    ],
    footer:
      'You receive this mail because somebody asked for a new link with this address. If that was not you, do nothing.',
  });
}
