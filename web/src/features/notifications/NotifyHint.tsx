import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Notifications.module.css';
import { pushHere, turnOnHere } from './push-here.ts';

export const hereKey = ['notifications', 'here'];

/** Offers notifications where they are of use; the browser asks for permission only after the press. */
export function NotifyHint({ about }: { about: 'ticket' | 'waitlist' | 'hosting' }) {
  const { t } = useTranslation('notifications');
  const client = useQueryClient();
  const isGuest = useSession((session) => session.user?.user_is_guest !== false);
  const here = useQuery({ queryKey: hereKey, queryFn: pushHere, enabled: !isGuest });
  const turnOn = useMutation({
    mutationFn: turnOnHere,
    onSuccess(state) {
      client.setQueryData(hereKey, state);
      if (state === 'on') toastGood(t('hint.on'));
      if (state === 'denied') toastError(t('push.denied'));
    },
    onError: () => toastError(t('push.failed')),
  });
  if (isGuest || here.data !== 'off') return null;
  return (
    <div className={styles.hint}>
      <p>{t(`hint.${about}`)}</p>
      <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
        {t('hint.turnOn')}
      </Button>
      <Link to="/notifications" className="fr-link">
        {t('hint.settings')}
      </Link>
    </div>
  );
}
