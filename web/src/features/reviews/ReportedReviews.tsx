import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { focusNextRow } from '#web/shared/ui/focus-next-row.ts';
import { Stars } from '#web/shared/ui/Stars.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { refreshReviews } from './refresh-reviews.ts';
import styles from './Reviews.module.css';

/** Names one of several buttons that are called alike. */
const whichOf = ({ user, event }: WireReview): string =>
  [`@${user.user_username}`, event?.event_title].filter(Boolean).join(', ');

/** Reviews that hosts asked app admins to look at, oldest first. */
export function ReportedReviews() {
  const { t } = useTranslation('admin');
  const dates = useDates();
  const client = useQueryClient();
  const reported = useQuery({
    queryKey: ['admin', 'reviews'],
    queryFn: ({ signal }) => call('GET /admin/reviews', { signal }),
  });
  const decide = useMutation({
    mutationFn: (body: { review_ide: number; remove: boolean }) => call('POST /admin/reviews/decide', { body }),
    onSuccess: async () => {
      toastGood(t('decided'));
      await refreshReviews(client);
    },
    onError: (error) => toastError(messageOf(error)),
  });
  const atWork = (review: WireReview, remove: boolean): boolean =>
    decide.isPending && decide.variables.review_ide === review.review_ide && decide.variables.remove === remove;
  if (reported.isError) return <ErrorNote error={reported.error} onRetry={() => void reported.refetch()} />;
  if (reported.isPending) return <Skeleton height={168} radius={12} />;
  if (reported.data.reviews.length === 0) return <EmptyState title={t('noReports')} text={t('noReportsText')} />;
  return (
    <ul ref={focusNextRow} className={styles.cards}>
      {reported.data.reviews.map(({ review, host_username: name, reason, reported_at: at }) => (
        <li key={review.review_ide} className={styles.card}>
          <Stars value={review.review_stars} />
          {review.review_text && (
            <p className={styles.text} {...userText}>
              {review.review_text}
            </p>
          )}
          {review.event && (
            <p className={styles.which}>
              <Link to={eventPath(review.event)} {...userText}>
                {review.event.event_title}
              </Link>
            </p>
          )}
          <p className={styles.which}>@{review.user.user_username}</p>
          <p className={styles.which}>{t('reportedBy', { name: `@${name}`, when: formatShortDateTime(at, dates) })}</p>
          {reason && (
            <p className={styles.text} {...userText}>
              “{reason}”
            </p>
          )}
          <div className={styles.buttons}>
            <Button
              variant="default"
              aria-label={`${t('keepReview')}: ${whichOf(review)}`}
              disabled={decide.isPending}
              loading={atWork(review, false)}
              onClick={() => decide.mutate({ review_ide: review.review_ide, remove: false })}
            >
              {t('keepReview')}
            </Button>
            <Button
              variant="ink"
              aria-label={`${t('removeReview')}: ${whichOf(review)}`}
              disabled={decide.isPending}
              loading={atWork(review, true)}
              onClick={() => decide.mutate({ review_ide: review.review_ide, remove: true })}
            >
              {t('removeReview')}
            </Button>
          </div>
        </li>
      ))}
    </ul>
  );
}
