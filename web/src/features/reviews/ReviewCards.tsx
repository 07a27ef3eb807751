import { Suspense, useState } from 'react';
import type { WireReview } from '@frontrow/contract/reviews/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { lazy } from '#web/shared/lazy.tsx';
import { formatDay } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { ReportDialog } from '#web/shared/report/ReportButton.tsx';
import { useSession } from '#web/shared/session/session.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { Stars } from '#web/shared/ui/Stars.tsx';
import { themed } from '#web/shared/themed.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { type ReviewAct, reviewActs } from './review-acts.ts';
import styles from './Reviews.module.css';

const RemoveDialog = lazy(themed(() => import('./RemoveDialog.tsx')));

const actText = { delete: 'remove.own', report: 'app:report', remove: 'remove.admin' } as const;

interface ReviewCardsProps {
  reviews: readonly WireReview[];
  /** Which evening it was, where several are listed. */
  withEvent?: boolean;
}

/** What people say, as cards; words are plain text. */
export function ReviewCards({ reviews, withEvent = false }: ReviewCardsProps) {
  const { t } = useTranslation('reviews');
  const dates = useDates();
  const user = useSession((session) => session.user);
  const [asked, setAsked] = useState<{ review: WireReview; act: ReviewAct } | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <ul className={styles.cards}>
        {reviews.map((review) => (
          <li key={review.review_ide} className={styles.card}>
            <Stars value={review.review_stars} />
            {review.review_text && (
              <p className={styles.text} {...userText}>
                {review.review_text}
              </p>
            )}
            {withEvent && review.event && (
              <p className={styles.which}>
                <Link to={eventPath(review.event)} {...userText}>
                  {review.event.event_title}
                </Link>
              </p>
            )}
            <p className={styles.by}>
              <Avatar username={review.user.user_username} src={review.user.user_avatar} size={28} />
              <span>
                {t('by', {
                  name: review.user.user_name,
                  date: formatDay(review.review_date, dates),
                })}
              </span>
              {reviewActs(review, user).map((act) => (
                <button key={act} type="button" className={styles.act} onClick={() => setAsked({ review, act })}>
                  {t(actText[act])}
                </button>
              ))}
            </p>
          </li>
        ))}
      </ul>
      <Suspense fallback={null}>
        {asked?.act === 'report' && (
          <ReportDialog subject={{ kind: 'review', review_ide: asked.review.review_ide }} onClose={close} />
        )}
        {asked && asked.act !== 'report' && (
          <RemoveDialog review={asked.review} asAdmin={asked.act === 'remove'} onClose={close} />
        )}
      </Suspense>
    </>
  );
}
