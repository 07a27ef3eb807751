import type { Fact } from '../../facts/record-fact.ts';

type EventTopic = 'EventPublished' | 'EventStarted' | 'EventFinished' | 'EventCancelled' | 'EventMoved';

/** Each of these happens once in an event's life. */
const eventFact = (topic: EventTopic, eventUuid: string, more: Readonly<Record<string, unknown>> = {}): Fact => ({
  topic,
  dedupeKey: `${topic}:${eventUuid}`,
  payload: { eventUuid, ...more },
});

export const eventPublished = (eventUuid: string): Fact => eventFact('EventPublished', eventUuid);
/** The event became public after it was published. Only this may happen again; `version` tells the times apart. */
export const eventListed = (eventUuid: string, version: number): Fact => ({
  topic: 'EventListed',
  dedupeKey: `EventListed:${eventUuid}:${version}`,
  payload: { eventUuid },
});
export const eventStarted = (eventUuid: string): Fact => eventFact('EventStarted', eventUuid);
export const eventFinished = (eventUuid: string): Fact => eventFact('EventFinished', eventUuid);
/** `reason`: 'host', 'no_show' or 'admin'. */
export const eventCancelled = (eventUuid: string, reason: string): Fact =>
  eventFact('EventCancelled', eventUuid, { reason });
/** `from`: the old start, epoch ms. An event moves at most once. */
export const eventMoved = (eventUuid: string, from: number): Fact => eventFact('EventMoved', eventUuid, { from });
