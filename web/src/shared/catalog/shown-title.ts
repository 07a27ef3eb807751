import { titleIn } from '@frontrow/core/events/title-in.ts';
import { language } from '../i18n/language.ts';

/** The title of an event where it may be a private meeting: those have one of ours, in the reader's language. */
export const shownTitle = (title: string): string => titleIn(title, language());
