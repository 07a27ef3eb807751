import type { Instant } from '@frontrow/core/kernel/instant.ts';
import { say } from '../i18n/say.ts';
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

/** The subject of an email about this event. A replay has no date. */
export const ofDate = (subject: string, date: MailedDate | undefined): string =>
  date?.ofSeries ? `${subject}, ${formatDay(date.startsAt, date.tz)}` : subject;

/** Says when the event is, below its title. */
export const whenOf = (date: MailedDate | undefined): MailBlock[] =>
  date ? [{ kind: 'facts', rows: [{ label: say`When`, value: formatWhen(date.startsAt, date.tz) }] }] : [];
