import type { CancelReason } from '@frontrow/core/events/live-event.ts';
import type { Topic } from '../../facts/catalogue.ts';
import type { Fact } from '../../facts/fact-handler.ts';

/** Each of these happens once in an event's life. */
const keyOf = (topic: Topic, eventUuid: string): string => `${topic}:${eventUuid}`;

export const eventPublished = (eventUuid: string): Fact => ({
  topic: 'EventPublished',
  dedupeKey: keyOf('EventPublished', eventUuid),
  payload: { eventUuid },
});

/** The event became public after it was published. Only this may happen again; `version` tells the times apart. */
export const eventListed = (eventUuid: string, version: number): Fact => ({
  topic: 'EventListed',
  dedupeKey: `${keyOf('EventListed', eventUuid)}:${version}`,
  payload: { eventUuid },
});

export const eventStarted = (eventUuid: string): Fact => ({
  topic: 'EventStarted',
  dedupeKey: keyOf('EventStarted', eventUuid),
  payload: { eventUuid },
});

export const eventFinished = (eventUuid: string): Fact => ({
  topic: 'EventFinished',
  dedupeKey: keyOf('EventFinished', eventUuid),
  payload: { eventUuid },
});

export const eventCancelled = (eventUuid: string, reason: CancelReason): Fact => ({
  topic: 'EventCancelled',
  dedupeKey: keyOf('EventCancelled', eventUuid),
  payload: { eventUuid, reason },
});

/** `from`: the old start, epoch ms. An event moves at most once. */
export const eventMoved = (eventUuid: string, from: number): Fact => ({
  topic: 'EventMoved',
  dedupeKey: keyOf('EventMoved', eventUuid),
  payload: { eventUuid, from },
});

/** May happen again; `version` tells the times apart. */
export const eventUnpublished = (eventUuid: string, version: number): Fact => ({
  topic: 'EventUnpublished',
  dedupeKey: `${keyOf('EventUnpublished', eventUuid)}:${version}`,
  payload: { eventUuid, version },
});

export const eventRepublished = (eventUuid: string, version: number): Fact => ({
  topic: 'EventRepublished',
  dedupeKey: `${keyOf('EventRepublished', eventUuid)}:${version}`,
  payload: { eventUuid, version },
});
