import '#web/shared/styles/components.ts';
import { ActionIcon, Button } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect } from 'react';
import { Link } from 'react-router';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { noShowAfterMs, startWindowMs } from '@frontrow/core/events/limits.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { formatLongDate, formatTime } from '#web/shared/format/time.ts';
import { Logo } from '#web/shared/ui/Logo.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import type { RoomModel } from '../model/room-deps.ts';
import type { Phase } from '../model/phases.ts';
import { FeatureCard } from './FeatureCard.tsx';
import styles from './InstructionsScreen.module.css';
import { NetworkCard } from './NetworkCard.tsx';
import { Preview } from './Preview.tsx';
import { useNetwork } from './use-network.ts';
import { usePreview } from './use-preview.ts';

/** Missing in few browsers, and turned off in an iPhone's Lockdown Mode. */
const carriesVideo = (): boolean => typeof RTCPeerConnection !== 'undefined';

interface InstructionsProps {
  page: WireEventPage;
  isOwner: boolean;
  /** Null until the code of the room is here. */
  model: RoomModel | null;
  phase: Phase;
}

/** Before the room (spec §2): camera, microphone, network and one button. */
export function InstructionsScreen({ page, isOwner, model, phase }: InstructionsProps) {
  const { t } = useTranslation('rooms');
  const camera = usePreview('camera', isOwner);
  const microphone = usePreview('microphone', isOwner);
  const findings = useNetwork(phase !== 'outside');
  const { event } = page;
  const title = isOwner ? t('title.owner') : t('title.viewer', { eventName: event.event_title });
  const preparing = phase === 'waiting' || findings.videoRoom === 'preparing';
  const opensAt = event.event_date - startWindowMs;
  const now = useNow();
  const when = (): string => {
    if (event.event_state !== 0) return '';
    if (now >= event.event_date) {
      const owner = event.event_num_tickets_sold === 0 ? 'lateOwnerAlone' : 'lateOwner';
      return t(isOwner ? owner : 'lateViewer', { time: formatTime(event.event_date + noShowAfterMs) });
    }
    if (!isOwner) return t('notLive');
    return now < opensAt ? t('early', { when: `${formatLongDate(opensAt, { now })}, ${formatTime(opensAt)}` }) : '';
  };
  const hint = (): string => {
    if (!carriesVideo()) return t('noVideo');
    if (preparing) return `${t('preparing')}. ${t('preparingText')}`;
    return [when(), findings.videoRoom === 'down' ? t('noEngine') : ''].filter(Boolean).join(' ');
  };
  const toEvent = `/event/${event.event_uuid}`;
  useEffect(() => {
    document.title = `${title} · Frontrow`;
  }, [title]);

  useEffect(() => {
    if (!findings.videoUrl) return;
    void import('../media/engine-room.ts').then(({ prepareEngine }) => prepareEngine(findings.videoUrl));
  }, [findings.videoUrl]);

  const enter = (): void => {
    // The room opens the devices again when they are wanted; two holders of one camera fail on some machines.
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
            {hint()}
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
