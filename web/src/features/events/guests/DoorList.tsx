import { IconDownload, IconPrinter } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Guests.module.css';

type Entry = AnswerOf<'GET /events/:id/door_list'>['entries'][number];

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** Everybody with a ticket by seat; as a file, and on paper. */
export function DoorList({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const params = { id: event.event_uuid };
  const list = useInfiniteQuery({
    queryKey: ['event', event.event_uuid, 'door', event.event_version],
    queryFn: ({ pageParam }) => call('GET /events/:id/door_list', { params, query: { after_seat: pageParam } }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_after_seat ?? undefined,
    placeholderData: (before) => before,
  });
  const file = useMutation({
    mutationFn: () => call('GET /events/:id/door_list_csv', { params }),
    onSuccess: ({ filename, csv }) => download(filename, 'text/csv', csv),
    onError: (error) => toastError(messageOf(error)),
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const valid = entries.filter((entry) => entry.ticket_state === 'valid');
  if (list.isPending) return <Skeleton height={240} radius={16} />;
  if (list.isError) return <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (entries.length === 0) return <EmptyState title={t('door.empty')} text={t('door.emptyText')} />;
  return (
    <>
      <div className={`${styles.bar} ${styles.screen}`}>
        <p className={styles.soft}>
          {t('door.count', { count: event.event_num_tickets_sold })}{' '}
          {t('door.joined', { count: valid.filter((entry) => entry.joined).length })}
        </p>
        <Button
          variant="default"
          leftSection={<IconDownload {...icon} />}
          loading={file.isPending}
          onClick={() => file.mutate()}
        >
          {t('door.csv')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('door.print')}
        </Button>
      </div>
      <DoorTable entries={entries} />
      {list.hasNextPage && (
        <ShowMore
          loading={list.isFetchingNextPage}
          onMore={() => void list.fetchNextPage()}
          className={`${styles.more} ${styles.screen}`}
        >
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}

function DoorTable({ entries }: { entries: readonly Entry[] }) {
  const { t } = useTranslation('guests');
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('door.seat')}</th>
          <th scope="col">{t('door.name')}</th>
          <th scope="col">{t('door.code')}</th>
          <th scope="col">{t('door.kind')}</th>
          <th scope="col">{t('door.here')}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.ticket_uuid} className={entry.ticket_state === 'void' ? styles.void : undefined}>
            <td data-label={t('door.seat')}>{entry.ticket_seat}</td>
            <th scope="row" data-label={t('door.name')}>
              {entry.name}
            </th>
            <td data-label={t('door.code')}>{entry.ticket_code}</td>
            <td data-label={t('door.kind')}>
              {entry.holder_of === null
                ? t(`kinds.${entry.ticket_kind}`)
                : t('door.holderOf', { token: entry.holder_of })}
              {entry.promo_code !== null && ` ${entry.promo_code}`}
              {entry.email !== null && ` · ${entry.email}`}
            </td>
            <td data-label={t('door.here')}>{t(entry.joined ? 'door.yes' : 'door.no')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
