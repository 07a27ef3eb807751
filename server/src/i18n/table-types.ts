/** The sentences of a catalogue of refusals in another language: every code has one. */
export type RefusalSentences<Refusals> = { readonly [Code in keyof Refusals]: string };

/** From an English sentence, its values as `{0}`, `{1}`, to the same sentence in another language. */
export type Sentences = Readonly<Record<string, string>>;
