import '#web/shared/styles/components.ts';
import { useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { ApiKeys } from './ApiKeys.tsx';
import styles from './Developers.module.css';
import { TryIt } from './TryIt.tsx';
import { Webhooks } from './Webhooks.tsx';

/** `/hosting/developers`: keys to make calls with, and webhooks with what was sent to them. */
export default function DevelopersPage() {
  const { t } = useTranslation('developers');
  usePageTitle(t('title'));
  const isWebhooks = useParams()['part'] === 'webhooks';
  return (
    <AccountShell>
      <div className={styles.page}>
        <h1>{t('title')}</h1>
        <PageTabs
          label={t('tabs')}
          tabs={[
            { to: '/hosting/developers', text: t('keysTab') },
            { to: '/hosting/developers/webhooks', text: t('webhooksTab') },
          ]}
        />
        {isWebhooks ? <Webhooks /> : <ApiKeys />}
        <TryIt about={isWebhooks ? 'webhooks' : 'keys'} />
      </div>
    </AccountShell>
  );
}
