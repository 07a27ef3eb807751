import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { charsIn, seenLine, shortLine } from '@frontrow/core/kernel/text.ts';
import { say, sayTitle } from '../i18n/say.ts';
import type { MailBlock } from './email-blocks.ts';
import { formatDay, formatWhen } from './email-formats.ts';

/** When the event is that an email is about. */
export interface MailedDate {
  /** Epoch ms, UTC. */
  readonly startsAt: Instant;
  /** IANA zone of the event. */
  readonly tz: string;
  /** Other dates have the same title: the subject says which one it is. */
  readonly ofSeries: boolean;
}

/** Inboxes show about this many characters of a subject, and fewer on phones. */
export const subjectCharsMax = 78;
/** What is left of a title in the longest of subjects. */
const titleCharsMin = 20;

/**
 * The subject of an email about an event, and about which date of a series; a replay has no date. A title that is too
 * long for an inbox is shortened, so that the words around it stay; in emails about a meeting it is the other person's
 * name. The email has all of it.
 */
export function subjectAbout(title: EventTitle | string, write: (title: string) => string, date?: MailedDate): string {
  const whole = seenLine(typeof title === 'string' ? title : sayTitle(title));
  const dated = (shown: string): string =>
    date?.ofSeries ? `${write(shown)}, ${formatDay(date.startsAt, date.tz)}` : write(shown);
  const room = subjectCharsMax - charsIn(dated(''));
  return dated(shortLine(whole, Math.max(room, titleCharsMin)));
}

/** Says when the event is, below its title. */
export const whenOf = (date: MailedDate | undefined): MailBlock[] =>
  date ? [{ kind: 'facts', rows: [{ label: say`When`, value: formatWhen(date.startsAt, date.tz) }] }] : [];
