import type { Fact } from '../../facts/record-fact.ts';

type EventTopic = 'EventPublished' | 'EventStarted' | 'EventFinished' | 'EventCancelled' | 'EventMoved';

/** Each happens once in an event's life. */
const eventFact = (topic: EventTopic, eventUuid: string, more: Readonly<Record<string, unknown>> = {}): Fact => ({
  topic,
  dedupeKey: `${topic}:${eventUuid}`,
  payload: { eventUuid, ...more },
});

export const eventPublished = (eventUuid: string): Fact => eventFact('EventPublished', eventUuid);
export const eventStarted = (eventUuid: string): Fact => eventFact('EventStarted', eventUuid);
export const eventFinished = (eventUuid: string): Fact => eventFact('EventFinished', eventUuid);
/** `reason`: 'host', 'no_show' or 'admin'. */
export const eventCancelled = (eventUuid: string, reason: string): Fact =>
  eventFact('EventCancelled', eventUuid, { reason });
/** `from`: the old start, epoch ms. An event moves at most once. */
export const eventMoved = (eventUuid: string, from: number): Fact => eventFact('EventMoved', eventUuid, { from });
