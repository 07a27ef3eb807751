import { useQuery } from '@tanstack/react-query';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { eventReviewsQuery, hostReviewsQuery, useMayReview } from './queries.ts';
import { ReviewButton } from './ReviewButton.tsx';
import { ReviewCards } from './ReviewCards.tsx';
import styles from './Reviews.module.css';

const shownMax = 4;

/** Before an event: what people say about its host. After it: what they said of it, and the way to say something. */
export default function EventReviews({ page }: { page: WireEventPage }) {
  const over = page.event.event_state === 2;
  if (over && page.event.event_cancelled) return null;
  return over ? <OfEvent page={page} /> : page.influencer.influencer_reviews > 0 ? <OfHost page={page} /> : null;
}

function OfEvent({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('reviews');
  const { event, user } = page;
  const reviews = useQuery(eventReviewsQuery(event.event_uuid));
  const mayReview = useMayReview(event.event_uuid, true);
  const said = reviews.data?.reviews ?? [];
  if (said.length === 0 && !mayReview) return null;
  return (
    <section aria-labelledby="reviews">
      <div className={styles.head}>
        <h2 id="reviews" className={styles.title}>
          {t('said')}
        </h2>
        {mayReview && <ReviewButton eventUuid={event.event_uuid} title={event.event_title} />}
      </div>
      {said.length === 0 ? <p className={styles.soft}>{t('none')}</p> : <ReviewCards reviews={said} />}
      {reviews.data?.next_cursor && <AllReviews username={user.user_username} />}
    </section>
  );
}

function OfHost({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('reviews');
  const { user } = page;
  const reviews = useQuery(hostReviewsQuery(user.user_username));
  if (reviews.isError || reviews.data?.reviews.length === 0) return null;
  return (
    <section aria-labelledby="reviews" aria-busy={reviews.isPending}>
      <div className={styles.head}>
        <h2 id="reviews" className={styles.title}>
          {t('about', { name: user.user_name.split(' ')[0] ?? user.user_name })}
        </h2>
      </div>
      {reviews.data ? (
        <ReviewCards reviews={reviews.data.reviews.slice(0, shownMax)} />
      ) : (
        <div className={styles.cards}>
          <Skeleton height={168} radius={12} />
          <Skeleton height={168} radius={12} />
        </div>
      )}
      {(reviews.data?.reviews.length ?? 0) > shownMax && <AllReviews username={user.user_username} />}
    </section>
  );
}

function AllReviews({ username }: { username: string }) {
  const { t } = useTranslation('reviews');
  return (
    <p className={styles.all}>
      <Link to={`${hostPath({ user_username: username })}#reviews`} className="fr-link">
        {t('all')}
      </Link>
    </p>
  );
}
