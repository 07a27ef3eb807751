import type { WireEventCard, WireHostCard } from '@frontrow/contract/events/api.ts';
import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Sql, Tx } from '../../db/db.ts';
import type { Feature } from '../../feature.ts';
import { createPreparedLists } from '../../http/routes/prepared-answer.ts';
import type { Kit } from '../../kit.ts';
import { oneAtATime } from '../../media/pictures.ts';
import type { Catalog } from '../catalog/index.ts';
import { calendarDownload } from './calendar-download.ts';
import { createEventPages } from './event-pages.ts';
import { type EventTrigger, moveEvent, type MoveEvent } from './event-states.ts';
import { eventsJobs } from './jobs.ts';
import {
  type EventList,
  findListedIn,
  hostCards,
  type ListedPage,
  type ListedQuestion,
  listEvents,
  type ListPage,
} from './list-events.ts';
import type { EventFilters } from './list-query.ts';
import { type NewMeeting, openMeeting, prolongMeeting } from './meeting-events.ts';
import { type EventRecord, findEvent, findPublished, lockEvent, lockPublished, raiseVersion } from './records.ts';
import { closeReplays, endReplaySale, type ReplayOnSale, replayOnSale, sellReplay } from './replay-sales.ts';
import { eventsRoutes } from './routes.ts';
import { republishEvent, unpublishEvent } from './event-states.ts';
import { eventCards } from './views.ts';

export { type EventFilters, filtersOf, type ListSection, sectionOf } from './list-query.ts';
export type { EventRecord } from './records.ts';
export { heldEvents, opensLater, plannedEnd } from './records.ts';
export { hostToWire } from './views.ts';
export { type ReplayOnSale, replayRefundView, sellReplay } from './replay-sales.ts';
export type { ListPart } from './listed-rows.ts';
export { readingBounds } from './list-query.ts';
export { privatePanel } from './private-panel.ts';
export { quoted } from './list-query.ts';
export { tokenRuleColumns, tokenRuleOf, type TokenRuleRow } from './tokens.ts';

/** What other features may call. */
export interface Events {
  readonly feature: Feature;
  /** A published event. To everyone who is not one of the two, a private meeting does not exist. */
  findPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined>;
  /** The same, locked. */
  lockPublished(sql: Sql, eventUuid: string): Promise<EventRecord | undefined>;
  /** Private meetings too. */
  find(sql: Sql, eventUuid: string): Promise<EventRecord | undefined>;
  /** Reads and locks the row, first in the lock order: event → orders → payment → ticket → room → room_member. */
  lock(sql: Sql, eventUuid: string): Promise<EventRecord | undefined>;
  /**
   * Moves the event by its machine and records EventStarted, EventFinished or EventCancelled; false when its state
   * does not allow it.
   */
  move(sql: Sql, eventUuid: string, trigger: EventTrigger, reason?: CancelReason): Promise<boolean>;
  /** Takes the event out of lists and off sale; false when it was, or is over. The caller holds its lock. */
  unpublish(
    sql: Sql,
    eventUuid: string,
    why: { readonly reason: string; readonly withHost: boolean },
  ): Promise<boolean>;
  /** Lists the event again and puts it on sale; false when it was. The caller holds its lock. */
  republish(sql: Sql, eventUuid: string): Promise<boolean>;
  /** Writes the event of an accepted private request. */
  openMeeting(sql: Sql, meeting: NewMeeting): Promise<void>;
  /**
   * Raises the version after a change that the page shows, so that kept pages are rebuilt. Call inside the
   * transaction.
   */
  touch(sql: Sql, eventUuid: string): Promise<void>;
  /** After a commit of SQL that raised the version itself: this process rebuilds the page at once. */
  changed(eventUuid: string): void;
  /** A private meeting ends later. Throws `time_taken`. The caller holds the event's lock. */
  prolongMeeting(sql: Sql, eventUuid: string, endsAt: number): Promise<void>;
  /** The event of a replay while it is on sale. */
  replayOnSale(sql: Sql, eventUuid: string): Promise<ReplayOnSale | undefined>;
  /** Puts a replay on sale, or changes its price. The caller holds the event's lock. */
  readonly sellReplay: typeof sellReplay;
  readonly endReplaySale: typeof endReplaySale;
  /** The recording was deleted or taken down. */
  readonly closeReplays: typeof closeReplays;
  cards(sql: Sql, eventUuids: readonly string[]): Promise<WireEventCard[]>;
  /** Public events by these filters, by pages. */
  list(filters: EventFilters, page?: ListPage): Promise<EventList>;
  /** A page of public events by words and filters, within a transaction that has `readingBounds`. */
  listed(tx: Tx, question: ListedQuestion): Promise<ListedPage>;
  hostCards(sql: Sql, hostIds: readonly number[]): Promise<WireHostCard[]>;
}

export function eventsFeature(kit: Kit, { catalog }: { catalog: Catalog }): Events {
  const pages = createEventPages(kit);
  const lists = createPreparedLists(kit);
  const expire = (eventUuid: string): void => {
    pages.expire(eventUuid);
    lists.expire();
  };
  /** Rebuilds the page of this process as soon as the change is committed. */
  const expireAfter = (sql: Sql, eventUuid: string): void => {
    if ('afterCommit' in sql) (sql as Tx).afterCommit(() => expire(eventUuid));
    else expire(eventUuid);
  };
  const move: MoveEvent = async (sql, eventUuid, trigger, reason) => {
    const moved = await moveEvent(sql, eventUuid, trigger, reason);
    if (moved) expireAfter(sql, eventUuid);
    return moved;
  };
  const touch = async (sql: Sql, eventUuid: string): Promise<void> => {
    await raiseVersion(sql, eventUuid);
    expireAfter(sql, eventUuid);
  };
  const deps = { ...kit, catalog, pages, lists, move, touch, inTurn: oneAtATime() };
  return {
    feature: {
      name: 'events',
      routes: eventsRoutes(deps),
      jobs: eventsJobs(kit, move, pages),
      plugin: calendarDownload(kit),
    },
    findPublished,
    lockPublished,
    find: findEvent,
    lock: lockEvent,
    move,
    unpublish: async (sql, eventUuid, why) => {
      const changed = await unpublishEvent(sql, eventUuid, why);
      if (changed) expireAfter(sql, eventUuid);
      return changed;
    },
    republish: async (sql, eventUuid) => {
      const changed = await republishEvent(sql, eventUuid);
      if (changed) expireAfter(sql, eventUuid);
      return changed;
    },
    openMeeting,
    replayOnSale,
    sellReplay,
    endReplaySale,
    closeReplays,
    touch,
    prolongMeeting,
    changed: expire,
    cards: (sql, eventUuids) => eventCards(sql, kit.storage, eventUuids),
    list: (filters, page = {}) => listEvents(kit, filters, page),
    listed: findListedIn,
    hostCards,
  };
}
