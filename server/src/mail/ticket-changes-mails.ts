import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import { say } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { backstageOpensMs } from '@frontrow/core/rooms/limits.ts';
import { formatWhen } from './email-formats.ts';
import { type MailedDate, subjectAbout, whenOf } from './event-date.ts';

interface TicketTransferredMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly paid: boolean;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the former holder of a transferred ticket that it is void, and who would get a refund. */
export const ticketTransferredMail = inReadersLanguage((parts: TicketTransferredMailParts): MailMessage => {
  const { dedupeKey, to, title, date, paid, eventUrl } = parts;
  return composeMail({
    dedupeKey,
    to,
    subject: subjectAbout(title, (shown) => say`You transferred your ticket: ${shown}`, date),
    preview: say`Your ticket and its code no longer work.`,
    heading: say`Your ticket has a new holder`,
    blocks: [
      { kind: 'title', text: title },
      ...whenOf(date),
      {
        kind: 'text',
        text: say`Your ticket and its code no longer work. We’ve emailed the new holder their own ticket. This can’t be undone.`,
      },
      ...(paid
        ? [
            {
              kind: 'text',
              text: say`If the ticket is refunded, the buyer gets the refund and we’ll email you.`,
            } as const,
          ]
        : []),
      { kind: 'note', text: say`If this wasn’t you, change your password now and contact us.` },
      { kind: 'link', label: say`See the event page`, url: eventUrl },
    ],
    footer: say`You received this email because a Frontrow ticket was transferred from this email address.`,
    attachments: [calendarFile(parts.calendar)],
  });
});

export interface SeatReturnedMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the owner that a free ticket of a merged account was cancelled. A paid one has the refund's email. */
export const seatReturnedMail = inReadersLanguage(
  ({ dedupeKey, to, title, date, eventUrl, calendar }: SeatReturnedMailParts): MailMessage => {
    return composeMail({
      dedupeKey,
      to,
      subject: subjectAbout(title, (shown) => say`Your free ticket was cancelled: ${shown}`, date),
      preview: say`It could not be moved to your account.`,
      heading: say`Your free ticket was cancelled`,
      blocks: [
        { kind: 'title', text: title },
        ...whenOf(date),
        {
          kind: 'text',
          text: say`You got this ticket with your other account while we were merging it into this one, so the ticket could not be moved. Its seat is available again.`,
        },
        { kind: 'link', label: say`See the event page`, url: eventUrl },
      ],
      footer: say`You received this email because a Frontrow ticket was booked with this email address.`,
      attachments: [calendarFile(calendar)],
    });
  },
);

export interface ComplimentaryWithdrawnMailParts {
  /** One per ticket. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  /** Undefined for a replay. */
  readonly date: MailedDate | undefined;
  readonly host: string;
  readonly eventUrl: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
}

/** Notifies the guest of a host that the complimentary ticket was withdrawn. */
export const complimentaryWithdrawnMail = inReadersLanguage((parts: ComplimentaryWithdrawnMailParts): MailMessage =>
  composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`Your ticket was withdrawn: ${title}`, parts.date),
    preview: say`${parts.host} withdrew your complimentary ticket.`,
    heading: say`Your ticket was withdrawn`,
    blocks: [
      { kind: 'title', text: parts.title },
      ...whenOf(parts.date),
      {
        kind: 'text',
        text: say`${parts.host} withdrew your complimentary ticket for this event. It is no longer valid for entry.`,
      },
      { kind: 'link', label: say`See the event page`, url: parts.eventUrl },
    ],
    footer: say`You received this email because a host gave you a ticket on Frontrow.`,
    attachments: [calendarFile(parts.calendar)],
  }),
);

export interface SpeakerInvitedMailParts {
  /** One per ticket and role. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  readonly host: string;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
  readonly role: 'guest' | 'cohost';
}

const words = (host: string, when: string) => ({
  guest: {
    heading: say`You’re a guest speaker`,
    invited: say`${host} invited you as a guest speaker.`,
    invitedWhen: say`${host} invited you to this event as a guest speaker, ${when}.`,
    does: say`You go on stage without raising a hand. Your camera and microphone stay off until you turn them on.`,
  },
  cohost: {
    heading: say`You’re a co-host`,
    invited: say`${host} invited you as a co-host.`,
    invitedWhen: say`${host} invited you to this event as a co-host, ${when}.`,
    does: say`You run the room with the host: hands, chat, questions and polls. You can also go on stage.`,
  },
});

/** Tells someone who was made guest speaker or co-host before the event when and how to join. */
export const speakerInvitedMail = inReadersLanguage((parts: SpeakerInvitedMailParts): MailMessage => {
  const { heading, invited, invitedWhen, does } = words(parts.host, formatWhen(parts.startsAt, parts.tz))[parts.role];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => `${heading}: ${title}`),
    preview: invited,
    heading,
    blocks: [
      { kind: 'title', text: parts.title },
      { kind: 'text', text: invitedWhen },
      { kind: 'text', text: does },
      {
        kind: 'text',
        text: say`The room opens for you ${backstageOpensMs / 60_000} minutes before the start, so that you can check camera and sound before the audience comes in.`,
      },
      { kind: 'button', label: say`See the event`, url: parts.eventUrl },
    ],
    footer: say`You received this email because a host invited you to speak at an event on Frontrow.`,
  });
});
