import { useSearchParams } from 'react-router';
import { RequestDetail } from '#web/features/meetings/requests/RequestDetail.tsx';
import { RequestList } from '#web/features/meetings/requests/RequestList.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { GuestsSignUp } from '#web/shared/menu/AccountSections.tsx';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import styles from './Meetings.module.css';
import { MeetingWalletReturn, PayMeeting } from './PayMeeting.tsx';

/** `/message/private_request`: what a viewer asked hosts for; with a uuid, one request. */
export default function PrivateRequestsPage() {
  const { t } = useTranslation('meetings');
  const uuid = useSearchParams()[0].get('request');
  usePageTitle(t('viewerTitle'));
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  if (isGuest) return <GuestsSignUp title={t('guestTitle')} text={t('guestText')} />;
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
