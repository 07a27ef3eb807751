import { ReasonDialog } from '../ui/ReasonDialog.tsx';
import { StateBadge } from '../ui/StateBadge.tsx';
import { call } from '#web/shared/api/call.ts';
import { formatShortDate, formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import '#web/shared/styles/components.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import type { WirePerson } from '@frontrow/contract/accounts/admin-api.ts';
import { Menu } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import styles from '../ui/Detail.module.css';
import { DestructiveItem, DetailAlert, DetailHead, History, NoDetail, OpenReports } from '../ui/DetailHead.tsx';

type Act = 'suspend' | 'restore' | 'end_sessions';

/** `/admin/users/{ide}`: a person, and what can be done about them. */
export function PersonPage({ id }: { id: string }) {
  const { t } = useTranslation('backoffice');
  const detail = useQuery({
    queryKey: ['admin', 'users', 'one', id],
    queryFn: ({ signal }) => call('GET /admin/users/:ide', { params: { ide: id }, signal }),
  });
  if (detail.isLoadingError)
    return (
      <NoDetail
        list={{ to: '/admin/users', text: t('sections.people') }}
        error={detail.error}
        onRetry={() => void detail.refetch()}
      />
    );
  if (detail.isPending) return <Skeleton height={520} radius={16} />;
  return (
    <>
      {detail.isError && <ErrorNote error={detail.error} onRetry={() => void detail.refetch()} />}
      <Person person={detail.data} />
    </>
  );
}

function Person({ person }: { person: WirePerson }) {
  const { t } = useTranslation('backoffice');
  const { t: admin } = useTranslation('admin');
  const dates = useDates();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Act>();
  const { user, suspended_at: suspendedAt, suspended_reason: why } = person;
  const role = user.user_is_guest ? 'guest' : user.user_role === 1 ? 'influencer' : 'viewer';
  const name = user.user_name || `@${user.user_username}`;
  return (
    <>
      <DetailHead
        list={{ to: '/admin/users', text: t('sections.people') }}
        title={name}
        badges={
          <>
            {suspendedAt !== null && <StateBadge tone="bad">{t('person.suspended')}</StateBadge>}{' '}
            {user.user_is_admin && <StateBadge tone="plain">{admin('role.admin')}</StateBadge>}
          </>
        }
        line={`@${user.user_username} · ${admin(`role.${role}`)} · ${admin('joined', {
          when: formatShortDate(user.user_created, dates),
        })}`}
      >
        <Menu.Item onClick={() => void navigate(`/admin/orders?q=${encodeURIComponent(user.user_username)}`)}>
          {t('person.orders')}
        </Menu.Item>
        {user.user_role === 1 && (
          <Menu.Item onClick={() => void navigate(`/admin/events?q=${encodeURIComponent(user.user_username)}`)}>
            {t('person.events')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <DestructiveItem onClick={() => setAsked('end_sessions')}>{t('person.end_sessions')}</DestructiveItem>
        {!user.user_is_admin && (
          <DestructiveItem onClick={() => setAsked(suspendedAt === null ? 'suspend' : 'restore')}>
            {t(suspendedAt === null ? 'person.suspend' : 'person.restore')}
          </DestructiveItem>
        )}
      </DetailHead>
      {suspendedAt !== null && (
        <DetailAlert>
          {t('person.suspendedSince', { when: formatShortDateTime(suspendedAt, dates) })} {why}
        </DetailAlert>
      )}
      <div className={styles.grid}>
        <History entries={person.history} />
        <div className={styles.cards}>
          <section className={styles.card}>
            <h2>{t('person.account')}</h2>
            <dl>
              <div>
                <dt>{t('columns.email')}</dt>
                <dd>{user.user_email ?? admin('erased')}</dd>
              </div>
              <div>
                <dt>{t('person.verified')}</dt>
                <dd>{t(user.user_email_verified ? 'person.yes' : 'person.no')}</dd>
              </div>
              <div>
                <dt>{t('sections.orders')}</dt>
                <dd>{person.orders}</dd>
              </div>
              <div>
                <dt>{t('person.hosted')}</dt>
                <dd>{person.hosted_events}</dd>
              </div>
              <OpenReports count={person.reports_open} of={`user=${user.user_ide}`} />
            </dl>
          </section>
          <section className={styles.card}>
            <h2>{t('person.sessions')}</h2>
            {person.sessions.length === 0 && <p>{t('person.noSessions')}</p>}
            {person.sessions.map((session) => (
              <p key={`${session.started_at} ${session.device}`}>
                {session.device || t('person.unknownDevice')} ·{' '}
                {t('person.lastUsed', { when: formatShortDateTime(session.last_used_at, dates) })}
              </p>
            ))}
          </section>
        </div>
      </div>
      {asked && (
        <ReasonDialog
          title={t(`person.${asked}Title`, { name })}
          text={t(`person.${asked}Text`)}
          label={t('detail.reason')}
          {...(asked !== 'restore' && { confirm: user.user_username })}
          action={t(`person.${asked}Action`)}
          done={t(`person.${asked}Done`)}
          act={(reason) => call(`POST /admin/users/${asked}`, { body: { user_ide: user.user_ide, reason } })}
          onClose={() => setAsked(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin'] })}
        />
      )}
    </>
  );
}
