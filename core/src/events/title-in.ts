import { type Language, sourceLanguage } from '../kernel/language.ts';

/** As `openMeeting` and `host_title` write it: with a name, or alone where the other's account was deleted. */
const keptTitle = /^Private meeting(?: with (.+))?$/s;
/** As `sellReplay` writes it. */
const replayTitle = /^Replay: (.+)$/s;

const words: Readonly<Record<Exclude<Language, 'en'>, readonly [alone: string, before: string, replay: string]>> = {
  de: ['Privates Treffen', 'Privates Treffen mit ', 'Aufzeichnung: '],
  es: ['Reunión privada', 'Reunión privada con ', 'Grabación: '],
};

/**
 * The title of an event as its reader sees it in lists of their own. Those of private meetings and of replays that are
 * for sale are ours and are kept in English; hosts wrote all others, and they stay as they are.
 */
export function titleIn(title: string, language: Language): string {
  if (language === sourceLanguage) return title;
  const [alone, before, replay] = words[language];
  const recorded = replayTitle.exec(title)?.[1];
  if (recorded !== undefined) return replay + recorded;
  const meeting = keptTitle.exec(title);
  if (!meeting) return title;
  return meeting[1] === undefined ? alone : before + meeting[1];
}
