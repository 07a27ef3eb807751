import { exportedEventsMax } from '@frontrow/core/stats/limits.ts';
import { csvHead, csvRows } from '../../../http/csv.ts';
import { readNumbers, readFollows, readViews } from './read-days.ts';
import { dayRows, type StatsUses } from './read-stats.ts';
import { type AskedRange, readScope } from './scope.ts';
import { statsEvents } from './stats-events.ts';

/** The days or the events of a range as a CSV file. */
export async function exportStats(
  uses: StatsUses,
  hostId: number,
  asked: AskedRange & { readonly table: 'days' | 'events' },
): Promise<{ file_name: string; csv: string }> {
  const scope = await readScope(uses.db, hostId, asked);
  const rows = asked.table === 'days' ? await exportedDays(uses, scope) : await exportedEvents(uses, scope);
  return {
    file_name: `frontrow-${asked.table}-${scope.range.from}-${scope.range.to}.csv`,
    csv: csvHead(Object.keys(rows[0] ?? {})) + csvRows(rows.map((row) => Object.values(row))),
  };
}

type ReadScope = Awaited<ReturnType<typeof readScope>>;

async function exportedDays({ db }: StatsUses, scope: ReadScope): Promise<object[]> {
  const inRange = ({ day }: { readonly day: string }): boolean => day >= scope.range.from;
  const numbers = (await readNumbers(db, scope)).filter(inRange);
  const views = (await readViews(db, scope)).filter(inRange);
  return dayRows(scope, numbers, views, await readFollows(db, scope)).flatMap(({ money, ...day }) =>
    (money.length > 0 ? money : [{ currency_code: '', revenue: 0, fee: 0, refunded: 0 }]).map((one, index) => ({
      // Of several currencies a day has several lines; what is no money stands in the first.
      ...(index === 0
        ? day
        : { ...day, views: 0, visitors: 0, tickets_sold: 0, tickets_returned: 0, new_followers: 0 }),
      ...one,
    })),
  );
}

async function exportedEvents(uses: StatsUses, scope: ReadScope): Promise<object[]> {
  const { events } = await statsEvents(uses, scope, undefined, exportedEventsMax);
  return events.map(({ event_cover_image: _cover, money, event_date: starts, ...event }) => ({
    ...event,
    event_starts: new Date(starts).toISOString(),
    ...money,
  }));
}
