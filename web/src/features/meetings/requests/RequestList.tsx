import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { ShowMore } from '#web/shared/ui/ShowMore.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import type { PayingButton } from './RequestActions.tsx';
import { RequestCard } from './RequestCard.tsx';
import { inGroups } from './request-model.ts';
import { useRequests } from './request-queries.ts';
import styles from './Requests.module.css';
import { useSeen } from './use-seen.ts';
import { ZoneNote } from './ZoneNote.tsx';

interface RequestListProps {
  side: MeetingSide;
  /** What stands where there are none. */
  nextWhenEmpty: string;
  Pay?: PayingButton;
}

/** All requests of one side: those that wait for the reader first. */
export function RequestList({ side, nextWhenEmpty, Pay }: RequestListProps) {
  const { t } = useTranslation('meetings');
  const list = useRequests(side);
  const requests = list.data?.pages.flatMap((page) => page.requests) ?? [];
  const marked = useSeen(side, requests);
  return (
    <>
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.isPending && (
        <div className={styles.list} aria-busy="true">
          <span className="fr-visually-hidden" role="status">
            {t('loading')}
          </span>
          <Skeleton height={168} radius={16} />
          <Skeleton height={168} radius={16} />
        </div>
      )}
      {list.data && requests.length === 0 && (
        <EmptyState title={t(`empty.${side}`)} text={t(`empty.${side}Text`)}>
          <Button component={Link} to={nextWhenEmpty}>
            {t(`empty.${side}Action`)}
          </Button>
        </EmptyState>
      )}
      {requests.length > 0 && <ZoneNote />}
      {inGroups(requests).map(({ group, requests: own }) => (
        <section key={group} className={styles.group} aria-labelledby={`group-${group}`}>
          <h2 id={`group-${group}`}>{t(`groups.${group}`)}</h2>
          <ul className={styles.list}>
            {own.map((request) => (
              <li key={request.request_uuid}>
                <RequestCard request={request} isNew={marked.has(request.request_uuid)} Pay={Pay} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {list.hasNextPage && (
        <ShowMore className={styles.more} loading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()}>
          {t('more')}
        </ShowMore>
      )}
    </>
  );
}
