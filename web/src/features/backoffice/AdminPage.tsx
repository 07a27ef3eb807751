import { useQuery } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import { Navigate, useParams } from 'react-router';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import shell from '#web/shared/menu/AccountShell.module.css';
import { NavLink } from '#web/shared/ui/Link.tsx';
import { useOpenInSight } from '#web/shared/ui/use-open-in-sight.ts';
import { AuditSection } from './operations/AuditSection.tsx';
import { DisputesSection } from './orders/DisputesSection.tsx';
import { EventsSection } from './events/EventsSection.tsx';
import { OrdersSection } from './orders/OrdersSection.tsx';
import { RefundsSection } from './orders/RefundsSection.tsx';
import { RequestsSection } from './people/RequestsSection.tsx';
import { TaxSection } from './money/TaxSection.tsx';
import { UsersSection } from './people/UsersSection.tsx';
import { adminSections } from './admin-sections.ts';
import own from './AdminPage.module.css';
import { ReconciliationSection } from './money/ReconciliationSection.tsx';
import { DeliveriesSection } from './operations/DeliveriesSection.tsx';
import { EventDetailPage } from './events/EventDetailPage.tsx';
import { JobsSection } from './operations/JobsSection.tsx';
import { OverviewSection, overviewQuery } from './OverviewSection.tsx';
import { OrderPage } from './orders/OrderPage.tsx';
import { PayoutsSection } from './money/PayoutsSection.tsx';
import { PersonPage } from './people/PersonPage.tsx';
import { ReportsSection } from './people/ReportsSection.tsx';
import { TransfersSection } from './money/TransfersSection.tsx';
import { WebhooksSection } from './operations/WebhooksSection.tsx';

const sections: Readonly<Record<string, ComponentType>> = {
  users: UsersSection,
  requests: RequestsSection,
  reports: ReportsSection,
  events: EventsSection,
  orders: OrdersSection,
  refunds: RefundsSection,
  disputes: DisputesSection,
  tax: TaxSection,
  books: ReconciliationSection,
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
  if (section !== '' && !Object.hasOwn(sections, section)) return <Navigate to="/admin" replace />;
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
