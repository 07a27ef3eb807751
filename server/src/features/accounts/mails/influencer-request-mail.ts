import { composeMail } from '../../../mail/compose-mail.ts';
import type { MailMessage } from '../../../ports/mail.ts';

/** Tells how a request to become an influencer was decided. */
export function influencerRequestMail(parts: {
  dedupeKey: string;
  to: string;
  name: string;
  refusedBecause: string | undefined;
  publicUrl: string;
}): MailMessage {
  const heading = parts.name ? `Hello ${parts.name}` : 'Hello';
  const footer = 'You receive this mail because you asked to become an influencer on Frontrow.';
  const { dedupeKey, to } = parts;
  if (parts.refusedBecause === undefined)
    return composeMail({
      dedupeKey,
      to,
      subject: 'You are an influencer now',
      preview: 'Publish your first event.',
      heading,
      blocks: [
        {
          kind: 'text',
          text: 'Your request was authorized: the stage is yours. Publish your first event whenever you like.',
        },
        { kind: 'button', label: 'Publish an event', url: `${parts.publicUrl}/publish_event` },
      ],
      footer,
    });
  return composeMail({
    dedupeKey,
    to,
    subject: 'Your request to become an influencer',
    preview: 'We could not authorize it this time.',
    heading,
    blocks: [
      { kind: 'text', text: 'We could not authorize your request this time. The reason:' },
      { kind: 'text', text: parts.refusedBecause },
      { kind: 'note', text: 'You may ask again from your account menu.' },
    ],
    footer,
  });
}
