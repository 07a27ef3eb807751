import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { SeriesScope } from '@frontrow/core/events/series.ts';
import { seriesScopes } from '@frontrow/core/events/series.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { OptionRow } from '#web/shared/ui/OptionRow.tsx';
import styles from './ScopeChoice.module.css';

/** Whether an event of a series is changed alone; nothing to choose where no date follows it. */
export function ScopeChoice({
  series,
  line,
  value,
  onChange,
}: {
  series: WireEvent['series'];
  /** What it means that the other dates follow. */
  line?: string | undefined;
  value: SeriesScope;
  onChange: (scope: SeriesScope) => void;
}) {
  const { t } = useTranslation('series');
  if (!series || series.position === series.count) return null;
  return (
    <fieldset className={styles.scope}>
      <legend className={styles.legend}>{t('scope', { ...series })}</legend>
      {seriesScopes.map((scope) => (
        <OptionRow
          key={scope}
          name="series-scope"
          value={scope}
          checked={value === scope}
          onChoose={() => onChange(scope)}
          line={scope === 'following' ? line : undefined}
        >
          {t(scope === 'this' ? 'scopeThis' : 'scopeFollowing')}
        </OptionRow>
      ))}
    </fieldset>
  );
}
