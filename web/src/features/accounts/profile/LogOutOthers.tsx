import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Profile.module.css';

export const sessionsKey = ['account', 'sessions'];

/**
 * Offers to log out everywhere else. Nothing where there is no other session. With `asked` it says why: somebody who
 * changed an email address or two-step login may want to lock out anyone who knew the old one.
 */
export function LogOutOthers({ asked = false }: { asked?: boolean }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const sessions = useQuery({ queryKey: sessionsKey, queryFn: () => call('GET /user/sessions') });
  const end = useMutation({
    mutationFn: () => call('POST /user/sessions/revoke_others', { body: {} }),
    onSuccess: () => toastGood(t('sessions.othersEnded')),
    onError: (error) => toastError(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  const others = sessions.data?.sessions.filter((one) => !one.current).length ?? 0;
  if (others === 0) return null;
  return (
    <div className={styles.others} role={asked ? 'status' : undefined}>
      {asked && <p>{t('sessions.othersAsk', { count: others })}</p>}
      <Button variant="default" loading={end.isPending} onClick={() => end.mutate()}>
        {t('sessions.endOthers')}
      </Button>
    </div>
  );
}
