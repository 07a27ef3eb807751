import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { shownStyles as styles } from '#web/features/accounts/index.ts';
import { useSession } from '#web/shared/session/session.ts';
import { HostPageSkeleton, HostPageError } from './HostPageStates.tsx';
import { HostView } from './HostView.tsx';
import { hostQuery } from './queries.ts';

/** `/influencer_profile/active`: one's own public page as others see it, with the way to change it. */
export default function OwnHostPage() {
  const { t } = useTranslation('public-profile');
  const username = useSession((session) => session.user?.user_username ?? '');
  const host = useQuery(hostQuery(username));
  return (
    <AccountShell>
      {host.isPending && <HostPageSkeleton />}
      {host.isError && <HostPageError error={host.error} onRetry={() => void host.refetch()} />}
      {host.data && <HostView page={host.data} note={<p className={styles.note}>{t('own.note')}</p>} />}
    </AccountShell>
  );
}
