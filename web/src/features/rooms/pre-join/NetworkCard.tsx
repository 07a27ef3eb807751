import { IconAlertCircle, IconCircleCheck, IconLoader2 } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { carriesVideo } from '../media/video-support.ts';
import { measuredBitsMax, type NetworkFindings, slowRoundTripMs, slowUploadBits } from './network-check.ts';
import styles from './Cards.module.css';

type Verdict = 'checking' | 'ok' | 'slow' | 'bad';

function Finding({ label, value, verdict }: { label: string; value: string; verdict: Verdict }) {
  const { t } = useTranslation('rooms');
  const Icon = verdict === 'ok' ? IconCircleCheck : verdict === 'checking' ? IconLoader2 : IconAlertCircle;
  return (
    // What changes is read with its name.
    <li className={styles.finding} data-verdict={verdict} aria-atomic="true">
      <Icon size={22} stroke={1.8} role="img" aria-label={t(`network.${verdict}`)} />
      <span>{label}</span>
      <span className={styles.value}>{value}</span>
    </li>
  );
}

/** What was measured between this browser and the room. */
export function NetworkCard({ findings }: { findings: NetworkFindings }) {
  const { t, language } = useTranslation('rooms');
  const { roundTripMs, uploadBits, videoRoom } = findings;
  const mbit = (bits: number): string =>
    new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(bits / 1_000_000);
  const shown = (value: number | null, text: (known: number) => string): string =>
    value === null ? t('network.checking') : Number.isNaN(value) ? t('network.failed') : text(value);
  const verdict = (value: number | null, fine: (known: number) => boolean): Verdict => {
    if (value === null) return 'checking';
    if (Number.isNaN(value)) return 'bad';
    return fine(value) ? 'ok' : 'slow';
  };
  return (
    <section className={styles.card}>
      <h2>{t('network.title')}</h2>
      <ul className={styles.findings} aria-live="polite">
        <Finding
          label={t('network.connection')}
          value={shown(roundTripMs, (value) => t('network.ms', { value }))}
          verdict={verdict(roundTripMs, (ms) => ms < slowRoundTripMs)}
        />
        <Finding
          label={t('network.upload')}
          value={shown(uploadBits, (bits) =>
            t(bits > measuredBitsMax ? 'network.mbitMax' : 'network.mbit', {
              value: mbit(Math.min(bits, measuredBitsMax)),
            }),
          )}
          verdict={verdict(uploadBits, (bits) => bits >= slowUploadBits)}
        />
        <Finding
          label={t('network.room')}
          value={t(
            !carriesVideo() ? 'network.unsupported' : videoRoom === null ? 'network.checking' : `network.${videoRoom}`,
          )}
          verdict={
            !carriesVideo()
              ? 'bad'
              : videoRoom === null
                ? 'checking'
                : videoRoom === 'ready'
                  ? 'ok'
                  : videoRoom === 'preparing'
                    ? 'checking'
                    : 'bad'
          }
        />
      </ul>
    </section>
  );
}
