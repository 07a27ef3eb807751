import type { MailedDate } from '../../mail/event-date.ts';

/** Columns of the event `e` that say when it is, for an email. */
export const dateColumns =
  'e.starts_at, e.tz, e.series_id IS NOT NULL AS of_series, e.replay_of IS NOT NULL AS is_replay';

export interface MailedDateRow {
  starts_at: Date;
  tz: string;
  of_series: boolean;
  is_replay: boolean;
}

/** Undefined for a replay, which has no date. */
export const mailedDate = (row: MailedDateRow): MailedDate | undefined =>
  row.is_replay ? undefined : { startsAt: row.starts_at.getTime(), tz: row.tz, ofSeries: row.of_series };
