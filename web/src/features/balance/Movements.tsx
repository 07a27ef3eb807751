import '#web/shared/styles/components.ts';
import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { movementGroups } from '@frontrow/core/balance/movements.ts';
import { call } from '#web/shared/api/call.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { download } from '#web/shared/download.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastWarning } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import styles from './Balance.module.css';
import { type MovementFilter, type useBalance, wireFilter } from './balance-queries.ts';
import { MovementTable } from './MovementTable.tsx';

interface MovementsProps {
  list: ReturnType<typeof useBalance>;
  filter: MovementFilter;
  onFilter: (filter: MovementFilter) => void;
}

/** The movements with their filters and the file of them. */
export function Movements({ list, filter, onFilter }: MovementsProps) {
  const { t } = useTranslation('balance');
  const movements = list.data?.pages.flatMap((page) => page.movements) ?? [];
  const ofEvent = movements.find(({ event_uuid: its }) => its === filter.eventUuid);
  return (
    <section className={styles.part}>
      <h2>{t('movements')}</h2>
      <div className={styles.bar}>
        <NativeSelect
          label={t('filter')}
          data={[
            { value: '', label: t('everything') },
            ...movementGroups.map((group) => ({ value: group, label: t(`groups.${group}`) })),
          ]}
          value={filter.group ?? ''}
          onChange={({ currentTarget: { value } }) =>
            onFilter({ ...filter, group: movementGroups.find((group) => group === value) })
          }
        />
        <ExportButton filter={filter} />
      </div>
      {filter.eventUuid !== undefined && (
        <p className={styles.only}>
          {t('oneEvent', { title: (ofEvent && shownTitle(ofEvent)) || t('thisEvent') })}{' '}
          <Button variant="default" size="sm" onClick={() => onFilter({ ...filter, eventUuid: undefined })}>
            {t('allEvents')}
          </Button>
        </p>
      )}
      {movements.length === 0 ? (
        <EmptyState title={t('nothing')} text={t('nothingText')} level={3} heads={false} />
      ) : (
        <MovementTable movements={movements} />
      )}
      {list.hasNextPage && (
        <ShowMore loading={list.isFetchingNextPage} className={styles.more} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </section>
  );
}

function ExportButton({ filter }: { filter: MovementFilter }) {
  const { t } = useTranslation('balance');
  const [isLoading, setLoading] = useState(false);
  const save = async () => {
    setLoading(true);
    try {
      const { csv, complete } = await call('GET /balance/export', { query: wireFilter(filter) });
      download(t('fileName'), 'text/csv;charset=utf-8', csv);
      if (!complete) toastWarning(t('exportCut'));
    } catch (error) {
      toastError(messageOf(error));
    } finally {
      setLoading(false);
    }
  };
  return (
    <Button
      variant="default"
      loading={isLoading}
      leftSection={<IconDownload size={18} stroke={1.8} aria-hidden="true" />}
      onClick={() => void save()}
    >
      {t('export')}
    </Button>
  );
}
