import type { WireStats } from '@frontrow/contract/stats/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatCount } from '#web/shared/format/money.ts';
import styles from './StatsPage.module.css';

const shownMax = 10;

/** Where people came from, most first. */
export function Sources({ sources }: Pick<WireStats, 'sources'>) {
  const { t, language } = useTranslation('stats');
  return (
    <section className={styles.card} aria-labelledby="sources">
      <h2 id="sources" className={styles.cardTitle}>
        {t('sources')}
      </h2>
      <p className={styles.note}>{t(sources.length === 0 ? 'sourcesNone' : 'sourcesNote')}</p>
      {sources.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('source')}</th>
              <th scope="col" className={styles.number}>
                {t('views')}
              </th>
              <th scope="col" className={styles.number}>
                {t('visitors')}
              </th>
            </tr>
          </thead>
          <tbody>
            {sources.slice(0, shownMax).map(({ kind, name, views, visitors }) => (
              <tr key={`${kind}:${name}`}>
                <th scope="row" className={styles.source}>
                  {t(`kind.${kind}`, { name })}
                </th>
                <td className={styles.number}>{formatCount(views, language)}</td>
                <td className={styles.number}>{formatCount(visitors, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className={styles.hint}>{t('refHint')}</p>
    </section>
  );
}
