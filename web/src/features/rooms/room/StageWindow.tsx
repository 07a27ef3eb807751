import { IconHandStop, IconMicrophone, IconMicrophoneOff } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { useControls } from '../controls/use-controls.ts';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { ordinal } from '../hands/ordinal.ts';
import { TurnRing } from '../hands/TurnClock.tsx';
import { arrangeMeeting } from '../stage/arrange-meeting.ts';
import { useCapabilities, useRoomParts, useSnapshot } from '../room-view.ts';
import { arrangeStage } from '../stage/arrange-stage.ts';
import { closeStageWindow, dressWindow } from '../stage-window.ts';
import styles from './StageWindow.module.css';
import { VideoSurface } from '../stage/VideoSurface.tsx';

/** The whole stage in a small window on top of others: pictures, names, the turn's time, microphone and hand. */
export default function StageWindow({ of }: { of: Window }) {
  const { t } = useTranslation('pip');
  const { view } = useRoomParts();
  const controls = useControls();
  const [isDressed, setDressed] = useState(false);
  const title = t('title');
  useEffect(() => {
    dressWindow(of, title);
    setDressed(true);
  }, [of, title]);
  useShortcuts({ m: controls.microphone.toggle, h: controls.hand.toggle, p: () => closeStageWindow(view) }, of);
  if (!isDressed) return null;
  return createPortal(
    <main className={styles.window}>
      <Pictures />
      <Foot />
    </main>,
    of.document.body,
  );
}

function Pictures() {
  const { t } = useTranslation('rooms');
  const { me } = useRoomParts().model;
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const media = useSnapshot((snapshot) => snapshot.media);
  const isSlate = useSnapshot(({ feed }) => live.source !== null && feed.shown === 'slate');
  const copied = useSnapshot((snapshot) => snapshot.vp8.feeds);
  const feeds = copied ?? media.feeds;
  const { main, tiles } = live.meeting ? arrangeMeeting(live, feeds, me) : arrangeStage(live, feeds);
  const shown = [main, ...tiles];
  return (
    <div className={styles.pictures} data-count={Math.min(shown.length, 3)}>
      {shown.map(({ person, feed }, index) => (
        <figure key={`${person.username} ${feed?.source ?? ''}`} className={styles.picture}>
          {feed ? (
            <VideoSurface
              feed={feed}
              fit={index === 0 ? 'contain' : 'cover'}
              frozen={media.connection === 'reconnecting'}
              label={person.username}
            />
          ) : (
            <Avatar username={person.username} src={person.avatar} size={56} />
          )}
          {index === 0 && isSlate && (
            <p className={styles.slate} role="status">
              {t('broadcast:slate.title')}
            </p>
          )}
          <figcaption>
            {live.source === null &&
              (media.audible.includes(person.username) ? (
                <IconMicrophone aria-hidden="true" />
              ) : (
                <IconMicrophoneOff aria-hidden="true" />
              ))}
            <span>{person.username}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Foot() {
  const { t, language } = useTranslation('rooms');
  const { me } = useRoomParts().model;
  const can = useCapabilities();
  const { devices, hand, microphone } = useControls();
  const limit = useSnapshot((snapshot) => snapshot.live?.turnLimit ?? null);
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost' || snapshot.media.connection === 'reconnecting');
  const isRaised = hand.place > 0;
  return (
    <div className={styles.foot}>
      {lost && <p role="status">{t('room.reconnecting')}</p>}
      {limit && (
        <div className={styles.turn}>
          <TurnRing limit={limit} size={40} />
          <strong>
            {limit.username === me.username
              ? t('audience:clock.mine')
              : t('audience:clock.theirs', { name: limit.username })}
          </strong>
        </div>
      )}
      {devices && microphone.may && (
        <button
          type="button"
          className={styles.button}
          data-tone={microphone.on ? undefined : 'muted'}
          aria-keyshortcuts="M"
          aria-label={t(microphone.on ? 'controls.microphoneOff' : 'controls.microphoneOn')}
          onClick={microphone.toggle}
        >
          {microphone.on ? <IconMicrophone aria-hidden="true" /> : <IconMicrophoneOff aria-hidden="true" />}
          {!microphone.on && <span>{t('pip:muted')}</span>}
        </button>
      )}
      {can.seesHand && (
        <button
          type="button"
          className={styles.button}
          data-tone={isRaised ? 'hand' : undefined}
          aria-keyshortcuts="H"
          aria-pressed={isRaised}
          disabled={!hand.may}
          onClick={hand.toggle}
        >
          <IconHandStop aria-hidden="true" />
          <span>{t(isRaised ? 'controls.lower' : 'controls.raise')}</span>
          {isRaised && <span>{t('controls.inLine', { place: ordinal(hand.place, language) })}</span>}
        </button>
      )}
    </div>
  );
}
