import '#web/shared/styles/components.ts';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { usePageTitle } from '#web/shared/page-title.ts';
import { eventPath, eventPrice, isInteractive } from '#web/shared/ui/event-card-model.ts';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useSession } from '#web/shared/session/session.ts';
import { eventKey, fetchEvent } from '../event-feed.ts';
import { Sales } from './Sales.tsx';
import { Complimentary } from './Complimentary.tsx';
import { GuestList } from './GuestList.tsx';
import { guestsPath } from '../host-paths.ts';
import styles from './Guests.module.css';
import { PromoCodes } from './PromoCodes.tsx';
import { Speakers } from './Speakers.tsx';

function Part({ event, isHost, part }: { event: WireEvent; isHost: boolean; part: string | undefined }) {
  switch (isHost ? part : undefined) {
    case 'speakers':
      return <Speakers event={event} />;
    case 'complimentary':
      return <Complimentary event={event} />;
    case 'promo_codes':
      return <PromoCodes event={event} />;
    case 'billed':
      return <Sales event={event} />;
    default:
      return <GuestList event={event} isHost={isHost} />;
  }
}

/**
 * `/my_live_events/guests/{uuid}`: who comes to a host's event, by which code or invitation, and who paid what. Event
 * admins and co-hosts get the guest list alone.
 */
export default function GuestsPage() {
  const { t } = useTranslation('guests');
  const { uuid = '', part } = useParams();
  const page = useQuery({ queryKey: eventKey(uuid), queryFn: () => fetchEvent(uuid, undefined) });
  const username = useSession((session) => session.user?.user_username);
  const event = page.data?.event;
  const isHost = page.data?.user.user_username === username;
  const title = t(isHost || page.isPending ? 'title' : 'door.tab');
  usePageTitle(title);
  const hasCodes = event !== undefined && !eventPrice(event).free;
  return (
    <AccountShell>
      <div className={`${styles.head} ${styles.screen}`}>
        <h1>{title}</h1>
        {event && (
          <p>
            <Link to={eventPath(event)} className="fr-link" {...userText}>
              {event.event_title}
            </Link>
          </p>
        )}
      </div>
      {isHost && (
        <div className={`${styles.tabs} ${styles.screen}`}>
          <PageTabs
            label={t('title')}
            tabs={[
              { to: guestsPath(uuid), text: t('door.tab') },
              ...(event && isInteractive(event) ? [{ to: guestsPath(uuid, 'speakers'), text: t('speakers.tab') }] : []),
              { to: guestsPath(uuid, 'complimentary'), text: t('complimentary.tab') },
              ...(hasCodes ? [{ to: guestsPath(uuid, 'promo_codes'), text: t('promo.tab') }] : []),
              { to: guestsPath(uuid, 'billed'), text: t('billed.tab') },
            ]}
          />
        </div>
      )}
      <div className={styles.part}>
        {page.isPending && <Skeleton height={240} radius={16} />}
        {page.isError && <ErrorNote error={page.error} onRetry={() => void page.refetch()} />}
        {event && <Part event={event} isHost={isHost} part={part} />}
      </div>
    </AccountShell>
  );
}
