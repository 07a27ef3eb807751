/** Core's sentences as a catalogue: `{maximum}` is `{{maximum}}` in ours. */
export const asTexts = <Code extends string>(sentences: Readonly<Record<Code, string>>): Record<Code, string> =>
  Object.fromEntries(
    Object.entries<string>(sentences).map(([code, sentence]) => [code, sentence.replaceAll(/\{(\w+)\}/g, '{{$1}}')]),
  ) as Record<Code, string>;
