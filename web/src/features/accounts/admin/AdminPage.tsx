import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '#web/app/i18n/use-translation.ts';
import { ReportedReviews } from '#web/features/reviews/ReportedReviews.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import styles from './Admin.module.css';
import { AuditSection } from './AuditSection.tsx';
import { RequestsSection } from './RequestsSection.tsx';
import { UsersSection } from './UsersSection.tsx';

const sections: Readonly<Record<string, ComponentType>> = {
  users: UsersSection,
  reviews: ReportedReviews,
  audit: AuditSection,
};

/** `/admin`, `/admin/users`, `/admin/reviews`, `/admin/audit`: for app admins. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  const { section } = useParams();
  usePageTitle(t('title'));
  const Section = sections[section ?? ''] ?? RequestsSection;
  return (
    <div className={`fr-column ${styles.page}`}>
      <h1>{t('title')}</h1>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={[
            { to: '/admin', text: t('requests') },
            { to: '/admin/users', text: t('users') },
            { to: '/admin/reviews', text: t('reviews') },
            { to: '/admin/audit', text: t('audit') },
          ]}
        />
      </div>
      <Section />
    </div>
  );
}
