import { type EventTitle, writtenTitle } from '@frontrow/core/events/title-in.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';
import { describe, expect, test } from 'vitest';
import type { MailMessage } from '../ports/mail.ts';
import { eventCancelledMail, eventMovedMail } from './event-change-mails.ts';
import { hostMessageMail } from './news-mails.ts';
import { holderDisputeMail, hostDisputeMail } from './dispute-mail.ts';
import { meetingMail, type MeetingMailParts } from './meeting-mail.ts';
import { receiptMail } from './receipt-mail.ts';
import { hostRefundMail, refundMail } from './refund-mails.ts';
import { reminderMail } from './reminder-mails.ts';
import { ticketMail, type TicketMailParts } from './ticket-mail.ts';

const meeting = { text: 'Private meeting with Nora Vale', made: 'meeting' } as const;
const event = {
  title: writtenTitle('Slow ramen, fast friends'),
  host: 'Mei Tanaka',
  startsAt: Date.UTC(2026, 10, 22, 18, 30),
  tz: 'Europe/Madrid',
  ofSeries: false,
  eventUrl: 'https://frontrow.test/event/0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
};
const calendar = {
  ...event,
  eventUuid: '0b7c3f3e-6f1e-4a55-9d2f-3f9f6f0a7c11',
  organizer: 'hello@frontrow.test',
  sequence: 0,
  changedAt: Date.UTC(2026, 9, 1, 8),
};
const cancelling = { ...calendar, cancelled: true, sequence: 2 };
const ticket: TicketMailParts = {
  ...event,
  calendar,
  dedupeKey: 'ticket:1',
  to: 'ada@mail.com',
  ticketUrl: 'https://frontrow.test/ticket/1',
  joinUrl: 'https://frontrow.test/join?event=1#token=abc',
  isGuest: true,
  code: 'FR-8KQ2T7ABCD',
  seat: 23,
  price: { listedMinor: 1600, discountMinor: 0, feeMinor: 130, totalMinor: 1730, currency: EUR },
};

describe('ticket email', () => {
  test('a ticket email names the date of a series in its subject, in each language', () => {
    const mail = ticketMail({ ...ticket, ofSeries: true });
    expect(mail.subject).toBe('Your ticket: Slow ramen, fast friends, Sun 22 Nov');
    expect(mail.inLanguage!('de').subject).toBe('Dein Ticket: Slow ramen, fast friends, So., 22. Nov.');
    expect(mail.inLanguage!('es').subject).toBe('Tu entrada: Slow ramen, fast friends, dom, 22 nov');
  });

  test('the ticket email of a pass says what was paid for all dates together, which is what the buyer’s bank shows', () => {
    const price = { ...ticket.price!, discountMinor: 200, pass: { totalMinor: 3930, dates: 3 } };
    const mail = ticketMail({ ...ticket, price });
    expect(mail.text).toContain('Pass discount: −€2.00');
    expect(mail.text).toContain('Part of your series pass: you paid €39.30 for 3 dates in one payment.');
    expect(mail.inLanguage!('de').text).toContain('Du hast 39,30\u00a0€ für 3 Termine in einer Zahlung bezahlt.');
    expect(mail.inLanguage!('es').text).toContain('pagaste 39,30\u00a0€ por 3 fechas en un solo pago.');
    const last = ticketMail({ ...ticket, price: { ...price, pass: { totalMinor: 1530, dates: 1 } } });
    expect(last.text).not.toContain('Part of your series pass');
  });

  test('a ticket email says when, what it cost, and how to get in, in both parts', () => {
    const mail = ticketMail(ticket);
    expect(mail.subject).toBe('Your ticket: Slow ramen, fast friends');
    for (const part of [mail.html, mail.text]) {
      for (const words of [
        'Sunday 22 November 2026',
        '19:30 CET',
        '€16.00',
        '€1.30',
        '€17.30',
        'FR-8KQ2T7ABCD',
        'Mei Tanaka',
        ticket.joinUrl,
        event.eventUrl,
        '23',
      ])
        expect(part).toContain(words);
    }
  });

  test('a ticket email carries a calendar file and a picture of the code', () => {
    const { attachments, html } = ticketMail(ticket);
    const [file, ...others] = attachments!;
    const lines = String(file!.content).replaceAll('\r\n ', '').split('\r\n');
    expect(lines).toEqual(
      expect.arrayContaining([
        'METHOD:PUBLISH',
        'TZID:Europe/Madrid',
        'DTSTART;TZID=Europe/Madrid:20261122T193000',
        'DTEND;TZID=Europe/Madrid:20261122T203000',
        'DTSTAMP:20261001T080000Z',
        `UID:${calendar.eventUuid}@frontrow`,
        'SUMMARY:Slow ramen\\, fast friends',
        'TRIGGER:-PT15M',
      ]),
    );
    // Nobody scans a ticket at an online event: it has its code in words.
    expect(others).toEqual([]);
    expect(html).not.toContain('<img src="cid:');
  });

  test('a free ticket is free, a discount shows', () => {
    expect(ticketMail({ ...ticket, price: undefined }).text).toContain('Total: Free');
    const discounted = ticketMail({
      ...ticket,
      price: { listedMinor: 2000, discountMinor: 400, feeMinor: 130, totalMinor: 1730, currency: EUR },
    });
    expect(discounted.text).toContain('Discount: −€4.00');
  });

  test('what a host wrote cannot become markup, a header or another link', () => {
    const mail = ticketMail({
      ...ticket,
      title: writtenTitle('<img src=x onerror=alert(1)>\r\nBcc: eve@mail.com "q" &amp; \u202Etxt'),
      host: '<a href="https://evil.test">x</a>',
    });
    expect(mail.html).not.toMatch(/<img src=x|<a href="https:\/\/evil/);
    expect(mail.html).toContain('&lt;img src=x onerror=alert(1)');
    expect(mail.subject).not.toMatch(/[\r\n\u202E]/);
    const family = ticketMail({ ...ticket, title: writtenTitle('Family 👩‍👩‍👧') });
    expect(family.subject, 'one picture of several letters').toMatch(/ 👩‍👩‍👧$/);
  });
});

const others: Record<string, () => MailMessage> = {
  refund: () =>
    refundMail({
      ...event,
      date: event,
      dedupeKey: 'refund:1',
      to: 'ada@mail.com',
      amountMinor: 1730,
      currency: EUR,
      ticketVoided: true,
      paidOtherwise: undefined,
      reason: () => 'The host was more than 10 minutes late.',
      calendar: cancelling,
    }),
  cancelled: () =>
    eventCancelledMail({
      ...event,
      dedupeKey: 'cancelled:1',
      to: 'ada@mail.com',
      discoverUrl: 'https://frontrow.test/',
      cause: 'host',
      paid: true,
      calendar: cancelling,
    }),
  moved: () =>
    eventMovedMail({
      ...event,
      dedupeKey: 'moved:1',
      to: 'ada@mail.com',
      oldStartsAt: event.startsAt - 86_400_000,
      paid: true,
      calendar: { ...calendar, sequence: 1 },
    }),
};

/** Emails with a title in subject, text and calendar file. */
const mailsAbout = (title: EventTitle): MailMessage[] => [
  ticketMail({ ...ticket, title, calendar: { ...calendar, title } }),
  receiptMail({
    dedupeKey: 'receipt:1',
    to: 'ada@mail.com',
    title,
    date: event,
    receiptUrl: event.eventUrl,
    why: 'asked',
  }),
  reminderMail({
    ...event,
    dedupeKey: 'reminder:1',
    to: 'ada@mail.com',
    kind: 'day',
    title,
    endsAt: undefined,
    joinUrl: event.eventUrl,
    pageUrl: event.eventUrl,
    oneClickUrl: event.eventUrl,
  }),
];

test('titles of private meetings are in the reader’s language: subjects, both parts, and calendar files', () => {
  const mails = mailsAbout(meeting);
  for (const [language, title] of [
    ['de', 'Privates Treffen mit Nora Vale'],
    ['es', 'Reunión privada con Nora Vale'],
  ] as const)
    for (const mail of mails) {
      const { subject, html, text, attachments = [] } = mail.inLanguage!(language);
      const files = attachments.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
      for (const part of [subject, html, text, ...files]) {
        expect(part).toContain(title);
        expect(part).not.toContain('Private meeting');
      }
    }
  expect(mails[0]!.subject).toBe(`Your ticket: ${meeting.text}`);
});

test.each(['Replay: Live at Home', 'Private meeting with fate'])('“%s” stays as its host wrote it', (title) => {
  for (const mail of mailsAbout(writtenTitle(title))) {
    const { subject, html, text, attachments = [] } = mail.inLanguage!('de');
    const files = attachments.flatMap(({ content }) => (typeof content === 'string' ? [content] : []));
    for (const part of [subject, html, text, ...files]) expect(part).toContain(title);
  }
});

const missed: MeetingMailParts = {
  ...event,
  dedupeKey: 'meeting:1',
  to: 'ada@mail.com',
  requestUuid: calendar.eventUuid,
  step: 5,
  steppedAt: event.startsAt,
  organizer: 'hello@frontrow.test',
  side: 'viewer',
  viewer: 'Ada',
  by: undefined,
  state: 'missed',
  before: 'confirmed',
  missedBy: 'host',
  money: 'goes_back',
  endsAt: event.startsAt + 3_600_000,
  minutes: 60,
  price: { listed: 1600, discount: 0, fee: 130, total: 1730 },
  currency: EUR,
  payBy: undefined,
  message: '',
  requestUrl: 'https://frontrow.test/message/private_request',
  roomUrl: event.eventUrl,
};

test('a missed meeting says who did not join, in the reader’s language', () => {
  const said = (parts: Partial<MeetingMailParts>) => {
    const mail = meetingMail({ ...missed, ...parts });
    return [mail, mail.inLanguage!('de'), mail.inLanguage!('es')].map(({ text }) => text.split('\n\n')[1]);
  };
  expect(said({})).toEqual([
    'Mei Tanaka didn’t join. You’ll get a full refund.',
    'Mei Tanaka ist nicht gekommen. Du bekommst den vollen Betrag zurück.',
    'Mei Tanaka no entró. Te lo reembolsamos por completo.',
  ]);
  expect(said({ missedBy: 'viewer', money: 'is_kept' })).toEqual([
    'You didn’t join. Your payment is not refunded.',
    'Du bist nicht gekommen. Deine Zahlung wird nicht erstattet.',
    'No entraste. Tu pago no se reembolsa.',
  ]);
  expect(said({ missedBy: 'both', side: 'host' })).toEqual([
    'Neither of you joined. Ada gets a full refund.',
    'Niemand von euch ist gekommen. Ada bekommt den vollen Betrag zurück.',
    'No entró nadie. Ada recibe el reembolso completo.',
  ]);
});

test('a request that was declined or has expired shows no total, for nothing is paid', () => {
  for (const state of ['rejected', 'expired'] as const)
    expect(meetingMail({ ...missed, state, before: 'pending_confirmation', money: 'none' }).text).not.toContain('€');
  expect(meetingMail({ ...missed, state: 'cancelled_by_host', money: 'goes_back' }).text).toContain('Total: €17.30');
});

test('a ticket that cost nothing promises no refund and speaks of no purchase', () => {
  const { text } = ticketMail({ ...ticket, price: undefined });
  expect(text).not.toContain('refund');
  expect(text).toContain('a Frontrow ticket was booked with this email address');
  expect(ticketMail(ticket).text).toContain('You can get a full refund');
});

test('what is emailed of one date of a series says which one: refund, cancellation, new time, receipt, dispute', () => {
  const ofSeries = { ...event, ofSeries: true };
  const about = { ...ofSeries, date: ofSeries, dedupeKey: '1', to: 'ada@mail.com', currency: EUR, calendar };
  const disputed = { ...about, amountMinor: 1730, priceMinor: 1600, now: 'open', isOff: false } as const;
  const mails = [
    refundMail({ ...about, amountMinor: 1730, ticketVoided: true, paidOtherwise: undefined, reason: () => 'Why.' }),
    eventCancelledMail({ ...about, discoverUrl: event.eventUrl, cause: 'host', paid: true }),
    eventMovedMail({ ...about, oldStartsAt: event.startsAt - 86_400_000, paid: true }),
    receiptMail({ ...about, receiptUrl: event.eventUrl, why: 'asked' }),
    hostDisputeMail({ ...disputed, nothingDue: false }),
    holderDisputeMail({ ...disputed, paid: true }),
  ];
  for (const { subject, text } of mails) {
    expect(subject).toMatch(/: Slow ramen, fast friends, Sun 22 Nov$/);
    expect(text).toContain('Sunday 22 November 2026, 19:30');
  }
  const replay = refundMail({
    ...about,
    date: undefined,
    amountMinor: 1730,
    ticketVoided: true,
    paidOtherwise: undefined,
    reason: () => 'Why.',
  });
  expect(replay.subject).toBe('Your refund of €17.30: Slow ramen, fast friends');
  expect(replay.text).not.toContain('2026');
});

test('emails about the money of a private meeting speak of the meeting, not of a ticket, a seat or an event', () => {
  const about = { ...event, title: meeting, date: event, dedupeKey: '1', to: 'ada@mail.com', currency: EUR };
  const reason = (): string => 'Why.';
  const refund = { ...about, amountMinor: 1730, paidOtherwise: undefined, reason, calendar: undefined };
  const mails = [
    refundMail({ ...refund, ticketVoided: true }),
    hostRefundMail({ ...about, priceMinor: 1600, ticketVoided: true }),
    hostRefundMail({ ...about, priceMinor: 1600, ticketVoided: false }),
    ...(['open', 'won', 'lost'] as const).flatMap((now) =>
      [true, false].flatMap((isOff) => {
        const disputed = { ...about, amountMinor: 1730, priceMinor: 1600, now, isOff };
        return [hostDisputeMail({ ...disputed, nothingDue: isOff }), holderDisputeMail({ ...disputed, paid: true })];
      }),
    ),
  ];
  for (const mail of mails) {
    for (const { subject, text } of [mail, mail.inLanguage!('de'), mail.inLanguage!('es')]) {
      expect(subject).not.toMatch(/ticket|entrada/i);
      expect(text).not.toMatch(/ticket|entrada|\bseat|Platz|plaza|this event|Event|evento/);
    }
  }
});

test('what an inbox shows of a dispute is a whole sentence', () => {
  const mail = hostDisputeMail({
    ...event,
    date: event,
    dedupeKey: 'dispute:1',
    to: 'mei@mail.com',
    currency: EUR,
    amountMinor: 1730,
    priceMinor: 1600,
    now: 'lost',
    nothingDue: false,
    isOff: false,
  });
  expect(mail.html).toMatch(/opacity:0">[^<]+the costs of the dispute\.</);
});

describe('every email', () => {
  test.each(['ticket', ...Object.keys(others)])(
    '%s reads without pictures, in the dark, and loads nothing from elsewhere',
    async (name) => {
      const mail = name === 'ticket' ? ticketMail(ticket) : others[name]!();
      expect(mail.html).toMatch(/^<!DOCTYPE html/i);
      expect(mail.html).toContain('prefers-color-scheme:dark');
      expect(mail.html).toContain('Frontrow');
      expect(mail.html).not.toMatch(/src="https?:|url\(|<link/);
      expect(mail.text).not.toMatch(/<[a-z]|&amp;|undefined/);
      expect(mail.text, 'a label without its value').not.toMatch(/: $/m);
      expect(mail.html).not.toContain('undefined');
      expect(mail.html, 'a long word breaks').toContain('overflow-wrap:anywhere');
      for (const image of mail.html.matchAll(/<img[^>]*>/g)) expect(image[0]).toMatch(/alt="[^"]+"/);
    },
  );

  test('a refund says how much and why, a cancelled event leaves the calendar', () => {
    const refunded = others.refund!();
    expect(refunded.text).toContain('€17.30');
    expect(refunded.text).toContain('10 minutes late');
    const cancelled = others.cancelled!();
    expect(cancelled.text).toContain('full refund');
    expect(String(cancelled.attachments![0]!.content)).toContain('METHOD:CANCEL');
  });

  test('an event in UTC needs no zone in the calendar', () => {
    const { attachments } = ticketMail({ ...ticket, calendar: { ...calendar, tz: 'UTC' } });
    const file = String(attachments![0]!.content);
    expect(file).toContain('DTSTART:20261122T183000Z');
    expect(file).not.toContain('VTIMEZONE');
  });

  test('what a host writes keeps its lines', () => {
    const mail = hostMessageMail({
      ...event,
      dedupeKey: 'message:1',
      to: 'ada@mail.com',
      subject: 'Bring',
      text: 'a bowl\na <spoon>\n\nSee you!',
    });
    expect(mail.text).toContain('a bowl\na <spoon>\n\nSee you!');
    expect(mail.html).toMatch(/<p[^>]*>a bowl<br\/>a &lt;spoon&gt;<\/p><p[^>]*>See you!<\/p>/);
  });
});

test('what a person wrote has the direction of its script, and our sentences around it do not', () => {
  const { html } = hostMessageMail({
    dedupeKey: 'm1',
    to: 'ada@mail.test',
    title: writtenTitle('Kiln night'),
    host: 'נועה',
    startsAt: 0,
    tz: 'UTC',
    eventUrl: 'https://frontrow.test/event/1',
    subject: 'تغيير',
    text: 'مرحبا!\n\nيبدأ الساعة 20:00 على Zoom.',
  });
  const directed = [...html.matchAll(/<(?:h1|p)[^>]* dir="auto"[^>]*>([^<]*)</g)].map((found) => found[1]);
  expect(directed).toEqual(['تغيير', 'مرحبا!', 'يبدأ الساعة 20:00 على Zoom.']);
});
