import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Connection.module.css';

const steps = ['service', 'paste', 'output', 'start'] as const;
const settings = ['keyFrames', 'tune', 'bFrames', 'video720', 'video1080', 'audio'] as const;

/** What to set in OBS. */
export function ObsSteps() {
  const { t } = useTranslation('broadcast');
  return (
    <section className={styles.card}>
      <h2>{t('obs.title')}</h2>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step}>{t(`obs.${step}`)}</li>
        ))}
      </ol>
      <dl className={styles.facts}>
        {settings.map((setting) => (
          <div key={setting}>
            <dt>{t(`obs.${setting}`)}</dt>
            <dd>{t(`obs.${setting}Value`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
