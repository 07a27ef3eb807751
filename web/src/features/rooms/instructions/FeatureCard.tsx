import { IconHandStop, IconMicrophone, IconMicrophone2, IconVideo, IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Cards.module.css';

function FeatureRow({ icon, name, text }: { icon: ReactNode; name: string; text?: string }) {
  return (
    <li className={styles.feature}>
      {icon}
      <div>
        <strong>{name}</strong>
        {text !== undefined && <span>{text}</span>}
      </div>
    </li>
  );
}

const icon = { size: 20, stroke: 1.7, 'aria-hidden': true } as const;

/** What can be done in the room. Only the owner stops turns. */
export function FeatureCard({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('rooms');
  return (
    <section className={styles.card}>
      <h2>{t('features.title')}</h2>
      <ul className={styles.features}>
        <FeatureRow
          icon={<IconMicrophone2 {...icon} />}
          name={t('features.openMode')}
          text={t('features.openModeText')}
        />
        <FeatureRow
          icon={<IconHandStop {...icon} />}
          name={t('features.raiseHand')}
          text={t('features.raiseHandText')}
        />
        {isOwner && (
          <FeatureRow icon={<IconX {...icon} />} name={t('features.stopTurn')} text={t('features.stopTurnText')} />
        )}
        <FeatureRow icon={<IconVideo {...icon} />} name={t('features.camera')} />
        <FeatureRow icon={<IconMicrophone {...icon} />} name={t('features.microphone')} />
      </ul>
    </section>
  );
}
