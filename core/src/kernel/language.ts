/** Languages of the product. English is the source: the specification's sentences are English. */
export const languages = ['en', 'es', 'de'] as const;

export type Language = (typeof languages)[number];

export const sourceLanguage = 'en';

/** The language of a tag: `de-AT` is German. Undefined where the product has no texts in it. */
export const languageOf = (tag: string | undefined): Language | undefined =>
  languages.find((language) => language === tag?.trim().split(/[-_]/)[0]?.toLowerCase());

/** The first of these tags that the product has texts in, else English. */
export function firstLanguage(tags: readonly (string | undefined)[]): Language {
  for (const tag of tags) {
    const language = languageOf(tag);
    if (language) return language;
  }
  return sourceLanguage;
}

/** Tags of an `Accept-Language` header, the most wanted first. Those with `q=0` are refused by the reader. */
export const acceptedTags = (header: string | undefined): string[] =>
  (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((each) => each.trim());
      const weight = parameters.find((each) => /^q=/i.test(each))?.slice(2);
      return { tag, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ tag }) => tag);
