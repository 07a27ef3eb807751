import type { WireAdminEvent } from '@frontrow/contract/backoffice/api.ts';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';
import { DataTable } from '../ui/DataTable.tsx';
import { PagedList } from '../ui/PagedList.tsx';
import { priceText } from '../ui/admin-text.ts';
import { SearchBar } from '../ui/SearchBar.tsx';
import { eventStateOf, eventTone, StateBadge } from '../ui/StateBadge.tsx';
import { useListState } from '../ui/use-list-state.ts';

const states = ['upcoming', 'live', 'finished', 'cancelled', 'unpublished'] as const;

/** All events, newest first; each opens its own page. */
export function EventsSection() {
  const { t, language } = useTranslation('admin');
  const dates = useDates();
  const { typed, q, state, setTyped, setState } = useListState(states);
  const list = useInfiniteQuery({
    queryKey: ['admin', 'events', q, state],
    queryFn: ({ pageParam, signal }) =>
      call('GET /admin/events', { query: { ...(q && { q }), ...(state && { state }), cursor: pageParam }, signal }),
    ...byCursor,
    placeholderData: keepPreviousData,
  });
  const events = list.data?.pages.flatMap((page) => page.events) ?? [];
  const stateText = (one: (typeof states)[number]) =>
    one === 'unpublished' ? t('backoffice:event.unpublished') : t(`eventState.${one}`);
  const columns = [
    {
      name: t('backoffice:columns.event'),
      wraps: true,
      cell: (event: WireAdminEvent) => (
        <Link to={`/admin/events/${event.event_uuid}`} className="fr-link" {...userText}>
          {shownTitle(event)}
        </Link>
      ),
    },
    {
      name: t('backoffice:columns.state'),
      cell: (event: WireAdminEvent) => (
        <>
          <StateBadge tone={eventTone(eventStateOf(event))}>{stateText(eventStateOf(event))}</StateBadge>{' '}
          {event.event_unpublished && <StateBadge tone="bad">{stateText('unpublished')}</StateBadge>}
        </>
      ),
    },
    { name: t('backoffice:columns.host'), cell: (event: WireAdminEvent) => `@${event.user_username}` },
    {
      name: t('backoffice:columns.starts'),
      width: 'short' as const,
      cell: (event: WireAdminEvent) => formatShortDateTime(event.event_date, dates),
    },
    {
      name: t('backoffice:columns.price'),
      isNumber: true,
      cell: (event: WireAdminEvent) => priceText(t, event.event_price, event.currency, language),
    },
    {
      name: t('backoffice:columns.sold'),
      isNumber: true,
      cell: (event: WireAdminEvent) =>
        t('backoffice:event.soldOf', { sold: event.tickets_sold, total: event.tickets_total }),
    },
  ];
  return (
    <>
      <SearchBar
        search={{ label: t('searchEvents'), hint: t('searchEventsHint'), value: typed, onChange: setTyped }}
        states={[{ value: '', label: t('all') }, ...states.map((one) => ({ value: one, label: stateText(one) }))]}
        state={state}
        onState={setState}
      />
      <PagedList list={list} count={events.length} isTable>
        <DataTable columns={columns} rows={events} keyOf={(event) => event.event_uuid} />
      </PagedList>
    </>
  );
}
