import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import type { StreamHealth } from '@frontrow/core/broadcast/health-advice.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { loudnessOf } from '../media/level-meter.ts';
import styles from './StreamPanel.module.css';
import { useHealth } from './use-health.ts';

function useFacts(health: StreamHealth) {
  const { t, language } = useTranslation('broadcast');
  const number = (value: number): string => new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(value);
  const known = <T,>(value: T | null | undefined, say: (value: T) => string): string =>
    value === undefined || value === null ? t('health.unknown') : say(value);
  const { codec, width, height, fps, bitrateKbps, keyFrameIntervalS, droppedFrames, audioCodec, reencoding } = health;
  const size = width !== undefined && height !== undefined ? { width, height } : undefined;
  return [
    ['codec', known(codec, (name) => (reencoding ? `${name}, ${t('health.reencoding')}` : name))],
    ['size', known(size, (both) => t('health.sizeValue', both))],
    ['fps', known(fps, number)],
    ['bitrate', known(bitrateKbps || undefined, (kbps) => t('health.bitrateValue', { value: number(kbps / 1000) }))],
    ['keyFrames', known(keyFrameIntervalS, (value) => t('health.keyFramesValue', { value: number(value) }))],
    ['dropped', known(droppedFrames, number)],
    ['sound', known(audioCodec, (name) => name)],
  ] as const;
}

/** How loud the feed is, as a bar. */
function SoundLevel({ level }: { level: number }) {
  const { t } = useTranslation('broadcast');
  const loudness = loudnessOf(level);
  return (
    <div
      className={styles.level}
      role="meter"
      aria-label={t('health.level')}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(loudness * 100)}
    >
      <span style={{ transform: `scaleX(${loudness})` }} />
    </div>
  );
}

function Facts({ health }: { health: StreamHealth }) {
  const { t } = useTranslation('broadcast');
  return (
    <dl className={styles.facts}>
      {useFacts(health).map(([name, value]) => (
        <div key={name}>
          <dt>{t(`health.${name}`)}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The feed in figures, and what to do about them in words. */
export function HealthCard() {
  const { t } = useTranslation('broadcast');
  const { health, advice } = useHealth();
  return (
    <section aria-label={t('health.title')}>
      <h2 className={styles.title}>{t('health.title')}</h2>
      {!health && <p className={styles.idle}>{t('health.none')}</p>}
      {health && <Facts health={health} />}
      {health?.audioLevel !== undefined && <SoundLevel level={health.audioLevel} />}
      {(health || advice.length > 0) && (
        <ul className={styles.advice}>
          {advice.map(({ code, level, text }) => (
            <li key={code} data-level={level}>
              <IconAlertTriangle size={20} stroke={1.8} aria-hidden="true" />
              {text}
            </li>
          ))}
          {advice.length === 0 && (
            <li data-level="fine">
              <IconCircleCheck size={20} stroke={1.8} aria-hidden="true" />
              {t('health.fine')}
            </li>
          )}
        </ul>
      )}
    </section>
  );
}
