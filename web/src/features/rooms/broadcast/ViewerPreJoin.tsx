import { IconEye, IconMaximize, IconMessageCircle, IconVolume } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { formatLongDateTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Countdown } from '#web/shared/ui/Countdown.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { RecordedNote } from '#web/features/events/index.ts';
import { PreJoinLayout, type PreJoinProps } from '../pre-join/PreJoinLayout.tsx';
import { FeatureList } from '../pre-join/FeatureCard.tsx';
import { NetworkCard } from '../pre-join/NetworkCard.tsx';
import { carriesVideo } from '../media/video-support.ts';
import { useHint } from '../pre-join/use-hint.ts';
import { useNetwork } from '../pre-join/network-check.ts';
import cards from '../pre-join/Cards.module.css';
import styles from './BroadcastPreJoin.module.css';

/** A viewer who waits here for the start joins automatically, once. A page that opens later waits for the button. */
function useGoesIn({ page, model, phase }: PreJoinProps): void {
  const isLive = page.event.event_state === 1;
  const [waits, setWaits] = useState(!isLive);
  useEffect(() => {
    if (!waits || !isLive || !model || phase !== 'outside') return;
    setWaits(false);
    void model.enter();
  }, [waits, isLive, model, phase]);
}

/** The event's cover, and the time until it starts. */
function WaitingCover({ event }: { event: WireEvent }) {
  const { t } = useTranslation('broadcast');
  const now = useNow();
  const waits = event.event_state === 0 && now < event.event_date;
  return (
    <section className={styles.cover}>
      <Cover src={event.event_cover_image} eager sizes="(max-width: 48em) 100vw, 730px" />
      {waits && (
        <div className={styles.countdown}>
          <p>
            <span aria-hidden="true">{t('watch.startsIn')}</span>
            <span className="fr-visually-hidden">
              {t('watch.startsAt', {
                date: formatLongDateTime(event.event_date, { now }),
              })}
            </span>
          </p>
          <Countdown to={event.event_date} />
        </div>
      )}
    </section>
  );
}

/** Before a broadcast, for viewers: no camera, no microphone, and no permission is asked for. */
export function ViewerPreJoin(props: PreJoinProps) {
  const { page, model, phase } = props;
  const { t } = useTranslation('broadcast');
  const findings = useNetwork(phase !== 'outside');
  const { event } = page;
  const isLive = event.event_state === 1;
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const hint = useHint({ event, isOwner: false, preparing, videoRoom: findings.videoRoom, waits: t('watch.waits') });
  useGoesIn(props);
  return (
    <PreJoinLayout
      title={t('rooms:title.viewer', { eventName: event.event_title })}
      note={page.event_recorded && <RecordedNote isOwner={false} className={cards.recorded} />}
      toEvent={`/event/${event.event_uuid}`}
      hint={hint}
      action={
        <Button
          size="lg"
          fullWidth
          onClick={() => void model?.enter()}
          disabled={!model || !isLive || !carriesVideo() || findings.videoRoom === 'preparing'}
          loading={phase === 'entering' || phase === 'waiting'}
        >
          {t('rooms:join')}
        </Button>
      }
      side={
        <>
          <NetworkCard findings={findings} />
          <FeatureList
            title={t('watch.title')}
            features={[
              { icon: IconVolume, name: t('watch.sound'), text: t('watch.soundText') },
              { icon: IconMessageCircle, name: t('watch.chat'), text: t('watch.chatText') },
              { icon: IconMaximize, name: t('watch.full'), text: t('watch.fullText') },
              { icon: IconEye, name: t('watch.viewers'), text: t('watch.viewersText') },
            ]}
          />
        </>
      }
    >
      <WaitingCover event={event} />
    </PreJoinLayout>
  );
}
