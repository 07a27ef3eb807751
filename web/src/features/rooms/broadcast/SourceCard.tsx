import { IconBroadcast, IconScreenShare, IconVideo, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { canShareScreen } from '../media/devices.ts';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './StreamPanel.module.css';

const encoderLines = {
  waiting: 'stream.encoderWaiting',
  preview: 'stream.encoderSends',
  live: 'stream.encoderSends',
  lost: 'stream.encoderLost',
} as const;

interface SourceProps {
  icon: TablerIcon;
  name: string;
  line: string;
  chosen: boolean;
  onChoose: () => void;
}

function Source({ icon: Icon, name, line, chosen, onChoose }: SourceProps) {
  const { t } = useTranslation('broadcast');
  const busy = useSnapshot((snapshot) => snapshot.busy.has('source'));
  const isLive = useSnapshot((snapshot) => snapshot.live?.isLive ?? false);
  const sends = useSnapshot((snapshot) => snapshot.feed.shown === 'picture' || snapshot.feed.shown === 'unsupported');
  return (
    <button
      type="button"
      className={styles.source}
      aria-pressed={chosen}
      aria-busy={busy || undefined}
      onClick={() => !busy && !chosen && onChoose()}
    >
      <Icon size={22} stroke={1.7} aria-hidden="true" />
      <span>
        <strong>{name}</strong>
        <small>{line}</small>
      </span>
      {chosen && (
        <span className={styles.mark} data-sends={sends || undefined}>
          {t(!sends ? 'stream.chosen' : isLive ? 'stream.onAir' : 'stream.inPreview')}
        </span>
      )}
    </button>
  );
}

/** One press changes where the stream comes from; the event goes on. */
export function SourceCard() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const source = useSnapshot((snapshot) => snapshot.live?.source);
  const ingest = useSnapshot((snapshot) => snapshot.live?.ingestState ?? 'waiting');
  const screen = useSnapshot((snapshot) => snapshot.media.screen);
  const camera = useSnapshot((snapshot) => snapshot.media.camera);
  const fromHere = source === 'camera';
  return (
    <section aria-label={t('stream.sources')}>
      <h2 className={styles.title}>{t('stream.sources')}</h2>
      <div className={styles.sources}>
        <Source
          icon={IconBroadcast}
          name={t('stream.encoder')}
          line={t(encoderLines[ingest])}
          chosen={source === 'encoder'}
          onChoose={() => void model.selectSource('encoder')}
        />
        <Source
          icon={IconVideo}
          name={t('stream.camera')}
          line={t('stream.cameraLine')}
          chosen={fromHere && camera && !screen}
          onChoose={() => void model.selectSource('camera')}
        />
        {canShareScreen() && (
          <Source
            icon={IconScreenShare}
            name={t('stream.screen')}
            line={t('stream.screenLine')}
            chosen={fromHere && screen}
            onChoose={() => void model.selectSource('camera', true)}
          />
        )}
      </div>
    </section>
  );
}
