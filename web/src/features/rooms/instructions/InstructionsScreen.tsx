import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import '#web/shared/styles/components.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useEffect } from 'react';
import { carriesVideo } from '../media/video-support.ts';
import type { RoomModel } from '../model/room-deps.ts';
import type { Phase } from '../model/room-state.ts';
import { DoorScreen } from './DoorScreen.tsx';
import { FeatureCard } from './FeatureCard.tsx';
import { NetworkCard } from './NetworkCard.tsx';
import { Preview } from './Preview.tsx';
import { useHint } from './use-hint.ts';
import { useNetwork } from './use-network.ts';
import { usePreview } from './use-preview.ts';

export interface DoorProps {
  page: WireEventPage;
  isOwner: boolean;
  /** Null until the code of the room is loaded. */
  model: RoomModel | null;
  phase: Phase;
}

/** Prepares the connection to the engine as soon as its address is known. */
export function usePreparedEngine(videoUrl: string): void {
  useEffect(() => {
    if (!videoUrl) return;
    void import('../media/engine-room.ts').then(({ prepareEngine }) => prepareEngine(videoUrl));
  }, [videoUrl]);
}

/** Before the room: camera, microphone, network check and one button. */
export function InstructionsScreen({ page, isOwner, model, phase }: DoorProps) {
  const { t } = useTranslation('rooms');
  const camera = usePreview('camera', isOwner);
  const microphone = usePreview('microphone', isOwner);
  const findings = useNetwork(phase !== 'outside');
  const { event } = page;
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const hint = useHint({ event, isOwner, preparing, videoRoom: findings.videoRoom });
  usePreparedEngine(findings.videoUrl);

  const enter = (): void => {
    // Closed before entering: on some machines a camera that is still open cannot be opened a second time.
    camera.setOn(false);
    microphone.setOn(false);
    void model?.enter();
  };

  return (
    <DoorScreen
      title={isOwner ? t('title.owner') : t('title.viewer', { eventName: event.event_title })}
      toEvent={`/event/${event.event_uuid}`}
      hint={hint}
      action={
        <Button
          size="lg"
          fullWidth
          onClick={enter}
          disabled={!model || !carriesVideo() || findings.videoRoom === 'preparing'}
          loading={phase === 'entering' || phase === 'waiting'}
        >
          {t(isOwner ? 'start' : 'join')}
        </Button>
      }
      side={
        <>
          <NetworkCard findings={findings} />
          <FeatureCard isOwner={isOwner} />
        </>
      }
    >
      <Preview camera={camera} microphone={microphone} />
    </DoorScreen>
  );
}
