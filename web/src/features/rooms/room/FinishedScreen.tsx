import { useQuery } from '@tanstack/react-query';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { FollowButton } from '#web/features/hosts/index.ts';
import { ReviewButton, useMayReview } from '#web/features/reviews/index.ts';
import { call } from '#web/shared/api/call.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { EventCard } from '#web/shared/ui/EventCard.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import away from './AwayScreen.module.css';
import styles from './FinishedScreen.module.css';

/** The end of an event for its viewers: thanks, and what comes next with this host. */
export function FinishedScreen({ page }: { page: WireEventPage }) {
  const { t } = useTranslation('moderation');
  const { event, user } = page;
  const uuid = event.event_uuid;
  const isGuest = useSession((session) => session.user?.user_is_guest === true);
  const mayReview = useMayReview(uuid, true);
  const host = useQuery({
    queryKey: ['host', user.user_username.toLowerCase()],
    queryFn: ({ signal }) => call('GET /hosts/:username', { params: { username: user.user_username }, signal }),
  });
  const replay = useQuery({
    queryKey: ['replay', uuid, 'end'],
    queryFn: ({ signal }) => call('GET /events/:uuid/replay', { params: { uuid }, signal }),
    retry: false,
  });
  const next = host.data?.upcoming.events.find((card) => card.event.event_uuid !== uuid);
  const hasReplay = replay.data?.state === 'ready' || replay.data?.state === 'processing';
  return (
    <div className={away.screen}>
      <h1 ref={focusOnce} tabIndex={-1}>
        {t('away:finishedTitle')}
      </h1>
      <p className={away.text}>{t('end.thanks', { name: user.user_name })}</p>
      <div className={away.next}>
        {mayReview && <ReviewButton eventUuid={uuid} title={shownTitle(event)} variant="ink" />}
        {!isGuest && <FollowButton username={user.user_username} name={user.user_name} />}
        {hasReplay && (
          <Button variant="default" component={Link} to={`/replay/${uuid}`} replace>
            {t('end.replay')}
          </Button>
        )}
        <Button variant={mayReview ? 'default' : 'filled'} component={Link} to={`/event/${uuid}`} replace>
          {t('away:toEvent')}
        </Button>
      </div>
      {next && (
        <section className={styles.coming} aria-label={t('end.next', { name: user.user_name })}>
          <h2>{t('end.next', { name: user.user_name })}</h2>
          <EventCard card={next} />
        </section>
      )}
    </div>
  );
}
