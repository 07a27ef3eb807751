import { type EventTitle, titleIn } from '@frontrow/core/events/title-in.ts';
import { language } from '../i18n/language.ts';

interface Titled {
  readonly event_title: string | null;
  readonly event_title_made?: Exclude<EventTitle['made'], null> | undefined;
}

/** The title of an event that may be a private meeting or a replay: the server says where it is one of ours. */
export const shownTitle = ({ event_title: text, event_title_made: made }: Titled): string =>
  text === null ? '' : titleIn({ text, made: made ?? null }, language());
