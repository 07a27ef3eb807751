import { useQuery } from '@tanstack/react-query';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { tagPath } from '#web/shared/search-path.ts';
import { Chips } from './Chips.tsx';
import { AlsoWatched } from './NothingFound.tsx';
import { startQuery } from './queries.ts';
import styles from './SearchPage.module.css';

/** Suggestions before anything is typed. */
export function SearchStart({
  short,
  languageName,
}: {
  short: boolean;
  languageName: (ide: number) => string | undefined;
}) {
  const { t } = useTranslation('search');
  const tags = useQuery(startQuery);
  return (
    <>
      <div className={styles.head}>
        <h1 className={styles.title}>{t('start')}</h1>
        <p className={styles.line} role="status">
          {short ? t('short') : t('startText')}
        </p>
        <div className={styles.chips}>
          {tags.data && tags.data.length > 0 && (
            <Chips label={t('try')} links={tags.data.map((tag) => ({ text: `#${tag}`, to: tagPath(tag) }))} />
          )}
        </div>
      </div>
      <div className={styles.also}>
        <AlsoWatched title={t('soon')} languageName={languageName} />
      </div>
    </>
  );
}
