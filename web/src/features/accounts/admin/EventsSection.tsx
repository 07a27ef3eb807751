import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import styles from './Admin.module.css';
import { Found } from './Found.tsx';
import { priceText } from './price-text.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { SearchBar } from './SearchBar.tsx';

const typingMs = 250;
const states = ['upcoming', 'live', 'finished', 'cancelled'] as const;
type State = (typeof states)[number];

const stateOf = (event: WireAdminEvent): State =>
  event.event_cancelled ? 'cancelled' : (['upcoming', 'live', 'finished'] as const)[event.event_state];

/** All events, newest first. One that is not over can be cancelled. */
export function EventsSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const [state, setState] = useState('');
  const [cancelling, setCancelling] = useState<WireAdminEvent>();
  const [q] = useDebouncedValue(typed.trim(), typingMs);
  const wanted = states.find((one) => one === state);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'events', q, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/events', {
        query: { ...(q && { q }), ...(wanted && { state: wanted }), cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next_cursor ?? undefined,
    placeholderData: keepPreviousData,
  });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  return (
    <>
      <SearchBar
        search={{ label: t('searchEvents'), hint: t('searchEventsHint'), value: typed, onChange: setTyped }}
        states={[
          { value: '', label: t('all') },
          ...states.map((one) => ({ value: one, label: t(`eventState.${one}`) })),
        ]}
        state={state}
        onState={setState}
      />
      <Found list={list} count={events.length}>
        {events.map((event) => (
          <li key={event.event_uuid} className={styles.row}>
            <div className={styles.who}>
              <p className={styles.name}>
                <Link to={`/event/${event.event_uuid}`} className="fr-link" {...userText}>
                  {event.event_title}
                </Link>
              </p>
              <p className={styles.line}>
                {event.user_name} @{event.user_username} · {formatShortDateTime(event.event_date, dates)}
              </p>
              <p className={styles.line}>
                {t(`eventState.${stateOf(event)}`)} · {priceText(t, event.event_price, event.currency, language)} ·{' '}
                {t('sold', { sold: event.tickets_sold, total: event.tickets_total })}
              </p>
            </div>
            {(stateOf(event) === 'upcoming' || stateOf(event) === 'live') && (
              <div className={styles.actions}>
                <Button variant="outline" onClick={() => setCancelling(event)}>
                  {t('cancelEvent')}
                </Button>
              </div>
            )}
          </li>
        ))}
      </Found>
      {cancelling && (
        <ReasonDialog
          title={t('cancelEventTitle', { title: cancelling.event_title })}
          text={[
            ...(stateOf(cancelling) === 'live' ? [t('cancelLiveText')] : []),
            t('cancelEventText', { count: cancelling.tickets_sold }),
          ].join(' ')}
          action={t('cancelEvent')}
          done={t('eventCancelled')}
          act={(reason) => call('POST /admin/events/cancel', { body: { event_uuid: cancelling.event_uuid, reason } })}
          onClose={() => setCancelling(undefined)}
          onSettled={() => void client.invalidateQueries({ queryKey: ['admin', 'events'] })}
        />
      )}
    </>
  );
}
