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

const parts = { speakers: Speakers, complimentary: Complimentary, promo_codes: PromoCodes, billed: Sales };
const textOf = {
  speakers: 'speakers.tab',
  complimentary: 'complimentary.tab',
  promo_codes: 'promo.tab',
  billed: 'billed.tab',
} as const;
type PartName = keyof typeof parts;

/** Speakers have a stage only at interactive events, and a code needs a price. */
const partsOf = (event: WireEvent): readonly PartName[] => [
  ...(isInteractive(event) ? ['speakers' as const] : []),
  'complimentary',
  ...(eventPrice(event).free ? [] : ['promo_codes' as const]),
  'billed',
];

function Part({ event, isHost, part }: { event: WireEvent; isHost: boolean; part: string | undefined }) {
  const name = isHost ? partsOf(event).find((one) => one === part) : undefined;
  if (!name) return <GuestList event={event} isHost={isHost} />;
  const Named = parts[name];
  return <Named event={event} />;
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
      {isHost && event && (
        <div className={`${styles.tabs} ${styles.screen}`}>
          <PageTabs
            label={t('title')}
            tabs={[
              { to: guestsPath(uuid), text: t('door.tab') },
              ...partsOf(event).map((name) => ({ to: guestsPath(uuid, name), text: t(textOf[name]) })),
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
