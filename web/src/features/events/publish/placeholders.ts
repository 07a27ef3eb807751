import { coverSvg } from '@frontrow/artwork/covers.ts';
import { dataUrl } from '@frontrow/artwork/shapes.ts';

/** Our three cover pictures; the first is the default. */
const recipes = [
  { seed: 'publish-1', category: 'music', variant: 1, palette: 'noir' },
  { seed: 'publish-2', category: 'music', variant: 0, palette: 'noir' },
  { seed: 'publish-3', category: 'talk', variant: 0, palette: 'plum' },
] as const;

export const placeholders: readonly string[] = recipes.map(({ seed, category, variant, palette }) =>
  dataUrl(coverSvg(seed, category, { variant, palette, grain: false })),
);

export const placeholderAt = (index: number): string => placeholders[index] ?? placeholders[0]!;

/** 16:9, whatever it was cut from. */
export const coverSize = { width: 1280, height: 720 };
