/** From an English sentence, its values as `{0}`, `{1}`, to the same sentence in another language. */
export type Sentences = Readonly<Record<string, string>>;
