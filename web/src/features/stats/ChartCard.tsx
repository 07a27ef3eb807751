import { type ReactNode, Suspense, useId, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import type { ChartProps } from './StatsCharts.tsx';
import styles from './StatsPage.module.css';

const StatsCharts = lazy(() => import('./StatsCharts.tsx'));

interface ChartCardProps extends Omit<ChartProps, 'title'> {
  title: string;
  note: ReactNode;
  /** The head of the table's first column. */
  xLabel: string;
  className?: string | undefined;
  /** Instead of a chart, where there is nothing to draw. */
  nothing?: ReactNode;
}

/** A chart, and the same numbers as a table. */
export function ChartCard({ title, note, xLabel, className, nothing, ...chart }: ChartCardProps) {
  const { t } = useTranslation('stats');
  const heading = useId();
  const [asTable, setAsTable] = useState(false);
  return (
    <section className={`${styles.card} ${className ?? ''}`} aria-labelledby={heading}>
      <div className={styles.cardHead}>
        <div>
          <h2 id={heading} className={styles.cardTitle}>
            {title}
          </h2>
          <p className={styles.note}>{note}</p>
        </div>
        {!nothing && (
          <Button variant="subtle" size="sm" className={styles.switch ?? ''} onClick={() => setAsTable(!asTable)}>
            {t(asTable ? 'asChart' : 'asTable')}
          </Button>
        )}
      </div>
      {nothing ??
        (asTable ? (
          <ChartTable {...chart} title={title} xLabel={xLabel} />
        ) : (
          <>
            <Suspense fallback={<Skeleton height={230} />}>
              <StatsCharts {...chart} title={t('chartOf', { title })} />
            </Suspense>
            <p className="fr-visually-hidden">{t('keys')}</p>
          </>
        ))}
    </section>
  );
}

function ChartTable({ title, data, x, y, label, format, xLabel }: Omit<ChartProps, 'kind'> & { xLabel: string }) {
  return (
    // It scrolls by the keyboard, too.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={styles.scroll} role="region" aria-label={title} tabIndex={0}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{xLabel}</th>
            <th scope="col" className={styles.number}>
              {label}
            </th>
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={row[x]}>
              <th scope="row">{row[x]}</th>
              <td className={styles.number}>{format(Number(row[y]))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
