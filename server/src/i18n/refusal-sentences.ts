import { type Language, sourceLanguage } from '@frontrow/core/kernel/language.ts';
import type { Refusal } from '@frontrow/core/kernel/refusal.ts';
import type { RefusalCode } from '@frontrow/core/refuse.ts';
import de from '@frontrow/core/translations/de.ts';
import es from '@frontrow/core/translations/es.ts';
import { valueIn } from '@frontrow/core/translations/refusal-sentences.ts';
import { sentenceIn } from './say.ts';

/** English sentences stand with their codes in `core`. */
const sentences: Readonly<Record<Exclude<Language, 'en'>, Readonly<Record<RefusalCode, string>>>> = { de, es };

/** Parameters that are sentences themselves, or names of ours. */
const sentencesInside: ReadonlySet<string> = new Set(['detail', 'advice', 'wait', 'state', 'label']);

/** What a refusal says in a language. What others wrote in it, such as a bank's reason, stays as it is. */
export function refusalIn({ code, message, params }: Refusal, language: Language): string {
  if (language === sourceLanguage) return message;
  const template = sentences[language][code as RefusalCode] as string | undefined;
  if (template === undefined) return message;
  return template.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
    const value = String(params[name] ?? whole);
    if (name === 'scope') return new Intl.ListFormat(language, { type: 'disjunction' }).format(value.split(' or '));
    return sentencesInside.has(name) ? sentenceIn(value, language) : valueIn(value, language);
  });
}
