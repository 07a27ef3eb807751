import { coverSvg } from '@frontrow/artwork/covers.ts';
import { dataUrl } from '@frontrow/artwork/shapes.ts';
import type { Category } from '@frontrow/artwork/palettes.ts';
import { useMemo } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './PosterWall.module.css';

const posters: readonly [Category, number, string][] = [
  ['dance', 1, 'ember'],
  ['talk', 0, 'lagoon'],
  ['dance', 0, 'rose'],
  ['cooking', 0, 'butter'],
  ['coding', 0, 'noir'],
  ['language', 1, 'sky'],
  ['art', 0, 'rose'],
  ['fitness', 1, 'cobalt'],
  ['wellness', 0, 'plum'],
  ['gaming', 0, 'midnight'],
  ['language', 0, 'sand'],
  ['music', 2, 'plum'],
  ['talk', 1, 'forest'],
  ['dance', 1, 'cobalt'],
  ['cooking', 2, 'ember'],
  ['comedy', 1, 'rose'],
  ['fitness', 0, 'butter'],
  ['music', 1, 'noir'],
  ['music', 0, 'midnight'],
  ['comedy', 0, 'plum'],
  ['art', 1, 'mint'],
];

/** A tilted wall of drawn posters with a line of text, as decoration. */
export function PosterWall() {
  const { t } = useTranslation('auth');
  const urls = useMemo(
    () =>
      posters.map(([category, variant, palette], i) =>
        dataUrl(coverSvg(`wall-${i}`, category, { variant, palette, grain: false })),
      ),
    [],
  );
  return (
    <div className={styles.wall}>
      <div className={styles.posters} aria-hidden="true">
        {urls.map((url) => (
          <img key={url} src={url} alt="" width={200} height={112} />
        ))}
      </div>
      <div className={styles.text}>
        <p className={styles.title}>{t('wall.title')}</p>
        <p>{t('wall.text')}</p>
      </div>
    </div>
  );
}
