import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { say, sayTitle } from '../i18n/say.ts';
import type { MailMessage } from '../ports/mail.ts';
import { calendarFile, type CalendarEntry } from './calendar-file.ts';
import { composeMail, inReadersLanguage } from './compose-mail.ts';
import type { MailBlock } from './email-blocks.ts';
import { formatWhen } from './email-formats.ts';
import { type MailedDate, subjectAbout } from './event-date.ts';

export interface EventCancelledMailParts extends MailedDate {
  /** One per event and holder: `cancelled:<event uuid>:<account id>`. */
  readonly dedupeKey: string;
  readonly to: string;
  /** Removes the event from calendars. */
  readonly calendar: CalendarEntry;
  readonly title: EventTitle;
  readonly host: string;
  readonly eventUrl: string;
  /** The page that lists other events. */
  readonly discoverUrl: string;
  readonly cause: CancelReason;
  /** False for a free ticket, which has nothing to refund. */
  readonly paid: boolean;
}

/** Notifies a ticket holder that the event was cancelled, and removes it from the calendar. */
export const eventCancelledMail = inReadersLanguage((parts: EventCancelledMailParts): MailMessage => {
  const why = {
    host: say`${parts.host} had to cancel the event.`,
    no_show: say`${parts.host} didn’t start the event.`,
    admin: say`Frontrow cancelled the event.`,
  }[parts.cause];
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`Cancelled: ${title}`, parts),
    preview: parts.paid ? say`You’ll get a full refund.` : say`The event was cancelled.`,
    heading: say`This event was cancelled`,
    blocks: [
      { kind: 'text', text: say`${why} We’re sorry.` },
      {
        kind: 'facts',
        rows: [
          { label: say`Event`, value: sayTitle(parts.title) },
          { label: say`When`, value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
        ],
      },
      ...(parts.paid
        ? [
            {
              kind: 'text',
              text: say`You’ll get a full refund, including the fee. There is nothing you need to do.`,
            } as const,
          ]
        : []),
      { kind: 'button', label: say`Find another event`, url: parts.discoverUrl },
    ],
    footer: say`You received this email because you had a ticket for this event.`,
    attachments: [calendarFile(parts.calendar)],
  });
});

export interface EventMovedMailParts extends MailedDate {
  /** One per event, new start and holder. */
  readonly dedupeKey: string;
  readonly to: string;
  readonly calendar: CalendarEntry;
  readonly title: EventTitle;
  readonly host: string;
  readonly oldStartsAt: Instant;
  readonly eventUrl: string;
  readonly paid: boolean;
}

/** Notifies a ticket holder of the new start, and until when a full refund is possible. */
export const eventMovedMail = inReadersLanguage((parts: EventMovedMailParts): MailMessage => {
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) => say`New time: ${title}`, parts),
    preview: formatWhen(parts.startsAt, parts.tz),
    heading: say`Your event has a new time`,
    blocks: [
      { kind: 'text', text: say`${parts.host} rescheduled “${parts.title}”. Your ticket is still valid.` },
      {
        kind: 'facts',
        rows: [
          { label: say`New time`, value: formatWhen(parts.startsAt, parts.tz, parts.calendar.endsAt) },
          { label: say`Old time`, value: formatWhen(parts.oldStartsAt, parts.tz) },
        ],
      },
      ...(parts.paid
        ? [
            {
              kind: 'text',
              text: say`If the new time doesn’t work for you, you can get a full refund until 24 hours before the new start.`,
            } as const,
          ]
        : []),
      { kind: 'button', label: say`See the event`, url: parts.eventUrl },
    ],
    footer: say`You received this email because you have a ticket for this event.`,
    attachments: [calendarFile(parts.calendar)],
  });
});

interface EventMailParts {
  readonly dedupeKey: string;
  readonly to: string;
  readonly title: EventTitle;
  readonly startsAt: Instant;
  readonly tz: string;
  readonly eventUrl: string;
}

/** Tells a ticket holder that an event is off sale, that the ticket stays valid, and how to return it. */
export const eventUnpublishedMail = inReadersLanguage(
  (parts: EventMailParts & { readonly paid: boolean }): MailMessage =>
    composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: subjectAbout(parts.title, (title) => say`No longer on sale: ${title}`),
      preview: say`Your ticket is still valid.`,
      heading: say`This event is no longer on sale`,
      blocks: [
        { kind: 'title', text: parts.title },
        { kind: 'facts', rows: [{ label: say`When`, value: formatWhen(parts.startsAt, parts.tz) }] },
        {
          kind: 'text',
          text: say`We’ve taken this event off our pages while we look into it. Your ticket is still valid. If the event doesn’t take place, we’ll let you know and return your money automatically.`,
        },
        {
          kind: 'text',
          text: parts.paid
            ? say`If you’d rather not wait, you can get a full refund, including fees, until the event goes live. Open your ticket and choose “Refund”.`
            : say`If you’d rather not wait, you can return your ticket until the event goes live.`,
        },
        { kind: 'button', label: say`See the event`, url: parts.eventUrl },
      ],
      footer: say`You receive this email because you have a ticket for this event.`,
    }),
);

/** Tells a host that an event was unpublished, and why; or that it is published again. */
export const hostUnpublishedMail = inReadersLanguage(
  (
    parts: EventMailParts & {
      /** Undefined if it is published again. */
      readonly reason: string | undefined;
      /** When tickets go on sale; undefined: sales have opened. */
      readonly opensAt: Instant | undefined;
    },
  ): MailMessage =>
    composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject:
        parts.reason === undefined
          ? subjectAbout(parts.title, (title) => say`Published again: ${title}`)
          : subjectAbout(parts.title, (title) => say`We unpublished your event: ${title}`),
      preview:
        parts.reason === undefined
          ? parts.opensAt === undefined
            ? say`It is listed and on sale again.`
            : say`It is listed again.`
          : say`It is no longer listed, and sales have stopped.`,
      heading: parts.reason === undefined ? say`Your event is published again` : say`Your event is unpublished`,
      blocks: [
        { kind: 'title', text: parts.title },
        ...(parts.reason === undefined
          ? [
              {
                kind: 'text',
                text:
                  parts.opensAt === undefined
                    ? say`It is listed again, and tickets are on sale.`
                    : say`It is listed again, and tickets go on sale ${formatWhen(parts.opensAt, parts.tz)}.`,
              } as const,
            ]
          : [
              {
                kind: 'text',
                text: say`It is no longer listed, and ticket sales have stopped. Tickets you’ve sold stay valid, and their holders can get a refund until the event goes live.`,
              } as const,
              { kind: 'text', text: say`Reason: ${parts.reason}` } as const,
              { kind: 'note', text: say`If you think this is a mistake, reply to this email.` } as const,
            ]),
        { kind: 'button', label: say`See the event`, url: parts.eventUrl },
      ],
      footer: say`You receive this email because you host this event.`,
    }),
);

/** Tells a host that the replay of an event was taken down, and why; or that it is back. */
export const hostReplayMail = inReadersLanguage(
  (
    parts: EventMailParts & {
      /** Undefined if it is restored. */
      readonly reason: string | undefined;
    },
  ): MailMessage => {
    const isDown = parts.reason !== undefined;
    return composeMail({
      dedupeKey: parts.dedupeKey,
      to: parts.to,
      subject: subjectAbout(parts.title, (title) =>
        isDown ? say`We took your replay down: ${title}` : say`Your replay is back: ${title}`,
      ),
      preview: isDown ? say`No one can watch or buy it.` : say`People with a ticket can watch it again.`,
      heading: isDown ? say`Your replay was taken down` : say`Your replay is back`,
      blocks: [
        { kind: 'title', text: parts.title },
        { kind: 'facts', rows: [{ label: say`When`, value: formatWhen(parts.startsAt, parts.tz) }] },
        ...(parts.reason === undefined
          ? [
              {
                kind: 'text',
                text: say`We restored the replay of your event. Its sale has ended. To sell it again, choose a price on the replay’s page.`,
              } as const,
            ]
          : [
              {
                kind: 'text',
                text: say`No one can watch or buy the replay of your event. Everyone who bought it in the last 14 days is refunded.`,
              } as const,
              { kind: 'text', text: say`Reason: ${parts.reason}` } as const,
              { kind: 'note', text: say`If you think this is a mistake, reply to this email.` } as const,
            ]),
        { kind: 'button', label: isDown ? say`See the event` : say`Open the replay`, url: parts.eventUrl },
      ],
      footer: say`You receive this email because you host this event.`,
    });
  },
);

/** One of the dates of a series that were changed together. */
export interface ChangedDate {
  readonly startsAt: Instant;
  /** Before it was moved. */
  readonly oldStartsAt: Instant;
  readonly tz: string;
  readonly calendar: CalendarEntry;
  /** The holder's link to this date; of cancelled dates, the page that lists other events. */
  readonly eventUrl: string;
}

export interface SeriesDatesMailParts {
  /** One per step and holder. */
  readonly dedupeKey: string;
  readonly what: 'moved' | 'cancelled';
  readonly to: string;
  readonly title: EventTitle;
  readonly host: string;
  readonly paid: boolean;
  readonly dates: readonly ChangedDate[];
}

/** Notifies a person with tickets for several dates of a series that these were moved or cancelled, in one email. */
export const seriesDatesMail = inReadersLanguage(({ what, dates, ...parts }: SeriesDatesMailParts): MailMessage => {
  const moved = what === 'moved';
  const count = dates.length;
  const refund = moved
    ? say`If a new time doesn’t work for you, you can get a full refund for it until 24 hours before the new start.`
    : say`You’ll get a full refund for each of them, including the fee. There is nothing you need to do.`;
  return composeMail({
    dedupeKey: parts.dedupeKey,
    to: parts.to,
    subject: subjectAbout(parts.title, (title) =>
      moved ? say`New times: ${title}, ${count} dates` : say`Cancelled: ${title}, ${count} dates`,
    ),
    preview: moved ? say`Your tickets are still valid.` : say`${parts.host} cancelled ${count} dates.`,
    heading: moved ? say`${count} of your dates have new times` : say`${count} of your dates were cancelled`,
    blocks: [
      {
        kind: 'text',
        text: moved
          ? say`${parts.host} rescheduled dates of “${parts.title}”. Your tickets are still valid.`
          : say`${parts.host} had to cancel dates of “${parts.title}”. We’re sorry.`,
      },
      // Two dates do not fit next to each other on a phone: the new time is the link, the old one below it.
      ...(moved
        ? dates.flatMap(({ startsAt, oldStartsAt, tz, calendar, eventUrl }): MailBlock[] => [
            { kind: 'link', label: formatWhen(startsAt, tz, calendar.endsAt), url: eventUrl },
            { kind: 'note', text: say`Instead of ${formatWhen(oldStartsAt, tz)}` },
          ])
        : [
            {
              kind: 'facts',
              rows: dates.map(({ startsAt, tz, calendar }) => ({
                label: say`Cancelled`,
                value: formatWhen(startsAt, tz, calendar.endsAt),
              })),
            } as const,
          ]),
      ...(parts.paid ? [{ kind: 'text', text: refund } as const] : []),
      ...(moved ? [] : [{ kind: 'button', label: say`Find another event`, url: dates[0]!.eventUrl } as const]),
    ],
    footer: moved
      ? say`You received this email because you have tickets for these dates.`
      : say`You received this email because you had tickets for these dates.`,
    attachments: dates.map(({ calendar }, index) => ({
      ...calendarFile(calendar),
      filename: `event-${index + 1}.ics`,
    })),
  });
});
