import {
  IconBan,
  IconBuildingBank,
  IconHeart,
  IconHourglass,
  IconMessage,
  IconReceiptRefund,
  IconStar,
  IconTicket,
  IconUsers,
  IconVideoOff,
} from '@tabler/icons-react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { WireActivity } from '@frontrow/contract/stats/api.ts';
import { call } from '#web/shared/api/call.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { activityLine, byDay } from './activity-line.ts';
import styles from './ActivityPage.module.css';

const icons = {
  sales: IconTicket,
  refunds: IconReceiptRefund,
  follows: IconHeart,
  review: IconStar,
  finished: IconUsers,
  cancelled: IconBan,
  waitlist: IconHourglass,
  payout: IconBuildingBank,
  request: IconMessage,
  replay_taken_down: IconVideoOff,
} as const satisfies Record<WireActivity['kind'], typeof IconTicket>;

/** `/activity`: what happened lately, which grows while one reads it. */
export default function ActivityPage() {
  const { t } = useTranslation('activity');
  usePageTitle(t('title'));
  const queries = useQueryClient();
  const list = useInfiniteQuery({
    queryKey: ['activity', 'list'],
    queryFn: ({ pageParam }) => call('GET /activity', { query: { cursor: pageParam } }),
    ...byCursor,
  });
  // A line that grew moves to the top: of two of it, the first is the newer one.
  const lines = [
    ...new Map(
      (list.data?.pages ?? [])
        .flatMap((page) => page.activity)
        .toReversed()
        .map((it) => [it.activity_ide, it]),
    ).values(),
  ].toSorted((a, b) => b.at - a.at || b.activity_ide - a.activity_ide);
  const newest = lines[0]?.at;
  // What was unread when it was first shown stays marked as new on this visit.
  const seenBefore = useRef<number | null | undefined>(undefined);
  if (seenBefore.current === undefined && list.data) seenBefore.current = list.data.pages[0]?.seen ?? null;
  useEffect(() => {
    if (newest === undefined) return;
    call('POST /activity/seen', { body: { until: newest } }).then(
      (said) => queries.setQueryData(['activity', 'unread'], said),
      () => undefined,
    );
  }, [newest, queries]);
  return (
    <AccountShell>
      <h1>{t('title')}</h1>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <div aria-busy="true">
          <span className="fr-visually-hidden" role="status">
            {t('loading')}
          </span>
          <Skeleton height={240} radius={16} />
        </div>
      )}
      {list.data && lines.length === 0 && (
        <EmptyState title={t('emptyTitle')} text={t('emptyText')}>
          <Button component={Link} to="/publish_event">
            {t('emptyAction')}
          </Button>
        </EmptyState>
      )}
      {lines.length > 0 && (
        <>
          <p className={styles.intro}>{t('intro')}</p>
          <Days lines={lines} seen={seenBefore.current ?? null} />
        </>
      )}
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </AccountShell>
  );
}

/** Where everything is new, or nothing is, no line is marked. */
function Days({ lines, seen }: { lines: readonly WireActivity[]; seen: number | null }) {
  const { t } = useTranslation('activity');
  const dates = useDates();
  const day = (at: number) => formatLongDate(at, dates);
  const [today, yesterday] = [day(dates.now), day(dates.now - 86_400_000)];
  const nameOf = (name: string) => (name === today ? t('today') : name === yesterday ? t('yesterday') : name);
  return (
    // New lines are read out as they come.
    <div aria-live="polite">
      {byDay(lines, day).map(([name, ofDay]) => (
        <section key={name} aria-label={nameOf(name)}>
          <h2 className={styles.day}>{nameOf(name)}</h2>
          <ol className={styles.list}>
            {ofDay.map((line) => (
              <Line key={line.activity_ide} line={line} isNew={seen !== null && line.at > seen + 1} />
            ))}
          </ol>
        </section>
      ))}
    </div>
  );
}

function Line({ line, isNew }: { line: WireActivity; isNew: boolean }) {
  const { t, language } = useTranslation('activity');
  const Icon = icons[line.kind];
  const { text, more, to } = activityLine(line, t, language);
  const sentence = (
    <>
      {text[0]}
      {text[1] && <strong>{text[1]}</strong>}
      {text[2]}
    </>
  );
  return (
    <li className={styles.line} data-new={isNew || undefined}>
      <span className={styles.icon} aria-hidden="true">
        <Icon size={20} stroke={1.8} />
      </span>
      <span className={styles.text}>
        {isNew && <span className="fr-visually-hidden">{t('new')}: </span>}
        {to ? <Link to={to}>{sentence}</Link> : sentence}
        {more && <span className={styles.more}> {more}</span>}
      </span>
      <time className={styles.time} dateTime={new Date(line.at).toISOString()}>
        {formatTime(line.at)}
      </time>
    </li>
  );
}
