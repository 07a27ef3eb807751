interface Key {
  readonly isComposing: boolean;
  readonly keyCode: number;
}

/** What a key says that still belongs to an input method; Safari ends the composition before the key that ends it. */
const composingKeyCode = 229;

/** The key chooses what an input method offers: it neither sends nor closes. */
export const isComposing = ({ isComposing: composing, keyCode }: Key): boolean =>
  composing || keyCode === composingKeyCode;
