import { useParams } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import styles from './Admin.module.css';
import { AuditSection } from './AuditSection.tsx';
import { RequestsSection } from './RequestsSection.tsx';
import { UsersSection } from './UsersSection.tsx';

/** `/admin`, `/admin/users`, `/admin/audit`: for app admins. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  const { section } = useParams();
  usePageTitle(t('title'));
  return (
    <div className={`fr-column ${styles.page}`}>
      <h1>{t('title')}</h1>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={[
            { to: '/admin', text: t('requests') },
            { to: '/admin/users', text: t('users') },
            { to: '/admin/audit', text: t('audit') },
          ]}
        />
      </div>
      {section === 'users' ? <UsersSection /> : section === 'audit' ? <AuditSection /> : <RequestsSection />}
    </div>
  );
}
