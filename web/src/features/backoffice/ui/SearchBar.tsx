import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Admin.module.css';

interface SearchBarProps {
  /** The label of the search field. Without it there is none. */
  search?: { label: string; hint: string; value: string; onChange: (value: string) => void };
  /** What the states are, where they are not a status. */
  filter?: string;
  /** States by value. The first one means all. */
  states: readonly { value: string; label: string }[];
  state: string;
  onState: (state: string) => void;
  /** Orders of the list; the first one is the usual. */
  sorts?: readonly { value: string; label: string }[];
  sort?: string;
  onSort?: (sort: string) => void;
}

/** The search field, the choice of a state, and the order of the list. */
export function SearchBar({ search, filter, states, state, onState, sorts, sort, onSort }: SearchBarProps) {
  const { t } = useTranslation('admin');
  return (
    <div className={styles.bar}>
      {search && (
        <TextInput
          type="search"
          label={search.label}
          placeholder={search.hint}
          maxLength={200}
          value={search.value}
          onChange={(event) => search.onChange(event.currentTarget.value)}
        />
      )}
      <NativeSelect
        label={filter ?? t('state')}
        data={[...states]}
        value={state}
        onChange={(event) => onState(event.currentTarget.value)}
      />
      {sorts && onSort && (
        <NativeSelect
          label={t('backoffice:sort.label')}
          data={[...sorts]}
          value={sort}
          onChange={(event) => onSort(event.currentTarget.value)}
        />
      )}
    </div>
  );
}
