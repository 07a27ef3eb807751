import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import shell from '#web/shared/menu/AccountShell.module.css';
import { NavLink } from '#web/shared/ui/Link.tsx';
import { useOpenInSight } from '#web/shared/ui/use-open-in-sight.ts';
import { AuditSection } from '#web/features/accounts/admin/AuditSection.tsx';
import { DisputesSection } from '#web/features/accounts/admin/DisputesSection.tsx';
import { EventsSection } from '#web/features/accounts/admin/EventsSection.tsx';
import { OrdersSection } from '#web/features/accounts/admin/OrdersSection.tsx';
import { RefundsSection } from '#web/features/accounts/admin/RefundsSection.tsx';
import { RequestsSection } from '#web/features/accounts/admin/RequestsSection.tsx';
import { TaxSection } from '#web/features/accounts/admin/TaxSection.tsx';
import { UsersSection } from '#web/features/accounts/admin/UsersSection.tsx';
import { adminSections } from './admin-sections.ts';
import own from './AdminPage.module.css';
import { BooksSection } from './BooksSection.tsx';
import { DeliveriesSection } from './DeliveriesSection.tsx';
import { EventDetailPage } from './event/EventDetailPage.tsx';
import { JobsSection } from './JobsSection.tsx';
import { OverviewSection, overviewQuery } from './OverviewSection.tsx';
import { OrderPage } from './order/OrderPage.tsx';
import { PayoutsSection } from './PayoutsSection.tsx';
import { PersonPage } from './person/PersonPage.tsx';
import { ReportsSection } from './ReportsSection.tsx';
import { TransfersSection } from './TransfersSection.tsx';
import { WebhooksSection } from './WebhooksSection.tsx';

const sections: Readonly<Record<string, ComponentType>> = {
  users: UsersSection,
  requests: RequestsSection,
  reports: ReportsSection,
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
  jobs: JobsSection,
  audit: AuditSection,
};

/** Pages of one thing: an order, an event, a person. */
const details: Readonly<Record<string, ComponentType<{ id: string }>>> = {
  orders: OrderPage,
  events: EventDetailPage,
  users: PersonPage,
};

/** `/admin`, its lists and its detail pages: for app admins. */
export default function AdminPage() {
  const { t } = useTranslation('backoffice');
  const { section = '', id } = useParams();
  const bar = useOpenInSight();
  const { data } = useQuery(overviewQuery);
  const Detail = id === undefined ? undefined : details[section];
  const Section = sections[section] ?? OverviewSection;
  const path = section === '' ? '/admin' : `/admin/${section}`;
  const name = adminSections.find((one) => one.to === path)?.name ?? 'overview';
  usePageTitle(t(`sections.${name}`));
  return (
    <div className={`fr-column ${shell.shell}`}>
      <nav ref={bar} className={shell.menu} aria-label={t('menu')}>
        {adminSections.map(({ name: key, to, icon: Icon, counts }) => {
          const count = data?.attention.find(({ kind }) => kind === counts)?.count ?? 0;
          return (
            <NavLink key={to} to={to} end={to === '/admin'} className={`${shell.entry} ${own.entry}`}>
              <Icon size={20} stroke={1.8} aria-hidden="true" />
              {t(`sections.${key}`)}
              {count > 0 && (
                <span className={own.count}>
                  <span aria-hidden="true">{count}</span>
                  <span className="fr-visually-hidden">{t('countOf', { count })}</span>
                </span>
              )}
            </NavLink>
          );
        })}
      </nav>
      <div className={shell.content}>
        {Detail && id !== undefined ? (
          <Detail id={id} />
        ) : (
          <>
            {Section !== OverviewSection && <h1 className={own.title}>{t(`sections.${name}`)}</h1>}
            <Section />
          </>
        )}
      </div>
    </div>
  );
}
