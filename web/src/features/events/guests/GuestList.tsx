import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Switch.layer.css';
import { Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconCheck, IconDownload, IconPrinter, IconScan, IconSearch } from '@tabler/icons-react';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { scanPath } from '../host-paths.ts';
import { guestListQuery } from './guest-queries.ts';
import styles from './Guests.module.css';

type Entry = AnswerOf<'GET /events/:id/door_list'>['entries'][number];

const icon = { size: 18, stroke: 1.7, 'aria-hidden': true } as const;

/** How long a host pauses while typing. */
const searchAfterMs = 250;
const searchCharsMax = 100;

/**
 * Everyone with a ticket by seat, to search and to check in; on paper, and for the host as a file. The server leaves
 * out what is for the host alone.
 */
export function GuestList({ event, isHost }: { event: WireEvent; isHost: boolean }) {
  const { t } = useTranslation('guests');
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed.trim(), searchAfterMs);
  const list = useInfiniteQuery(guestListQuery(useQueryClient(), event, search));
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? [];
  const counts = list.data?.pages.at(-1);
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  const isWhole = search === '' && typed === '';
  if (!list.data && isWhole) return failed || <Skeleton height={240} radius={16} />;
  if (entries.length === 0 && isWhole)
    return (
      <>
        {failed}
        {isHost && <Scanning event={event} hasQr={counts?.ticket_qr ?? false} />}
        <EmptyState title={t('door.empty')} text={t('door.emptyText')} />
      </>
    );
  return (
    <>
      <div className={`${styles.bar} ${styles.screen}`}>
        {counts && (
          <p className={styles.soft}>
            {t('door.count', { count: counts.tickets })} {t('door.joined', { count: counts.joined })}{' '}
            {t('door.checkedIn', { count: counts.checked_in })}
          </p>
        )}
        {isHost ? <CsvFile event={event} /> : <ScanLink event={event} />}
        <Button variant="default" leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('door.print')}
        </Button>
      </div>
      {isHost && counts && <Scanning event={event} hasQr={counts.ticket_qr} />}
      <TextInput
        type="search"
        className={`${styles.search} ${styles.screen}`}
        aria-label={t(isHost ? 'door.search' : 'door.searchStaff')}
        placeholder={t(isHost ? 'door.search' : 'door.searchStaff')}
        leftSection={<IconSearch {...icon} />}
        value={typed}
        maxLength={searchCharsMax}
        onChange={(change) => setTyped(change.currentTarget.value)}
      />
      {failed}
      {list.data && entries.length === 0 && (
        <div role="status" className={styles.noMatch}>
          <p>{t('door.noMatch', { search })}</p>
          <Button size="sm" variant="default" onClick={() => setTyped('')}>
            {t('door.clear')}
          </Button>
        </div>
      )}
      {entries.length > 0 && <GuestTable entries={entries} event={event} />}
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

/** QR codes on tickets, and the page that scans them. */
function Scanning({ event, hasQr }: { event: WireEvent; hasQr: boolean }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const change = useMutation({
    mutationFn: (on: boolean) =>
      call('POST /events/door_list/ticket_qr', { body: { event_uuid: event.event_uuid, on } }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['event', event.event_uuid, 'door'] }),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <div className={`${styles.bar} ${styles.screen}`}>
      <Switch
        className={styles.qrSwitch}
        label={t('door.qr')}
        description={t('door.qrHelp')}
        checked={change.isPending ? change.variables : hasQr}
        disabled={change.isPending}
        onChange={(changed) => change.mutate(changed.currentTarget.checked)}
      />
      <ScanLink event={event} />
    </div>
  );
}

function ScanLink({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  return (
    <Button variant="default" leftSection={<IconScan {...icon} />} component={Link} to={scanPath(event.event_uuid)}>
      {t('door.scan')}
    </Button>
  );
}

function CsvFile({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const file = useMutation({
    mutationFn: () => call('GET /events/:id/door_list_csv', { params: { id: event.event_uuid } }),
    onSuccess: ({ filename, csv }) => download(filename, 'text/csv', csv),
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload {...icon} />}
      loading={file.isPending}
      onClick={() => file.mutate()}
    >
      {t('door.csv')}
    </Button>
  );
}

function GuestTable({ entries, event }: { entries: readonly Entry[]; event: WireEvent }) {
  const { t } = useTranslation('guests');
  return (
    <table className={`${styles.table} ${styles.guests}`}>
      <thead>
        <tr>
          <th scope="col">{t('door.seat')}</th>
          <th scope="col">{t('door.name')}</th>
          <th scope="col">{t('door.code')}</th>
          <th scope="col">{t('door.kind')}</th>
          <th scope="col">{t('door.here')}</th>
          <th scope="col" className={styles.screen}>
            {t('door.checkIn')}
          </th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.ticket_uuid} className={entry.ticket_state === 'void' ? styles.void : undefined}>
            <td data-label={t('door.seat')}>{entry.ticket_seat}</td>
            <th scope="row">
              {entry.has_page && entry.username !== null ? (
                <Link
                  to={hostPath({ user_username: entry.username })}
                  className="fr-link"
                  title={t('door.profile', { name: entry.name })}
                >
                  {entry.name}
                </Link>
              ) : (
                entry.name
              )}
              {entry.username !== null && <span className={styles.username}>@{entry.username}</span>}
              {entry.email !== null && entry.email !== `@${entry.username}` && (
                <a href={`mailto:${entry.email}`} className={`fr-link ${styles.username}`}>
                  {entry.email}
                </a>
              )}
            </th>
            <td className={styles.whole}>{entry.ticket_code}</td>
            <td>
              {entry.holder_of === null
                ? t(`kinds.${entry.ticket_kind}`)
                : t('door.holderOf', { token: entry.holder_of })}
              {entry.promo_code !== null && ` ${entry.promo_code}`}
            </td>
            <td data-label={t('door.here')}>{t(entry.joined ? 'door.yes' : 'door.no')}</td>
            <td className={styles.screen}>
              {entry.ticket_state === 'valid' && <CheckIn entry={entry} event={event} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** One press checks in, the next one takes it back. */
function CheckIn({ entry, event }: { entry: Entry; event: WireEvent }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const check = useMutation({
    mutationFn: (checkedIn: boolean) =>
      call('POST /events/door_list/check_in', {
        body: { event_uuid: event.event_uuid, ticket_uuid: entry.ticket_uuid, checked_in: checkedIn },
      }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['event', event.event_uuid, 'door'] }),
    onError: (error) => toastError(messageOf(error)),
  });
  const { name } = entry;
  if (entry.checked_in === null)
    return (
      <Button
        size="sm"
        variant="default"
        loading={check.isPending}
        onClick={() => check.mutate(true)}
        aria-label={t('door.checkInOf', { name })}
      >
        {t('door.checkIn')}
      </Button>
    );
  const time = formatTime(entry.checked_in);
  return (
    <Button
      size="sm"
      variant="subtle"
      loading={check.isPending}
      leftSection={<IconCheck size={16} stroke={2.2} aria-hidden="true" />}
      onClick={() => check.mutate(false)}
      aria-label={t('door.undoOf', { name, time })}
    >
      {t('door.checkedAt', { time })}
    </Button>
  );
}
