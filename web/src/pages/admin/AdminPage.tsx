import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { ReportedReviews } from '#web/features/reviews/ReportedReviews.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import styles from '#web/features/accounts/admin/Admin.module.css';
import { AuditSection } from '#web/features/accounts/admin/AuditSection.tsx';
import { DisputesSection } from '#web/features/accounts/admin/DisputesSection.tsx';
import { EventsSection } from '#web/features/accounts/admin/EventsSection.tsx';
import { OrdersSection } from '#web/features/accounts/admin/OrdersSection.tsx';
import { RefundsSection } from '#web/features/accounts/admin/RefundsSection.tsx';
import { RequestsSection } from '#web/features/accounts/admin/RequestsSection.tsx';
import { TaxSection } from '#web/features/accounts/admin/TaxSection.tsx';
import { UsersSection } from '#web/features/accounts/admin/UsersSection.tsx';
import { BooksSection } from './BooksSection.tsx';
import { DeliveriesSection } from './DeliveriesSection.tsx';
import { PayoutsSection } from './PayoutsSection.tsx';
import { TransfersSection } from './TransfersSection.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

const sections: Readonly<Record<string, ComponentType>> = {
  users: UsersSection,
  reviews: ReportedReviews,
  events: EventsSection,
  orders: OrdersSection,
  refunds: RefundsSection,
  disputes: DisputesSection,
  tax: TaxSection,
  books: BooksSection,
  payouts: PayoutsSection,
  transfers: TransfersSection,
  webhooks: WebhooksSection,
  deliveries: DeliveriesSection,
  audit: AuditSection,
};

/** `/admin` and its sections: for app admins. */
export default function AdminPage() {
  const { t } = useTranslation('admin');
  const { section } = useParams();
  const Section = sections[section ?? ''] ?? RequestsSection;
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
            { to: '/admin/events', text: t('events') },
            { to: '/admin/orders', text: t('orders') },
            { to: '/admin/refunds', text: t('refunds') },
            { to: '/admin/disputes', text: t('disputes') },
            { to: '/admin/payouts', text: t('payouts') },
            { to: '/admin/transfers', text: t('transfers') },
            { to: '/admin/reviews', text: t('reviews') },
            { to: '/admin/books', text: t('books.tab') },
            { to: '/admin/webhooks', text: t('webhooks.tab') },
            { to: '/admin/deliveries', text: t('deliveries.tab') },
            { to: '/admin/tax', text: t('tax.tab') },
            { to: '/admin/audit', text: t('audit') },
          ]}
        />
      </div>
      <Section />
    </div>
  );
}
