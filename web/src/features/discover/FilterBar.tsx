import { IconChevronDown, IconRefresh, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { categoryName } from '#web/shared/catalog/queries.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import type { Catalog } from '#web/shared/catalog/use-catalog.ts';
import { moneyText } from '#web/shared/format/money.ts';
import { dateChoices, type Filters, isFiltered, noFilters, priceChoices, priceLimitOf } from './filters.ts';
import styles from './FilterBar.module.css';

interface FilterBarProps {
  filters: Filters;
  onChange: (filters: Filters) => void;
  catalog: Catalog;
}

function Chip({ on, onClick, children }: { on: boolean; onClick: () => void; children: ReactNode }) {
  return (
    <button type="button" className={`${styles.chip} ${on ? styles.on : ''}`} aria-pressed={on} onClick={onClick}>
      {children}
    </button>
  );
}

interface MenuChipProps {
  label: string;
  value: string | null;
  options: readonly { value: string; text: string }[];
  onChoose: (value: string | null) => void;
}

/** A chip with the browser's own menu, which works with every keyboard and thumb. */
function MenuChip({ label, value, options, onChoose }: MenuChipProps) {
  return (
    <span className={`${styles.menu} ${value === null ? '' : styles.on}`} data-chosen={value !== null || undefined}>
      <select
        className={styles.select}
        aria-label={label}
        value={value ?? ''}
        onChange={(event) => onChoose(event.currentTarget.value || null)}
      >
        <option value="">{label}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <IconChevronDown size={16} stroke={2} className={styles.arrow} aria-hidden="true" />
    </span>
  );
}

/** One sticky row of chips. Filters whose list did not load are not there; an icon offers to load them again. */
export function FilterBar({ filters, onChange, catalog }: FilterBarProps) {
  const { t, language } = useTranslation('discover');
  const { languages = [], categories = [], failed, retry } = catalog;
  const upTo = ({ max, currency }: ReturnType<typeof priceLimitOf>) => moneyText(max, currency, language);
  const set = (change: Partial<Filters>) => onChange({ ...filters, ...change });
  return (
    <div className={styles.bar}>
      <div className={`fr-column ${styles.row}`} role="group" aria-label={t('filters.label')}>
        <Chip on={!isFiltered(filters)} onClick={() => onChange(noFilters)}>
          {t('filters.all')}
        </Chip>
        <Chip on={filters.live} onClick={() => set({ live: !filters.live })}>
          <span className={styles.dot} aria-hidden="true" />
          {t('filters.live')}
        </Chip>
        <MenuChip
          label={t('filters.date')}
          value={filters.date}
          options={dateChoices.map((value) => ({ value, text: t(`filters.dates.${value}`) }))}
          onChoose={(value) => set({ date: value as Filters['date'] })}
        />
        {!(failed && languages.length === 0) && (
          <MenuChip
            label={t('filters.language')}
            value={filters.lang}
            options={languages.map((each) => ({ value: each.lang_code, text: each.lang_description }))}
            onChoose={(lang) => set({ lang })}
          />
        )}
        <MenuChip
          label={t('filters.price')}
          value={filters.price}
          options={priceChoices.map((value) => ({
            value,
            text: value === 'free' ? t('filters.free') : t('filters.upTo', { price: upTo(priceLimitOf(value)) }),
          }))}
          onChoose={(value) => set({ price: value as Filters['price'] })}
        />
        {filters.host !== null && (
          <button
            type="button"
            className={`${styles.chip} ${styles.on}`}
            data-chosen
            onClick={() => set({ host: null })}
            aria-label={t('filters.clearHost', { host: filters.host })}
          >
            @{filters.host}
            <IconX size={16} stroke={2} aria-hidden="true" />
          </button>
        )}
        {failed && (
          <button type="button" className={styles.chip} aria-label={t('filters.again')} onClick={retry}>
            <IconRefresh size={18} stroke={2} aria-hidden="true" />
          </button>
        )}
        {categories.length > 0 && <span className={styles.line} aria-hidden="true" />}
        {categories.map((category) => (
          <Chip
            key={category.category_ide}
            on={filters.category === category.category_slug}
            onClick={() =>
              set({ category: filters.category === category.category_slug ? null : category.category_slug })
            }
          >
            {categoryName(category)}
          </Chip>
        ))}
      </div>
    </div>
  );
}
