import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import panels from '../room/Panels.module.css';
import { useHealth } from './use-health.ts';

const qualities = { good: 'good', hint: 'fair', problem: 'poor' } as const;

/** The encoder's feed in one line: how it is, its size and its bitrate. */
export function FeedLine() {
  const { t, language } = useTranslation('broadcast');
  const { health, advice } = useHealth();
  const worst = advice[0]?.level ?? 'good';
  if (!health) return <p className={panels.health}>{t('health.none')}</p>;
  const { width = 0, height = 0, fps = 0, bitrateKbps } = health;
  const digits = { maximumFractionDigits: 1, minimumFractionDigits: 1 };
  const rate = new Intl.NumberFormat(language, digits).format((bitrateKbps ?? 0) / 1_000);
  return (
    <p className={panels.health} data-quality={qualities[worst]}>
      <strong>{t(`health.${worst}`)}</strong>
      <span>{t('rooms:health.picture', { height: Math.min(width, height), fps })}</span>
      {bitrateKbps !== undefined && <span>{t('rooms:health.rate', { value: rate })}</span>}
    </p>
  );
}
