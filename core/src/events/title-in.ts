import { type Language, sourceLanguage } from '../kernel/language.ts';

/** What the server made a title for: a private meeting, or a replay on sale. */
export const madeTitles = ['meeting', 'replay'] as const;
export type MadeTitle = (typeof madeTitles)[number];

/** An event's title, and whether it is one of ours; null where a host wrote it. */
export interface EventTitle {
  readonly text: string;
  readonly made: MadeTitle | null;
}

/** A title that a person wrote: it is never translated. */
export const writtenTitle = (text: string): EventTitle => ({ text, made: null });

/** As `openMeeting` and `title_for_host` write it: with a name, or alone where the other's account was deleted. */
const meetingTitle = /^Private meeting(?: with (.+))?$/s;
/** As `sellReplay` writes it. */
const replayTitle = /^Replay: (.+)$/s;

const words: Readonly<Record<Exclude<Language, 'en'>, readonly [alone: string, before: string, replay: string]>> = {
  de: ['Privates Treffen', 'Privates Treffen mit ', 'Aufzeichnung: '],
  es: ['Reunión privada', 'Reunión privada con ', 'Grabación: '],
};

/** The title of an event in its reader's language. Ours are kept in English; what a host wrote stays as it is. */
export function titleIn({ text, made }: EventTitle, language: Language): string {
  if (language === sourceLanguage || made === null) return text;
  const [alone, before, replay] = words[language];
  if (made === 'replay') return text.replace(replayTitle, (_, recorded: string) => replay + recorded);
  return text.replace(meetingTitle, (_, name?: string) => (name === undefined ? alone : before + name));
}
