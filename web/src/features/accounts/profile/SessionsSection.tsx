import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { AccountSection } from '#web/shared/menu/AccountSections.tsx';
import { deviceName } from '#web/shared/device-name.ts';
import { LogOutOthers, sessionsKey } from './LogOutOthers.tsx';
import styles from './Profile.module.css';

/** The open sessions, which can be ended one by one or all others at once. */
export function SessionsSection() {
  const { t } = useTranslation('account');
  const dates = useDates();
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => call('GET /user/sessions') });
  const end = useMutation({
    mutationFn: (id: string) => call('POST /user/sessions/revoke', { body: { session_ide: id } }),
    onSuccess: () => toastGood(t('sessions.ended')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  const nameOf = (device: string): string => {
    const name = deviceName(device);
    return name ? t('sessions.on', name) : t('sessions.unknown');
  };
  return (
    <AccountSection title={t('sessions.title')}>
      {sessions.isError && <ErrorNote error={sessions.error} onRetry={() => void sessions.refetch()} />}
      {sessions.isPending && <Skeleton height={64} radius={12} />}
      <ul ref={focusNextRow} className={styles.list}>
        {sessions.data?.sessions.map((one) => (
          <li key={one.session_ide} className={styles.row}>
            <div>
              <p className={styles.name}>{nameOf(one.device)}</p>
              <p className={styles.soft}>
                {one.current
                  ? t('sessions.this')
                  : t('sessions.used', { when: formatShortDateTime(one.last_used_at, dates) })}
              </p>
            </div>
            {!one.current && (
              <Button
                variant="default"
                aria-label={t('sessions.endOf', { device: nameOf(one.device) })}
                loading={end.isPending && end.variables === one.session_ide}
                onClick={() => end.mutate(one.session_ide)}
              >
                {t('sessions.end')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      <LogOutOthers />
    </AccountSection>
  );
}
