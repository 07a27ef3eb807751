import { IconArrowLeft } from '@tabler/icons-react';
import { requestsPath } from '@frontrow/contract/meetings/links.ts';
import type { WireRequest } from '@frontrow/contract/meetings/api.ts';
import { minutes as minutesToMs } from '@frontrow/core/kernel/instant.ts';
import { fullRefundUntil } from '@frontrow/core/meetings/request-terms.ts';
import { unpaidCancelMs } from '@frontrow/core/meetings/limits.ts';
import type { MeetingSide } from '@frontrow/core/meetings/meeting-machine.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { EmptyState } from '#web/shared/ui/EmptyState.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { BlockButton } from './BlockButton.tsx';
import { type PayingButton, RequestActions } from './RequestActions.tsx';
import { RequestChat } from './RequestChat.tsx';
import { hostIsAway, isHost, may } from './request-model.ts';
import { RequestHistory } from './RequestHistory.tsx';
import { useRequest } from './request-queries.ts';
import styles from './Requests.module.css';
import { StatePill } from './StatePill.tsx';
import { useSeen } from './use-seen.ts';
import { useWords } from './use-words.ts';
import { ZoneNote } from './ZoneNote.tsx';

interface RequestDetailProps {
  side: MeetingSide;
  uuid: string;
  Pay?: PayingButton;
}

/** One request: when, for how much, what was asked, what may be done now, and how it came to this. */
export function RequestDetail({ side, uuid, Pay }: RequestDetailProps) {
  const { t } = useTranslation('meetings');
  const request = useRequest(side, uuid);
  useSeen(side, request.data ? [request.data] : [], uuid);
  return (
    <>
      <Link to={requestsPath[side]} className={styles.back}>
        <IconArrowLeft size={18} stroke={1.8} aria-hidden="true" />
        {t('detail.back')}
      </Link>
      {request.isError && <ErrorNote error={request.error} onRetry={() => void request.refetch()} />}
      {request.isPending && <Skeleton height={360} radius={16} />}
      {request.data === null && (
        <EmptyState title={t('detail.missingTitle')} text={t('detail.missingText')} level={1}>
          <Button component={Link} to={requestsPath[side]}>
            {t('detail.back')}
          </Button>
        </EmptyState>
      )}
      {request.data && <Detail request={request.data} Pay={Pay} />}
    </>
  );
}

function Detail({ request, Pay }: { request: WireRequest; Pay: PayingButton | undefined }) {
  const words = useWords(request);
  const { t, name, other, when } = words;
  const title = t('meetingWith', { minutes: request.minutes, name });
  usePageTitle(title);
  const now = useNow();
  return (
    <article className={styles.detail} aria-label={title}>
      <header className={styles.head}>
        <Avatar username={other.username} src={other.avatar} size={56} />
        <div className={styles.what}>
          <h1>{title}</h1>
          <p className={styles.line}>{when}</p>
        </div>
        <StatePill request={request} />
      </header>
      <div className={styles.now} aria-live="polite">
        <p className={styles.next}>{words.next(now)}</p>
        <Money request={request} now={now} />
      </div>
      <Clock request={request} now={now} />
      <RequestActions request={request} Pay={Pay} />
      <Facts request={request} />
      <ZoneNote />
      <RequestHistory request={request} />
      <RequestChat request={request} />
      <div className={styles.aside}>
        {!isHost(request) && (
          <Button variant="default" component={Link} to={`/${encodeURIComponent(other.username)}`}>
            {t('actions.hostPage', { name })}
          </Button>
        )}
        {isHost(request) && <BlockButton request={request} />}
      </div>
    </article>
  );
}

/** What is refunded, or what may happen while it is unpaid. */
function Money({ request, now }: { request: WireRequest; now: number }) {
  const { t, name, moment } = useWords(request);
  const { state } = request;
  const isPaid = request.payment_state === 'paid' && request.total > 0;
  const until = fullRefundUntil(request.starts_at);
  const line =
    request.payment_state === 'refunded'
      ? t(isHost(request) ? 'refunded' : 'refundedViewer')
      : isHost(request)
        ? null
        : state === 'accepted' && now < request.starts_at - unpaidCancelMs
          ? t('unpaidTerms', { name })
          : state !== 'confirmed' || !isPaid
            ? null
            : may(request, 'take_back')
              ? t(hostIsAway(request, now) ? 'refundTerms.away' : 'refundTerms.late', { name })
              : now <= until
                ? t('refundTerms.until', { when: moment(until) })
                : t('refundTerms.over');
  return line && <p className={styles.terms}>{line}</p>;
}

function Clock({ request, now }: { request: WireRequest; now: number }) {
  const { t } = useWords(request);
  const { state } = request;
  const to = state === 'confirmed' ? request.starts_at : state === 'accepted' ? request.pay_by : null;
  if (to === null || to <= now) return null;
  return (
    <div className={styles.clock}>
      <span className={styles.terms}>{t(state === 'confirmed' ? 'detail.startsIn' : 'detail.payIn')}</span>
      <Countdown to={to} />
    </div>
  );
}

function Facts({ request }: { request: WireRequest }) {
  const words = useWords(request);
  const { t, money } = words;
  const planned = request.starts_at + minutesToMs(request.minutes);
  return (
    <dl className={styles.facts}>
      <dt>{t('detail.time')}</dt>
      <dd>
        {words.when}
        {request.ends_at > planned && ` · ${t('detail.extended', { to: formatTime(request.ends_at) })}`}
      </dd>
      <dt>{t('detail.length')}</dt>
      <dd>{t('detail.minutes', { count: request.minutes })}</dd>
      <dt>{t('detail.money')}</dt>
      <dd>{money(request.price)}</dd>
      {request.fee > 0 && (
        <>
          <dt>{t('detail.fee')}</dt>
          <dd>{money(request.fee)}</dd>
          <dt>{t('detail.total')}</dt>
          <dd>{money(request.total)}</dd>
        </>
      )}
      <dt>{t('detail.question')}</dt>
      <dd className={styles.words} {...(request.message && userText)}>
        {request.message || t('detail.noQuestion')}
      </dd>
    </dl>
  );
}
