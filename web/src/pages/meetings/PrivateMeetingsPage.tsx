import { useParams, useSearchParams } from 'react-router';
import { Offer } from '#web/features/meetings/offer/Offer.tsx';
import { RequestDetail } from '#web/features/meetings/requests/RequestDetail.tsx';
import { RequestList } from '#web/features/meetings/requests/RequestList.tsx';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import styles from './Meetings.module.css';

const offerPath = '/private_meeting/offer';

/** `/private_meeting`: what a host was asked for, and what the host offers; with a uuid, one request. */
export default function PrivateMeetingsPage() {
  const { t } = useTranslation('meetings');
  const isOffer = useParams()['part'] === 'offer';
  const uuid = useSearchParams()[0].get('request');
  usePageTitle(t('hostTitle'));
  if (uuid)
    return (
      <AccountShell>
        <RequestDetail side="host" uuid={uuid} />
      </AccountShell>
    );
  return (
    <AccountShell>
      <h1>{t('hostTitle')}</h1>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs.label')}
          tabs={[
            { to: '/private_meeting', text: t('tabs.requests') },
            { to: offerPath, text: t('tabs.offer') },
          ]}
        />
      </div>
      {isOffer ? <Offer /> : <RequestList side="host" nextWhenEmpty={offerPath} />}
    </AccountShell>
  );
}
