import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { eventStateOf, eventTone, StateBadge } from '../ui/StateBadge.tsx';
import { priceText } from '../ui/admin-text.ts';
import { call } from '#web/shared/api/call.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import '#web/shared/styles/components.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import type { WireEventDetail } from '@frontrow/contract/backoffice/moderation-api.ts';
import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import styles from '../ui/Detail.module.css';
import { DestructiveItem, DetailAlert, DetailHead, History, NoDetail, OpenReports } from '../ui/DetailHead.tsx';

type Act = 'unpublish' | 'republish' | 'cancel' | 'takeDownReplay' | 'restoreReplay';

const calls = {
  unpublish: 'POST /admin/events/unpublish',
  republish: 'POST /admin/events/republish',
  cancel: 'POST /admin/events/cancel',
  takeDownReplay: 'POST /admin/replays/take_down',
  restoreReplay: 'POST /admin/replays/restore',
} as const satisfies Record<Act, string>;
/** What takes nothing away needs no typed confirmation. */
const harmless: ReadonlySet<Act> = new Set(['republish', 'restoreReplay']);
/** The host reads the reason of these; that of the others is kept in the audit log alone. */
const mailed: ReadonlySet<Act> = new Set(['unpublish', 'takeDownReplay']);

/** `/admin/events/{uuid}`: an event, and what can be done about it. */
export function EventDetailPage({ id }: { id: string }) {
  const { t } = useTranslation('backoffice');
  const detail = useQuery({
    queryKey: ['admin', 'events', 'one', id],
    queryFn: ({ signal }) => call('GET /admin/events/:id', { params: { id }, signal }),
  });
  if (detail.isLoadingError)
    return (
      <NoDetail
        list={{ to: '/admin/events', text: t('sections.events') }}
        error={detail.error}
        onRetry={() => void detail.refetch()}
      />
    );
  if (detail.isPending) return <Skeleton height={520} radius={16} />;
  return (
    <>
      {detail.isError && <ErrorNote error={detail.error} onRetry={() => void detail.refetch()} />}
      <EventDetail detail={detail.data} />
    </>
  );
}

function EventDetail({ detail }: { detail: WireEventDetail }) {
  const { t, language } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const dates = useDates();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const { event, unpublished_at: unpublishedAt, replay } = detail;
  const downAt = replay?.taken_down_at ?? null;
  const state = eventStateOf(event);
  const isOpen = state === 'upcoming' || state === 'live';
  return (
    <>
      <DetailHead
        list={{ to: '/admin/events', text: t('sections.events') }}
        title={shownTitle(event)}
        badges={
          <>
            <StateBadge tone={eventTone(state)}>{admin(`eventState.${state}`)}</StateBadge>{' '}
            {unpublishedAt !== null && <StateBadge tone="bad">{t('event.unpublished')}</StateBadge>}{' '}
            {downAt !== null && <StateBadge tone="bad">{t('event.replayDown')}</StateBadge>}
          </>
        }
        line={`${event.user_name} · ${formatShortDateTime(event.event_date, dates)}`}
      >
        <Menu.Item onClick={() => void navigate(`/event/${event.event_uuid}`)}>{t('event.open')}</Menu.Item>
        <Menu.Item onClick={() => void navigate(`/admin/orders?event=${event.event_uuid}`)}>
          {t('event.orders')}
        </Menu.Item>
        <Menu.Item onClick={() => void navigate(`/admin/users/${detail.user_ide}`)}>{t('event.openHost')}</Menu.Item>
        {isOpen && (
          <>
            <Menu.Divider />
            {!(unpublishedAt !== null && detail.host_suspended) && (
              <DestructiveItem onClick={() => setAsked(unpublishedAt === null ? 'unpublish' : 'republish')}>
                {t(unpublishedAt === null ? 'event.unpublish' : 'event.republish')}
              </DestructiveItem>
            )}
            <DestructiveItem onClick={() => setAsked('cancel')}>{t('event.cancel')}</DestructiveItem>
          </>
        )}
        {replay && (
          <>
            <Menu.Item onClick={() => void navigate(`/replay/${event.event_uuid}`)}>{t('event.openReplay')}</Menu.Item>
            <Menu.Divider />
            <DestructiveItem onClick={() => setAsked(downAt === null ? 'takeDownReplay' : 'restoreReplay')}>
              {t(downAt === null ? 'event.takeDownReplay' : 'event.restoreReplay')}
            </DestructiveItem>
          </>
        )}
      </DetailHead>
      {unpublishedAt !== null && (
        <DetailAlert>
          {t('event.unpublishedSince', { when: formatShortDateTime(unpublishedAt, dates) })} {detail.unpublished_reason}{' '}
          {detail.host_suspended && t('event.hostSuspended')}
        </DetailAlert>
      )}
      {replay && downAt !== null && (
        <DetailAlert>
          {t('event.replayDownSince', { when: formatShortDateTime(downAt, dates) })} {replay.taken_down_reason}
        </DetailAlert>
      )}
      <div className={styles.grid}>
        <History entries={detail.history} />
        <div className={styles.cards}>
          <section className={styles.card}>
            <h2>{t('event.sales')}</h2>
            <dl>
              <div>
                <dt>{t('columns.price')}</dt>
                <dd>{priceText(admin, event.event_price, event.currency, language)}</dd>
              </div>
              <div>
                <dt>{t('columns.sold')}</dt>
                <dd>{t('event.soldOf', { sold: event.tickets_sold, total: event.tickets_total })}</dd>
              </div>
              <div>
                <dt>{t('sections.orders')}</dt>
                <dd>
                  <Link to={`/admin/orders?event=${event.event_uuid}`} className="fr-link">
                    {detail.orders}
                  </Link>
                </dd>
              </div>
              <OpenReports count={detail.reports_open} of={`event=${event.event_uuid}`} />
            </dl>
          </section>
          <section className={styles.card}>
            <h2>{t('columns.host')}</h2>
            <p className={styles.strong}>
              <Link to={`/admin/users/${detail.user_ide}`} className="fr-link">
                {event.user_name}
              </Link>
            </p>
            <p>@{event.user_username}</p>
          </section>
        </div>
      </div>
      {asked && (
        <ReasonDialog
          title={t(`event.${asked}Title`)}
          text={
            asked === 'cancel'
              ? admin('cancelEventText', { count: event.tickets_sold })
              : t(`event.${asked}Text`, { count: event.tickets_sold })
          }
          {...(mailed.has(asked) && { label: t('detail.reason') })}
          {...(!harmless.has(asked) && { confirm: event.user_username })}
          action={t(`event.${asked}Action`)}
          done={t(`event.${asked}Done`)}
          act={(reason) => call(calls[asked], { body: { event_uuid: event.event_uuid, reason } })}
          onClose={() => setAsked(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </>
  );
}
