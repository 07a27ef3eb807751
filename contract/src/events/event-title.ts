import { type EventTitle, madeTitles } from '@frontrow/core/events/title-in.ts';
import { z } from 'zod';

/**
 * An event's title where the event may be a private meeting or a replay on sale. Their titles are ours, in English on
 * the wire, and `event_title_made` says so; without it, a host wrote the title, which nobody may translate.
 */
export const eventTitleFields = {
  event_title: z.string(),
  event_title_made: z.enum(madeTitles).optional(),
};

const wireEventTitle = z.object(eventTitleFields);
export type WireEventTitle = z.infer<typeof wireEventTitle>;

export const titleToWire = ({ text, made }: EventTitle): WireEventTitle => ({
  event_title: text,
  ...(made !== null && { event_title_made: made }),
});
