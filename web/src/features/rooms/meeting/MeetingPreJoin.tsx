import { formatLongDate, formatLongDateTime, formatTimes } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { IconDeviceLaptop, IconLock, IconMessageCircle } from '@tabler/icons-react';
import type { Phase } from '../model/room-phase.ts';
import { PreJoinLayout } from '../pre-join/PreJoinLayout.tsx';
import { FeatureList } from '../pre-join/FeatureCard.tsx';
import { NetworkCard } from '../pre-join/NetworkCard.tsx';
import { Preview } from '../pre-join/Preview.tsx';
import { useNetwork } from '../pre-join/network-check.ts';
import { usePreview } from '../devices/use-preview.ts';
import { carriesVideo } from '../media/video-support.ts';
import type { RoomModel } from '../model/room-deps.ts';
import { backPath } from './MeetingAway.tsx';
import { isOtherHere, otherAt } from './meeting-query.ts';

interface MeetingPreJoinProps {
  meeting: WireMeetingRoom;
  /** Null until the code of the room is loaded. */
  model: RoomModel | null;
  phase: Phase;
}

/** When the room opens, or whether the other one is there. */
function useHint(meeting: WireMeetingRoom, isOpen: boolean): string {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const { name } = otherAt(meeting);
  if (!isOpen) return t('meeting.opens', { when: formatLongDateTime(meeting.opens_at, { now }) });
  if (meeting.side === 'admin') return t('meeting.admin');
  return t(isOtherHere(meeting) ? 'meeting.isThere' : 'meeting.isOpen', { name });
}

/** Before the room of a private meeting: camera, microphone, network check and one button. */
export function MeetingPreJoin({ meeting, model, phase }: MeetingPreJoinProps) {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const isParty = meeting.side !== 'admin';
  const camera = usePreview('camera', false);
  const microphone = usePreview('microphone', false);
  const findings = useNetwork(phase !== 'outside');
  const isOpen = isParty ? now >= meeting.opens_at : meeting.event_state === 1;
  const hint = useHint(meeting, isOpen);
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';

  const enter = async (): Promise<void> => {
    // Also what is still being opened: a quick visitor enters with what the preview shows a moment later.
    const on = { camera: camera.isWanted(), microphone: microphone.isWanted() };
    // Closed before entering: on some machines a camera that is still open cannot be opened a second time.
    camera.setOn(false);
    microphone.setOn(false);
    await model?.enter();
    // What was on before the room stays on in it: the tap on the button took it along.
    if (isParty && on.camera) void model?.setCamera(true);
    if (isParty && on.microphone) void model?.setMicrophone(true);
  };
  const { host, viewer } = meeting;
  return (
    <PreJoinLayout
      title={
        isParty
          ? t('meeting.title', { name: otherAt(meeting).name })
          : t('meeting.titleAdmin', { host: host.name, viewer: viewer.name })
      }
      subtitle={t('meeting.when', {
        date: formatLongDate(meeting.starts_at, { now }),
        times: formatTimes(meeting.starts_at, meeting.ends_at),
      })}
      toEvent={backPath(meeting)}
      closeLabel={t(isParty ? 'meeting.toRequest' : 'meeting.toHome')}
      hint={!carriesVideo() ? t('noVideo') : preparing ? `${t('preparing')}. ${t('preparingText')}` : hint}
      action={
        <Button
          size="lg"
          fullWidth
          onClick={() => void enter()}
          disabled={!model || !isOpen || !carriesVideo() || findings.videoRoom === 'preparing'}
          loading={phase === 'entering' || phase === 'waiting'}
        >
          {t('meeting.enter')}
        </Button>
      }
      side={
        <>
          <NetworkCard findings={findings} />
          <FeatureList
            title={t('meeting.inRoom')}
            features={[
              { icon: IconLock, name: t('meeting.twoOnly'), text: t('meeting.twoOnlyText') },
              { icon: IconDeviceLaptop, name: t('meeting.share'), text: t('meeting.shareText') },
              { icon: IconMessageCircle, name: t('meeting.chat'), text: t('meeting.chatText') },
            ]}
          />
        </>
      }
    >
      {isParty && <Preview camera={camera} microphone={microphone} />}
    </PreJoinLayout>
  );
}
