import {
  IconHeadphones,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerTrackNext,
  IconRewindBackward10,
} from '@tabler/icons-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { formatCountdown } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Cover } from '#web/shared/ui/Cover.tsx';
import { CutOffSlate, StoppedSlate } from '../broadcast/Slate.tsx';
import { Control, controlIcon } from '../controls/Control.tsx';
import { useEventPage, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import { UnmuteButton } from '../stage/SoundButton.tsx';
import { canPlayHls, type HlsPlayer, playHls, type PlayerTimes } from './hls-player.ts';
import { startPlaying } from './start-playing.ts';
import { onUnblocked } from '../model/people.ts';
import styles from './HlsStage.module.css';

const lookedAtEveryMs = 500;
const backSeconds = 10;
const speeds = [1, 1.25, 1.5, 2] as const;
const noTimes: PlayerTimes = {
  at: 0,
  live: 0,
  isLive: true,
  behindMs: null,
  isStopped: false,
  isCutOff: false,
  step: 'good',
};

/** A broadcast by HLS: some seconds behind the stage, and as far back as its beginning. */
export default function HlsStage() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const fit = useView((view) => view.videoFitMode);
  const video = useRef<HTMLVideoElement>(null);
  const player = useRef<HlsPlayer | null>(null);
  const [times, setTimes] = useState(noTimes);
  const [paused, setPaused] = useState(false);
  const [muted, setMuted] = useState(false);
  const [speed, setSpeed] = useState<number>(1);
  const [audioOnly, setAudioOnly] = useState(false);
  const [refused, setRefused] = useState<string | null>(canPlayHls() ? null : t('hls.unsupported'));
  const showTimes = (): void => {
    const now = player.current?.times();
    if (!now) return;
    setTimes(now);
    model.watchesBehind(now.behindMs, now.step);
    // Who has caught up does not overtake the stage.
    if (now.isLive && speed !== 1) setSpeed(1);
  };
  const look = useEffectEvent(showTimes);
  /** How often the player began again. */
  const [tries, setTries] = useState(0);
  const tryAgain = useEffectEvent(() => {
    if (refused === null || !canPlayHls()) return;
    setRefused(null);
    setPaused(false);
    setTries(tries + 1);
  });
  // A blocked person got no key, and the player gave up.
  useEffect(() => onUnblocked(model, tryAgain), [model]);
  useEffect(() => {
    if (!video.current || !canPlayHls()) return undefined;
    player.current = playHls(video.current, {
      eventUuid: model.eventUuid,
      keyOf: model.segmentKey,
      now: serverNow,
      onRefused: setRefused,
    });
    const timer = setInterval(look, lookedAtEveryMs);
    return () => {
      clearInterval(timer);
      player.current?.destroy();
      player.current = null;
    };
  }, [model, tries]);
  useEffect(() => {
    if (video.current) video.current.playbackRate = speed;
  }, [speed]);
  const seek = (seconds: number): void => {
    player.current?.seek(seconds);
    showTimes();
  };
  const play = async (): Promise<void> => {
    if (video.current && (await startPlaying(video.current)) === 'refused') setPaused(true);
  };
  const playWithSound = (): void => {
    if (video.current) video.current.muted = false;
    void play();
  };
  const isUnreachable = useSnapshot((snapshot) => snapshot.live?.webrtcOnly ?? null) !== null;
  const still = refused ?? (isUnreachable ? t('hls.unreachable') : audioOnly ? t('hls.audioOn') : null);
  const isReachable = refused === null && !isUnreachable;
  const isStopped = isReachable && (times.isStopped || times.isCutOff);
  const slate = times.isCutOff ? <CutOffSlate /> : <StoppedSlate />;
  const cover = isStopped ? slate : still !== null && <StillCover text={still} />;
  return (
    <>
      <video
        ref={video}
        className={styles.video}
        data-fit={fit}
        playsInline
        disablePictureInPicture
        aria-label={t('hls.video')}
        onCanPlay={() => !paused && void play()}
        onPlay={() => setPaused(false)}
        onPause={() => setPaused(true)}
        onVolumeChange={({ currentTarget }) => setMuted(currentTarget.muted)}
      />
      {/* Always there: readers of screens say what appears in it. */}
      <div role="status">{cover}</div>
      {still === null && times.behindMs === null && <p className={styles.loading}>{t('rooms:room.loading')}</p>}
      {muted && !paused && refused === null && <UnmuteButton belowPlayer onClick={playWithSound} />}
      {refused === null && times.behindMs !== null && (
        <HlsControls
          times={times}
          behindMs={times.behindMs}
          isStopped={isStopped}
          paused={paused}
          speed={speed}
          audioOnly={audioOnly}
          onSeek={seek}
          onPause={() => (paused ? playWithSound() : video.current?.pause())}
          // From where the video is now, so that a second press counts, too.
          onBack={() => video.current && seek(video.current.currentTime - backSeconds)}
          onSpeed={setSpeed}
          onAudioOnly={() => setAudioOnly(!audioOnly)}
          onLive={() => {
            player.current?.toLive();
            void play();
          }}
        />
      )}
    </>
  );
}

interface HlsControlsProps {
  times: PlayerTimes;
  /** How far behind the stage the video is. */
  behindMs: number;
  isStopped: boolean;
  paused: boolean;
  speed: number;
  audioOnly: boolean;
  onSeek: (seconds: number) => void;
  onPause: () => void;
  onBack: () => void;
  onSpeed: (speed: number) => void;
  onAudioOnly: () => void;
  onLive: () => void;
}

/** How far behind the video is, its position, and the buttons. Who is live has no speed to choose. */
function HlsControls(props: HlsControlsProps) {
  const { t } = useTranslation('broadcast');
  const { times, behindMs, isStopped, paused, speed, audioOnly } = props;
  return (
    <div className={styles.player} role="group" aria-label={t('hls.player')} data-fades>
      {!isStopped && (
        <p className={styles.behind} role="status">
          {times.isLive
            ? t('hls.behind', { seconds: Math.round(behindMs / 1000) })
            : t('hls.rewound', { time: formatCountdown(behindMs) })}
        </p>
      )}
      <input
        type="range"
        className={styles.seek}
        aria-label={t('hls.seek')}
        aria-valuetext={t('hls.position', {
          at: formatCountdown(times.at * 1000),
          length: formatCountdown(times.live * 1000),
        })}
        min={0}
        max={Math.max(1, Math.floor(times.live))}
        value={Math.floor(times.at)}
        onChange={(event) => props.onSeek(Number(event.currentTarget.value))}
      />
      <div className={styles.buttons}>
        <Control
          label={t(paused ? 'hls.play' : 'hls.pause')}
          icon={paused ? <IconPlayerPlay {...controlIcon} /> : <IconPlayerPause {...controlIcon} />}
          onClick={props.onPause}
        />
        <Control label={t('hls.back')} icon={<IconRewindBackward10 {...controlIcon} />} onClick={props.onBack} />
        {!times.isLive && (
          <Control
            label={t('hls.speed')}
            icon={null}
            text={`${speed}×`}
            onClick={() => props.onSpeed(speeds[(speeds.indexOf(speed as 1) + 1) % speeds.length]!)}
          />
        )}
        <Control
          label={t('hls.audio')}
          icon={<IconHeadphones {...controlIcon} />}
          tone={audioOnly ? 'on' : 'idle'}
          pressed={audioOnly}
          onClick={props.onAudioOnly}
        />
        {!times.isLive && (
          <Button
            size="sm"
            className={styles.toLive}
            rightSection={<IconPlayerTrackNext size={18} stroke={1.8} aria-hidden="true" />}
            onClick={props.onLive}
          >
            {t('hls.toLive')}
          </Button>
        )}
      </div>
    </div>
  );
}

/** In place of the picture: the cover, and why. */
function StillCover({ text }: { text: string }) {
  const page = useEventPage();
  return (
    <div className={styles.still}>
      <Cover src={page.event.event_cover_image} eager />
      <p className={styles.words}>{text}</p>
    </div>
  );
}
