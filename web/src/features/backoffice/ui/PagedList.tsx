import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import styles from './Admin.module.css';

interface PagedListProps {
  list: {
    isPending: boolean;
    isError: boolean;
    error: Error | null;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    refetch: () => Promise<unknown>;
    fetchNextPage: () => Promise<unknown>;
  };
  count: number;
  /** What is said where there is nothing, if not to look otherwise. */
  empty?: { title: string; text?: string };
  /** The children bring their own table, or list. */
  isTable?: boolean;
  children: ReactNode;
}

/** A list in all its states: loading, failed, empty, filled, and loading more. */
export function PagedList({ list, count, empty, isTable, children }: PagedListProps) {
  const { t } = useTranslation('admin');
  return (
    <>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && <Skeleton height={96} radius={16} />}
      {!list.isPending && !list.isError && count === 0 && (
        <EmptyState {...(empty ?? { title: t('nothing'), text: t('nothingText') })} />
      )}
      {count > 0 && (isTable ? children : <ul className={styles.list}>{children}</ul>)}
      {list.hasNextPage && (
        <ShowMore className={styles.more} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
