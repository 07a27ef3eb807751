import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { useFullScreen } from '../controls/use-full-screen.ts';
import { isAway } from '../media/media-model.ts';
import { otherIn } from '../model/room-state.ts';
import { useCapabilities, useRoomParts, useSnapshot, useView } from '../room-view.ts';
import { SpeakerTiles } from '../stage/SpeakerTiles.tsx';
import styles from '../stage/Stage.module.css';
import { VideoSurface } from '../stage/VideoSurface.tsx';
import { arrangeMeeting } from '../stage/arrange-meeting.ts';
import { otherAt } from './meeting-query.ts';

/** Whether the other one has a seat in the room now. */
export function useOtherHere(): boolean {
  const { me } = useRoomParts().model;
  return useSnapshot(({ live }) => {
    if (!live?.meeting) return false;
    return otherIn(live, me).username === live.owner.username ? live.meeting.hostHere : live.meeting.viewerHere;
  });
}

/** What stands on the stage while the other one sends no picture. */
function EmptyStage({ meeting }: { meeting: WireMeetingRoom }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const can = useCapabilities();
  const here = useOtherHere();
  const media = useSnapshot((snapshot) => snapshot.media);
  const opening = useSnapshot(({ busy }) => busy.has('camera') || busy.has('microphone'));
  const { username, user_avatar: avatar, name } = otherAt(meeting);
  const isQuiet = can.mayUseCamera && !media.camera && !media.microphone && media.connection === 'connected';
  const line = here
    ? t(isAway(media, username) ? 'meeting.reconnecting' : 'meeting.cameraOff', { name })
    : t('meeting.waiting', { name });
  return (
    <div className={styles.empty}>
      <Avatar username={username} src={avatar} size={112} />
      {media.connection === 'none' ? (
        <p role="status">{t('room.noVideo')}</p>
      ) : media.connection === 'connecting' ? (
        <p>{t('room.loading')}</p>
      ) : (
        <>
          <p>{line}</p>
          {!here && can.mayUseCamera && <p className={styles.small}>{t('meeting.waitingText', { name })}</p>}
          {isQuiet && (
            <Button loading={opening} onClick={() => void model.goOnAir()}>
              {t('meeting.goOn')}
            </Button>
          )}
        </>
      )}
    </div>
  );
}

/** The other one large, oneself small. */
export function MeetingStage({ meeting }: { meeting: WireMeetingRoom }) {
  const { model } = useRoomParts();
  const media = useSnapshot((snapshot) => snapshot.media);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const fit = useView((view) => view.videoFitMode);
  const { toggle } = useFullScreen();
  const frozen = media.connection === 'reconnecting';
  const { main, tiles } = arrangeMeeting(live, media.feeds, model.me);
  return (
    <div className={styles.stage} data-stage onDoubleClick={toggle}>
      <VideoSurface feed={main.feed} fit={fit} frozen={frozen} label={main.person.username} />
      {!main.feed && !frozen && <EmptyStage meeting={meeting} />}
      <div className={styles.topShade} data-fades />
      <div className={styles.bottomShade} data-fades="wide" />
      <SpeakerTiles tiles={tiles} corners={['bottomRight', 'topRight']} frozen={frozen} />
    </div>
  );
}
