import { type Language, sourceLanguage } from '../kernel/language.ts';

/** As `openMeeting` and `host_title` write it: with a name, or alone where the other's account was deleted. */
const keptTitle = /^Private meeting(?: with (.+))?$/s;

const titles: Readonly<Record<Exclude<Language, 'en'>, readonly [alone: string, before: string]>> = {
  de: ['Privates Treffen', 'Privates Treffen mit '],
  es: ['Reunión privada', 'Reunión privada con '],
};

/**
 * The title of an event as its reader sees it. That of a private meeting is ours and is kept in English; hosts wrote
 * all others, and they stay as they are.
 */
export function titleIn(title: string, language: Language): string {
  const found = language === sourceLanguage ? null : keptTitle.exec(title);
  if (!found || language === sourceLanguage) return title;
  const [alone, before] = titles[language];
  return found[1] === undefined ? alone : before + found[1];
}
