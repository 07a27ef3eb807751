import { eventOrRequestPath } from '@frontrow/contract/meetings/links.ts';
import type { EventTitle } from '@frontrow/core/events/title-in.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';

interface Titled {
  readonly event_uuid: string;
  readonly event_title_made?: Exclude<EventTitle['made'], null> | undefined;
}

/** A private meeting has no page for app admins, and for its two people only its request. */
export const isMeeting = ({ event_title_made: made }: Pick<Titled, 'event_title_made'>): boolean => made === 'meeting';

/** Where the title of an event leads that may be a private meeting, for the reader's side of it. */
export const titledPath = (event: Titled, side: MeetingSide): string =>
  eventOrRequestPath(side, event.event_uuid, { made: event.event_title_made });
