import '#web/shared/styles/components.ts';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPlus } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent, WireEventCard } from '@frontrow/contract/events/api.ts';
import { startWindowMs } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { AccountShell } from '#web/shared/menu/AccountShell.tsx';
import { call } from '#web/shared/api/call.ts';
import { formatMoney } from '#web/shared/format/money.ts';
import { formatEventWhen } from '#web/shared/format/event-time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath, eventPrice, eventSeats, roomPath } from '#web/shared/ui/event-card-model.ts';
import { PageTabs } from '#web/shared/ui/PageTabs.tsx';
import { LivePill, WatchingPill } from '#web/shared/ui/pills.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useWhyCancelled } from '#web/shared/ui/use-why-cancelled.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { CancelEventDialog } from './CancelEventDialog.tsx';
import styles from './MyEventsPage.module.css';
import { changePath, copyPath, guestsPath, resultsPath, sharePath } from './host-paths.ts';

type Scope = 'upcoming' | 'happening' | 'past';

const scopeOf = (segment: string | undefined): Scope =>
  segment === 'happening' ? 'happening' : segment === 'past_live_events' ? 'past' : 'upcoming';
const emptyText = { upcoming: 'emptyUpcoming', happening: 'emptyHappening', past: 'emptyPast' } as const;

/** Actions that are needed now and then. */
function MoreMenu({ event, onCancel }: { event: WireEvent; onCancel: () => void }) {
  const { t } = useTranslation('myevents');
  const upcoming = event.event_state === 0;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size={44} aria-label={t('moreOf', { title: shownTitle(event) })}>
          <IconDots size={20} stroke={1.7} aria-hidden="true" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={eventPath(event)}>
          {t('view')}
        </Menu.Item>
        <Menu.Item component={Link} to={copyPath(event)}>
          {t('duplicate')}
        </Menu.Item>
        {upcoming && (
          <Menu.Item color="red" onClick={onCancel}>
            {t('cancel')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

type OwnCard = AnswerOf<'GET /events/mine'>['events'][number];

function EventRow({ card, onCancel }: { card: OwnCard; onCancel: () => void }) {
  const { t, language } = useTranslation('myevents');
  const dates = useDates();
  const { event } = card;
  const written = useUserText(event.event_lang_ides);
  const seats = eventSeats(event);
  const price = eventPrice(event);
  const whyForOthers = useWhyCancelled(card);
  const why = event.event_cancel_reason === 'no_show' ? t('noShow') : whyForOthers;
  const live = event.event_state === 1;
  const over = event.event_state === 2;
  const room = over ? undefined : roomPath(event);
  /** The main action once the event may be started. */
  const soon = useNow() >= event.event_date - startWindowMs;
  return (
    <article className={styles.row} aria-label={shownTitle(event)}>
      <Link
        to={eventPath(event)}
        className={`${styles.cover} ${over ? styles.over : ''}`}
        tabIndex={-1}
        aria-hidden="true"
      >
        <Cover src={event.event_cover_image} sizes="(max-width: 768px) 100vw, 256px" />
        {live && (
          <span className={styles.pills}>
            <LivePill overPicture />
            <WatchingPill count={card.watching} />
          </span>
        )}
      </Link>
      <div className={styles.body}>
        <h2 className={styles.title}>
          <Link to={eventPath(event)} {...written}>
            {shownTitle(event)}
          </Link>
        </h2>
        <p className={styles.line}>{formatEventWhen(event, dates)}</p>
        <p className={styles.line}>
          {t(`${price.free ? 'taken' : 'sold'}${event.public ? '' : 'Unlisted'}`, {
            sold: event.event_num_tickets_sold,
            total: seats.total,
          })}{' '}
          · {price.free ? t('free') : formatMoney(price.total, event.currency, language)}
          {card.waiting > 0 && ` · ${t('waiting', { count: card.waiting })}`}
        </p>
        {over && (
          <p className={styles.line}>
            {t(!event.event_cancelled ? 'finished' : price.free ? 'cancelledFree' : 'cancelled')}
            {why && ` · ${why}`}
          </p>
        )}
        <div className={styles.actions}>
          {room && (live || soon) && (
            <Button component={Link} to={room}>
              {t(live ? 'enter' : 'start')}
            </Button>
          )}
          {over && !event.event_cancelled && (
            <Button variant="default" component={Link} to={resultsPath(event.event_uuid)}>
              {t('results')}
            </Button>
          )}
          {!over && (
            <Button variant="default" component={Link} to={sharePath(event.event_uuid)}>
              {t('share')}
            </Button>
          )}
          <Button variant="default" component={Link} to={guestsPath(event.event_uuid)}>
            {t('guestsShort')}
          </Button>
          {event.event_state === 0 && (
            <Button variant="default" component={Link} to={changePath(event)}>
              {t('edit')}
            </Button>
          )}
          <MoreMenu event={event} onCancel={onCancel} />
        </div>
      </div>
    </article>
  );
}

/** `/my_live_events`: a host's events, upcoming, happening and past. */
export default function MyEventsPage() {
  const { t } = useTranslation('myevents');
  const scope = scopeOf(useParams()['scope']);
  const [cancelling, setCancelling] = useState<WireEventCard | null>(null);
  const events = useInfiniteQuery({
    queryKey: ['events', 'mine', scope],
    queryFn: ({ pageParam }) => call('GET /events/mine', { query: { scope, cursor: pageParam } }),
    ...byCursor,
    refetchOnWindowFocus: true,
  });
  const all = events.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <AccountShell>
      <title>{`${t('title')} · Frontrow`}</title>
      <div className={styles.head}>
        <h1>{t('title')}</h1>
        <Button
          variant="ink"
          component={Link}
          to="/publish_event"
          leftSection={<IconPlus size={18} aria-hidden="true" />}
        >
          {t('publish')}
        </Button>
      </div>
      <div className={styles.tabs}>
        <PageTabs
          label={t('tabs')}
          tabs={[
            { to: '/my_live_events', text: t('upcoming') },
            { to: '/my_live_events/happening', text: t('happening') },
            { to: '/my_live_events/past_live_events', text: t('past') },
          ]}
        />
      </div>
      {events.isError && <ErrorNote error={events.error} onRetry={() => void events.refetch()} />}
      {events.isPending && (
        <div className={styles.list} aria-busy="true">
          <Skeleton height={176} radius={16} />
          <Skeleton height={176} radius={16} />
        </div>
      )}
      {events.data && all.length === 0 && (
        <EmptyState title={t(emptyText[scope])} text={t(`${emptyText[scope]}Text`)}>
          {scope === 'upcoming' && (
            <Button component={Link} to="/publish_event">
              {t('publish')}
            </Button>
          )}
        </EmptyState>
      )}
      {all.length > 0 && (
        <ul className={styles.list}>
          {all.map((card) => (
            <li key={card.event.event_uuid}>
              <EventRow card={card} onCancel={() => setCancelling(card)} />
            </li>
          ))}
        </ul>
      )}
      {events.hasNextPage && (
        <ShowMore
          loading={events.isFetchingNextPage}
          onMore={() => void events.fetchNextPage()}
          className={styles.more}
        >
          {t('more')}
        </ShowMore>
      )}
      {cancelling && <CancelEventDialog event={cancelling.event} onClose={() => setCancelling(null)} />}
    </AccountShell>
  );
}
