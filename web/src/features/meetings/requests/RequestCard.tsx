import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { type PayingButton, RequestActions } from './RequestActions.tsx';
import { may, requestPath } from './request-model.ts';
import styles from './Requests.module.css';
import { StatePill } from './StatePill.tsx';
import { useWords } from './use-words.ts';

interface RequestCardProps {
  request: WireRequest;
  isNew: boolean;
  Pay: PayingButton | undefined;
}

/** One request of the list: with whom, when, where it stands, and what to do next; a new one with its question. */
export function RequestCard({ request, isNew, Pay }: RequestCardProps) {
  const words = useWords(request);
  const { t, name, other, when } = words;
  const next = words.next(useNow());
  return (
    <article className={styles.card} aria-label={t('meetingWith', { minutes: request.minutes, name })}>
      <div className={styles.head}>
        <Avatar username={other.username} src={other.avatar} size={44} />
        <div className={styles.what}>
          <h3>
            <Link to={requestPath(request)}>{t('meetingWith', { minutes: request.minutes, name })}</Link>
          </h3>
          <p className={styles.line}>{when}</p>
        </div>
        <span className={styles.marks}>
          {isNew && <span className={styles.new}>{t('new')}</span>}
          <StatePill request={request} />
        </span>
      </div>
      <p className={styles.next}>{next}</p>
      {may(request, 'accept') && request.message !== '' && (
        <blockquote className={styles.quote} {...userText}>
          {request.message}
        </blockquote>
      )}
      <div className={styles.foot}>
        <RequestActions request={request} Pay={Pay} brief />
        <p className={styles.price}>{words.price}</p>
      </div>
    </article>
  );
}
