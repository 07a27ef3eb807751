import { useSearchParams } from 'react-router';
import { RequestDetail } from '#web/features/meetings/requests/RequestDetail.tsx';
import { RequestList } from '#web/features/meetings/requests/RequestList.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import styles from './Meetings.module.css';
import { MeetingWalletReturn, PayMeeting } from './PayMeeting.tsx';

/** `/message/private_request`: what a viewer asked hosts for; with a uuid, one request. */
export default function PrivateRequestsPage() {
  const { t } = useTranslation('meetings');
  const uuid = useSearchParams()[0].get('request');
  usePageTitle(t('viewerTitle'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  if (isGuest)
    return (
      <AccountShell>
        <EmptyState level={1} title={t('guestTitle')} text={t('guestText')}>
          <Button component={Link} to="/signup">
            {t('app:nav.login')}
          </Button>
        </EmptyState>
      </AccountShell>
    );
  if (uuid)
    return (
      <AccountShell>
        <MeetingWalletReturn />
        <RequestDetail side="viewer" uuid={uuid} Pay={PayMeeting} />
      </AccountShell>
    );
  return (
    <AccountShell>
      <h1>{t('viewerTitle')}</h1>
      <p className={styles.intro}>{t('viewerIntro')}</p>
      <RequestList side="viewer" nextWhenEmpty="/talent" Pay={PayMeeting} />
    </AccountShell>
  );
}
