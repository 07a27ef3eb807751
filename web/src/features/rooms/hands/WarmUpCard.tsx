import type { WarmUp } from '../model/room-state.ts';
import { IconEye, IconMicrophone, IconVideo } from '@tabler/icons-react';
import { warmUpMs } from '@frontrow/core/rooms/turn-queue.ts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { DevicePicker } from '../devices/DevicePicker.tsx';
import { Level } from '../devices/Level.tsx';
import { usePreview } from '../devices/use-preview.ts';
import { sendPreview, type SentPreview } from '../media/preview-room.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { TurnRing } from './TurnClock.tsx';
import cards from './TurnCard.module.css';
import styles from './WarmUp.module.css';
import { usePlayedTrack } from '../media/use-played-track.ts';

/** The next speaker checks camera and sound, which only the host and event admins see, and says they are ready. */
export function WarmUpCard() {
  const warmUp = useSnapshot((snapshot) => snapshot.live?.warmUp ?? null);
  return <div className={cards.place}>{warmUp && warmUp.state !== 'declined' && <OpenCard warmUp={warmUp} />}</div>;
}

function OpenCard({ warmUp }: { warmUp: WarmUp }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const host = useSnapshot((snapshot) => snapshot.live?.owner.username ?? '');
  const noVideo = useSnapshot((snapshot) => snapshot.media.connection === 'none');
  const [checking, setChecking] = useState(false);
  const isReady = warmUp.state === 'ready';
  return (
    <section className={styles.card} aria-label={t('warmUp.title')} data-offer={checking ? 'checks' : 'short'}>
      <header className={styles.head}>
        {warmUp.answerBy !== null && (
          <TurnRing
            limit={{ username: model.me.username, endsAt: warmUp.answerBy, seconds: warmUpMs / 1000 }}
            size={52}
          />
        )}
        <div className={cards.words}>
          <h2>{t(isReady ? 'warmUp.readyTitle' : 'warmUp.title')}</h2>
          <p>{isReady ? t('warmUp.readyText', { host }) : t('warmUp.text')}</p>
        </div>
      </header>
      {checking ? (
        <DeviceCheck host={host} isReady={isReady} />
      ) : (
        <div className={cards.next}>
          <Button disabled={noVideo} onClick={() => setChecking(true)}>
            {t('warmUp.check')}
          </Button>
          <NotNow />
        </div>
      )}
    </section>
  );
}

function NotNow() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  return (
    <Button variant="default" onClick={() => void model.answerWarmUp(false)}>
      {t('warmUp.notNow')}
    </Button>
  );
}

/** Opens camera and microphone, which the person asked for by a tap, and sends them to the host and event admins. */
function DeviceCheck({ host, isReady }: { host: string; isReady: boolean }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const answering = useSnapshot((snapshot) => snapshot.busy.has('warmUp'));
  const camera = usePreview('camera', true);
  const microphone = usePreview('microphone', true);
  const video = usePlayedTrack<HTMLVideoElement>(camera.track);
  const sent = useRef<SentPreview | null>(null);
  useEffect(() => {
    const sending = sendPreview(model.previewPass);
    sent.current = sending;
    return sending.stop;
  }, [model]);
  useEffect(() => sent.current?.send('camera', camera.track), [camera.track]);
  useEffect(() => sent.current?.send('microphone', microphone.track), [microphone.track]);
  return (
    <>
      <div className={styles.picture}>
        <video ref={video} autoPlay muted playsInline disablePictureInPicture aria-label={t('warmUp.own')} data-own />
        <span className={styles.seen}>
          <IconEye size={16} stroke={1.8} aria-hidden="true" />
          {t('warmUp.seenBy', { host })}
        </span>
      </div>
      <div className={styles.level}>
        <IconMicrophone size={20} stroke={1.6} aria-hidden="true" />
        <Level track={microphone.track} label={t('warmUp.level')} />
      </div>
      <div className={styles.devices}>
        <DevicePicker
          label={t('warmUp.microphone')}
          icon={<IconMicrophone size={20} stroke={1.6} />}
          choices={microphone.choices}
          chosen={microphone.chosen}
          onChoose={microphone.choose}
        />
        <DevicePicker
          label={t('warmUp.camera')}
          icon={<IconVideo size={20} stroke={1.6} />}
          choices={camera.choices}
          chosen={camera.chosen}
          onChoose={camera.choose}
        />
      </div>
      <div className={cards.next}>
        {!isReady && (
          <Button
            disabled={!camera.track && !microphone.track}
            loading={answering}
            onClick={() => void model.answerWarmUp(true)}
          >
            {t('warmUp.ready')}
          </Button>
        )}
        <NotNow />
      </div>
    </>
  );
}
