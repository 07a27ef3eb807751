import ICAL from 'ical.js';
import type { TestApp } from './harness.ts';

export interface TestMail {
  readonly id: number;
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly links: readonly string[];
  readonly attachments: readonly { readonly filename: string; readonly contentType: string; readonly base64: string }[];
}

/** Emails to one address in the dev mailbox, newest first. Deliver facts first: `await app.quiesce()`. */
export async function mailsTo(app: Pick<TestApp, 'http'>, to: string): Promise<readonly TestMail[]> {
  const answer = await app.http.inject({ method: 'GET', url: '/dev/mailbox.json', query: { to } });
  return answer.json<{ data: { messages: TestMail[] } }>().data.messages;
}

/** The token behind the `#` of the first link of an email that has one. */
export function tokenIn(mail: Pick<TestMail, 'links'> | undefined): string {
  const link = mail?.links.find((one) => one.includes('#token='));
  if (!link) throw new Error('the mail has no link with a token');
  return link.slice(link.indexOf('#token=') + '#token='.length);
}

export interface ReadCalendar {
  readonly method: string;
  readonly contentType: string;
  readonly uid: string;
  readonly sequence: number;
  readonly stampedAt: number;
  readonly startsAt: number;
  readonly status: string;
  readonly organizer: string;
}

/** The calendar files of emails to one address as another library reads them, oldest first. */
export async function calendarsTo(app: Pick<TestApp, 'http'>, to: string): Promise<readonly ReadCalendar[]> {
  return (await mailsTo(app, to))
    .toReversed()
    .flatMap(({ attachments }) =>
      attachments
        .filter(({ contentType }) => contentType.startsWith('text/calendar'))
        .map(({ base64, contentType }) => ({ contentType, ...readCalendar(Buffer.from(base64, 'base64').toString()) })),
    );
}

/** A file with one event; throws where it is no iCalendar. */
export function readCalendar(text: string): Omit<ReadCalendar, 'contentType'> {
  const calendar = new ICAL.Component(ICAL.parse(text) as unknown[]);
  for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
  const component = calendar.getFirstSubcomponent('vevent')!;
  const { uid, sequence, startDate } = new ICAL.Event(component);
  return {
    method: String(calendar.getFirstPropertyValue('method')),
    uid,
    sequence,
    stampedAt: (component.getFirstPropertyValue('dtstamp') as ICAL.Time).toJSDate().getTime(),
    startsAt: startDate.toJSDate().getTime(),
    status: String(component.getFirstPropertyValue('status')),
    organizer: String(component.getFirstPropertyValue('organizer')),
  };
}
