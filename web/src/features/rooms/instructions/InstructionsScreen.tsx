import '#web/shared/styles/components.ts';
import { ActionIcon } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { Button } from '#web/shared/ui/Button.tsx';
import { Link } from '#web/shared/ui/Link.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import type { Phase } from '../model/phases.ts';
import { FeatureCard } from './FeatureCard.tsx';
import styles from './InstructionsScreen.module.css';
import { NetworkCard } from './NetworkCard.tsx';
import { Preview } from './Preview.tsx';
import { carriesVideo, useHint } from './use-hint.ts';
import { useNetwork } from './use-network.ts';
import { usePreview } from './use-preview.ts';

interface InstructionsProps {
  page: WireEventPage;
  isOwner: boolean;
  /** Null until the code of the room is loaded. */
  model: RoomModel | null;
  phase: Phase;
}

/** Before the room: camera, microphone, network check and one button. */
export function InstructionsScreen({ page, isOwner, model, phase }: InstructionsProps) {
  const { t } = useTranslation('rooms');
  const camera = usePreview('camera', isOwner);
  const microphone = usePreview('microphone', isOwner);
  const findings = useNetwork(phase !== 'outside');
  const { event } = page;
  const title = isOwner ? t('title.owner') : t('title.viewer', { eventName: event.event_title });
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const hint = useHint({ event, isOwner, preparing, videoRoom: findings.videoRoom });
  const toEvent = `/event/${event.event_uuid}`;
  useEffect(() => {
    document.title = `${title} · Frontrow`;
  }, [title]);

  useEffect(() => {
    if (!findings.videoUrl) return;
    void import('../media/engine-room.ts').then(({ prepareEngine }) => prepareEngine(findings.videoUrl));
  }, [findings.videoUrl]);

  const enter = (): void => {
    // Closed before entering: on some machines a camera that is still open cannot be opened a second time.
    camera.setOn(false);
    microphone.setOn(false);
    void model?.enter();
  };

  return (
    <div className={styles.screen}>
      <header className={styles.head}>
        <Link to="/" aria-label="Frontrow">
          <Logo />
        </Link>
        <ActionIcon component={Link} to={toEvent} variant="glass" size={44} aria-label={t('close')}>
          <IconX size={20} stroke={1.8} />
        </ActionIcon>
      </header>
      <div className={styles.page}>
        <div className={styles.titles}>
          <h1>{title}</h1>
          <p>{t('subtitle')}</p>
        </div>
        <div className={styles.action} data-bottom-bar>
          <Button
            size="lg"
            fullWidth
            onClick={enter}
            disabled={!model || !carriesVideo() || findings.videoRoom === 'preparing'}
            loading={phase === 'entering' || phase === 'waiting'}
          >
            {t(isOwner ? 'start' : 'join')}
          </Button>
          <p role="status" className={styles.hint}>
            {hint}
          </p>
        </div>
        <Preview camera={camera} microphone={microphone} />
        <div className={styles.side}>
          <NetworkCard findings={findings} />
          <FeatureCard isOwner={isOwner} />
        </div>
      </div>
    </div>
  );
}
