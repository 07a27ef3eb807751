interface Tile {
  hello: string;
  ground: string;
  text: string;
}

const inks = (
  name: 'butter' | 'cobalt' | 'noir' | 'lagoon' | 'rose' | 'sky' | 'plum' | 'mint' | 'sand',
): Pick<Tile, 'ground' | 'text'> => ({
  ground: `var(--fr-tile-${name})`,
  text: `var(--fr-on-tile-${name})`,
});

/** A greeting and poster colors per language code. */
const tiles: Readonly<Record<string, Tile>> = {
  en: { hello: 'Hello', ground: 'var(--fr-coral)', text: 'var(--fr-on-coral)' },
  es: { hello: 'Hola', ...inks('butter') },
  fr: { hello: 'Bonjour', ...inks('cobalt') },
  de: { hello: 'Hallo', ...inks('noir') },
  pt: { hello: 'Olá', ...inks('lagoon') },
  it: { hello: 'Ciao', ...inks('rose') },
  nl: { hello: 'Hoi', ...inks('sky') },
  ja: { hello: 'こんにちは', ...inks('plum') },
  pl: { hello: 'Cześć', ...inks('mint') },
};

/** The tile of a language; one without a greeting shows its name. */
export const languageTile = (code: string, name: string): Tile => tiles[code] ?? { hello: name, ...inks('sand') };
