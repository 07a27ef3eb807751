import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconEye, IconHeadphones, IconHeadphonesOff, IconMicrophone } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { userText } from '#web/shared/catalog/user-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Level } from '../devices/Level.tsx';
import { type PreviewTracks, watchPreview } from '../media/preview-room.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './WarmUp.module.css';
import { usePlayedTrack } from '../media/use-played-track.ts';

const noTracks: PreviewTracks = { camera: null, microphone: null };

/**
 * For the host and event admins: who gets ready for the next turn, seen and heard before the audience does. The host
 * and co-hosts choose.
 */
export function NextSpeaker() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const next = useSnapshot((snapshot) => snapshot.live?.next ?? null);
  const asks = useSnapshot(({ live }) => (live?.screening === true && live.next === null ? live.hands[0] : undefined));
  const asking = useSnapshot((snapshot) => snapshot.busy.has('askNext'));
  const { mayChooseSpeaker } = useCapabilities();
  const question = useSnapshot(({ live }) => live?.hands.find((hand) => hand.username === next?.username)?.question);
  if (!next)
    return asks && mayChooseSpeaker ? (
      <div className={styles.tile}>
        <Button variant="default" size="sm" loading={asking} onClick={() => void model.askNext()}>
          {t('next.ask', { name: asks.username })}
        </Button>
      </div>
    ) : null;
  return (
    <section
      className={styles.tile}
      data-previews={next.state !== 'declined' || undefined}
      aria-label={t('next.title', { name: next.username })}
      tabIndex={-1}
    >
      <p className={styles.title}>
        <strong>{t('next.title', { name: next.username })}</strong>
        <span>{t(`next.${next.state}`)}</span>
      </p>
      {next.state !== 'declined' && <Watched key={next.username} name={next.username} />}
      {question && <p {...userText}>{question}</p>}
      {mayChooseSpeaker && <Choices name={next.username} isDeclined={next.state === 'declined'} />}
    </section>
  );
}

function Choices({ name, isDeclined }: { name: string; isDeclined: boolean }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const turning = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  const asking = useSnapshot((snapshot) => snapshot.busy.has('askNext'));
  return (
    <div className={styles.buttons}>
      {isDeclined ? (
        <Button size="sm" variant="default" loading={asking} onClick={() => void model.askNext()}>
          {t('next.again')}
        </Button>
      ) : (
        <>
          <Button
            size="sm"
            loading={turning}
            aria-label={t('next.bringWho', { name })}
            aria-keyshortcuts="N"
            onClick={() => void model.setTurn(name, true)}
          >
            {t('next.bring')}
            <kbd aria-hidden="true">N</kbd>
          </Button>
          <Button
            size="sm"
            variant="default"
            loading={asking}
            aria-label={t('next.skipWho', { name })}
            onClick={() => void model.askNext(name)}
          >
            {t('next.skip')}
          </Button>
        </>
      )}
    </div>
  );
}

/**
 * The preview. Its level always shows; it is heard only on request, because it would reach the audience through an open
 * microphone.
 */
function Watched({ name }: { name: string }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const [{ camera, microphone }, setTracks] = useState(noTracks);
  const [heard, setHeard] = useState(false);
  const video = usePlayedTrack<HTMLVideoElement>(camera);
  const audio = usePlayedTrack<HTMLAudioElement>(heard ? microphone : null);
  useEffect(() => watchPreview(model.previewPass, setTracks), [model]);
  const Icon = heard ? IconHeadphones : IconHeadphonesOff;
  return (
    <>
      <div className={styles.picture}>
        <video
          ref={video}
          autoPlay
          muted
          playsInline
          disablePictureInPicture
          aria-label={t('next.picture', { name })}
          hidden={!camera}
        />
        {!camera && <span className={styles.waits}>{t('next.noPicture')}</span>}
        <span className={styles.seen}>
          <IconEye size={16} stroke={1.8} aria-hidden="true" />
          {t('next.seenBy')}
        </span>
      </div>
      <div className={styles.level}>
        <IconMicrophone size={20} stroke={1.6} aria-hidden="true" />
        <Level track={microphone} label={t('next.level', { name })} />
        <ActionIcon
          variant="quiet"
          size={36}
          aria-pressed={heard}
          aria-label={t('next.listen', { name })}
          disabled={!microphone}
          onClick={() => setHeard(!heard)}
        >
          <Icon size={20} stroke={1.6} />
        </ActionIcon>
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a live voice has no captions */}
        <audio ref={audio} autoPlay />
      </div>
    </>
  );
}
