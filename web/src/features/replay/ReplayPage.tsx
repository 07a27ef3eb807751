import { useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { Link } from '#web/shared/ui/Link.tsx';
import type { WireRecordedEvent } from '@frontrow/contract/broadcast/api.ts';
import { recordedMs, spanOf } from '@frontrow/core/broadcast/replay-composition.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { currencyShape, formatMoney } from '#web/shared/format/money.ts';
import { formatCountdown, formatShortDateTime } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { askToLogin } from '#web/shared/login-modal.ts';
import { usePageTitle } from '#web/shared/page-title.ts';
import { useSession } from '#web/shared/session/session.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { userText } from '#web/shared/catalog/user-text.ts';
import { ReplayRefundLine } from '#web/shared/ui/ReplayRefundLine.tsx';
import { hostPath } from '#web/shared/ui/event-card-model.ts';
import { Chapters } from './Chapters.tsx';
import { ComposedPlayer } from './ComposedPlayer.tsx';
import { CutReplay } from './CutReplay.tsx';
import { DownloadReplay } from './DownloadReplay.tsx';
import { OfferReplay } from './OfferReplay.tsx';
import { useReplay, useTranscript } from './queries.ts';
import { type Jump, recordedOf } from './recorded.ts';
import { type Line, Transcript } from './Transcript.tsx';
import { RemoveReplay } from './RemoveReplay.tsx';
import { ReplayChat } from './ReplayChat.tsx';
import { savePosition, savedPosition } from './saved-position.ts';
import { ReplayPlayer } from './ReplayPlayer.tsx';
import { usePlayed } from './use-played.ts';
import styles from './ReplayPage.module.css';

interface WatchedProps {
  replay: WireRecordedEvent;
  onRenew: () => Promise<boolean>;
  onBuy: (replay: WireRecordedEvent) => void;
}

/** Next to the preview: what the whole replay costs. */
function Locked({ replay, onBuy }: Pick<WatchedProps, 'replay' | 'onBuy'>) {
  const { t, language } = useTranslation('replay');
  const { offer } = replay;
  const isLoggedIn = useSession(({ user }) => user !== null);
  return (
    <section className={styles.locked} aria-labelledby="replay-offer">
      <h2 id="replay-offer">{t('buy.title')}</h2>
      <p>
        {t('buy.text', {
          preview: formatCountdown(recordedMs(recordedOf(replay).tracks)),
          length: formatCountdown(replay.length_ms),
        })}
      </p>
      {offer && (
        <>
          <Button size="lg" onClick={() => onBuy(replay)}>
            {t('buy.button', { price: formatMoney(offer.total, currencyShape(offer.currency_code), language) })}
          </Button>
          <p className={styles.line}>
            {t('buy.fee', { fee: formatMoney(offer.fee, currencyShape(offer.currency_code), language) })}{' '}
            {t('buy.refund')}
          </p>
        </>
      )}
      {!isLoggedIn && (
        <Button variant="default" onClick={() => askToLogin('login')}>
          {t('buy.login')}
        </Button>
      )}
    </section>
  );
}

/** Players report the moment once a second, so the last one reported may be this long before the end. */
const lastMomentMs = 1_000;
/** The place to go on from is saved this often. */
const savedEveryMs = 5_000;

const noLines: readonly Line[] = [];

function Watched({ replay, onRenew, onBuy }: WatchedProps) {
  const { t } = useTranslation('replay');
  const dates = useDates();
  const savedAt = useRef(Number.NEGATIVE_INFINITY);
  const { begins, ends } = spanOf(recordedOf(replay).tracks);
  const [moment, setMoment] = useState(begins);
  const [resumedAt, setResumedAt] = useState(() => savedPosition(replay.event_uuid, { from: begins, to: ends }));
  const [jump, setJump] = useState<Jump>();
  const { player, refund } = usePlayed(replay.event_uuid, replay.refund);
  // What is played is saved, not what someone passes while seeking.
  const [played] = useState(() => ({
    ...player,
    note: (at: number): void => {
      player.note(at);
      if (Math.abs(at - savedAt.current) < savedEveryMs) return;
      savedAt.current = at;
      savePosition(replay.event_uuid, at);
    },
  }));
  // Players take a jump, not a place to begin at.
  useEffect(() => {
    if (resumedAt !== undefined) setJump({ at: resumedAt });
  }, [resumedAt]);
  const jumpTo = (at: number): void => {
    setResumedAt(undefined);
    setJump({ at: Math.min(Math.max(at, begins), ends - lastMomentMs) });
  };
  const { data: transcript } = useTranscript(replay.event_uuid, replay.watch === 'full');
  const lines = transcript?.lines ?? noLines;
  // The stream of an encoder is one picture with its sound, for which the browser's own player is best.
  const isWhole = replay.tracks.every((track) => track.begins_at === track.file_begins_at);
  const streams = isWhole && replay.replay?.parts.length === replay.tracks.length ? replay.replay : undefined;
  usePageTitle(t('pageTitle', { title: replay.title }));
  return (
    <div className={styles.page}>
      <div className={styles.main}>
        {streams ? (
          <ReplayPlayer
            replay={streams}
            lines={lines}
            jump={jump}
            played={played}
            onMoment={setMoment}
            onRenew={onRenew}
          />
        ) : (
          <ComposedPlayer
            replay={replay}
            lines={lines}
            jump={jump}
            played={played}
            onMoment={setMoment}
            onRenew={onRenew}
          />
        )}
        {resumedAt !== undefined && (
          <p className={styles.resumed} role="status">
            {t('resumed', { at: formatCountdown(resumedAt - begins) })}
            <Button size="sm" variant="default" onClick={() => jumpTo(begins)}>
              {t('startOver')}
            </Button>
          </p>
        )}
        {replay.chapters.length > 0 && <Chapters chapters={replay.chapters} begins={begins} onJump={jumpTo} />}
        {lines.length > 0 && (
          <Transcript eventUuid={replay.event_uuid} lines={lines} begins={begins} moment={moment} onJump={jumpTo} />
        )}
        <div role="status">
          {moment >= ends - lastMomentMs && (
            <div className={styles.ended}>
              <p>{t(replay.watch === 'preview' ? 'buy.ended' : 'end')}</p>
              {replay.watch === 'preview' ? (
                <Button onClick={() => onBuy(replay)}>{t('buy.rest')}</Button>
              ) : (
                <div className={styles.actions}>
                  <Button variant="default" onClick={() => jumpTo(begins)}>
                    {t('again')}
                  </Button>
                  <Button component={Link} to={hostPath({ user_username: replay.host.username })}>
                    {t('more', { host: replay.host.username })}
                  </Button>
                </div>
              )}
            </div>
          )}
        </div>
        <div className={styles.head}>
          <h1 className={styles.title} {...userText}>
            {replay.title}
          </h1>
          <p className={styles.line}>
            {t('recorded', {
              host: replay.host.username,
              date: formatShortDateTime(begins, dates),
            })}
          </p>
          <p className={styles.line}>{t('availableUntil', { date: formatShortDateTime(replay.kept_until, dates) })}</p>
          {refund && <ReplayRefundLine refund={refund} className={styles.line} />}
        </div>
        <div className={styles.actions}>
          <Button variant="default" component={Link} to={`/event/${replay.event_uuid}`}>
            {t('toEvent')}
          </Button>
          {replay.removable && <RemoveReplay eventUuid={replay.event_uuid} />}
        </div>
        {replay.removable && <CutReplay replay={replay} begins={begins} moment={moment} />}
        {replay.removable && <OfferReplay replay={replay} />}
        {replay.downloadable && (
          <DownloadReplay eventUuid={replay.event_uuid} isHost={replay.removable} counts={refund !== undefined} />
        )}
      </div>
      {replay.watch === 'preview' ? (
        <Locked replay={replay} onBuy={onBuy} />
      ) : (
        <ReplayChat eventUuid={replay.event_uuid} host={replay.host.username} moment={moment} />
      )}
    </div>
  );
}

interface NothingProps {
  eventUuid: string;
  title: string;
  text: string;
  /** Logging in does not help. */
  forEveryone?: boolean;
}

/** Why there is nothing to watch, and the way back. */
function Nothing({ eventUuid, title, text, forEveryone = false }: NothingProps) {
  const { t } = useTranslation('replay');
  const isLoggedIn = useSession(({ user }) => user !== null) || forEveryone;
  usePageTitle(title);
  return (
    <div className={`fr-column ${styles.nothing}`}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        {!isLoggedIn && <Button onClick={() => askToLogin('login')}>{t('buy.login')}</Button>}
        <Button variant={isLoggedIn ? 'filled' : 'default'} component={Link} to={`/event/${eventUuid}`}>
          {t('toEvent')}
        </Button>
      </div>
    </div>
  );
}

/** `/replay/{uuid}`: what was recorded of an event, with its chat. */
export default function ReplayPage({ onBuy }: Pick<WatchedProps, 'onBuy'>) {
  const { uuid = '' } = useParams();
  const { t } = useTranslation('replay');
  const { data: replay, error, isPending, refetch } = useReplay(uuid);
  const refusal = error instanceof ApiRefusal && error.status >= 400 && error.status < 500 ? error : undefined;
  // Asked again while it plays: it may have been taken down, or the ticket refunded.
  const isOver = refusal !== undefined && [403, 404].includes(refusal.status);
  if (replay?.state === 'ready' && !isOver)
    return (
      <Watched
        key={`${uuid} ${replay.watch}`}
        replay={replay}
        onRenew={async () => !(await refetch()).isError}
        onBuy={onBuy}
      />
    );
  if (isPending)
    return (
      <div className={styles.page} aria-busy="true">
        <span className="fr-visually-hidden" role="status">
          {t('loading')}
        </span>
        <div className={styles.main} aria-hidden="true">
          <div className={styles.blank}>
            <Skeleton height="100%" radius={16} />
          </div>
        </div>
      </div>
    );
  if (replay && replay.state !== 'ready')
    return <Nothing eventUuid={uuid} title={t(`${replay.state}.title`)} text={t(`${replay.state}.text`)} />;
  if (refusal)
    return (
      <Nothing
        eventUuid={uuid}
        title={t('refused')}
        text={messageOf(refusal)}
        forEveryone={refusal.is('replay_taken_down')}
      />
    );
  return (
    <div className={`fr-column ${styles.nothing}`}>
      <h1>{t('failed')}</h1>
      <ErrorNote error={error} onRetry={() => void refetch()} />
    </div>
  );
}
