import { IconHandStop, IconMicrophone, IconMicrophone2, IconVideo, IconX, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Cards.module.css';

export interface RoomFeature {
  readonly icon: TablerIcon;
  readonly name: string;
  readonly text?: string;
}

/** What can be done in the room. */
export function FeatureList({ title, features }: { title: string; features: readonly RoomFeature[] }) {
  return (
    <section className={styles.card}>
      <h2>{title}</h2>
      <ul className={styles.features}>
        {features.map(({ icon: Icon, name, text }) => (
          <li key={name} className={styles.feature}>
            <Icon size={20} stroke={1.7} aria-hidden="true" />
            <div>
              <strong>{name}</strong>
              {text !== undefined && <span>{text}</span>}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What can be done in the interactive room. Only the owner stops turns. */
export function FeatureCard({ isOwner }: { isOwner: boolean }) {
  const { t } = useTranslation('rooms');
  const stopTurn = { icon: IconX, name: t('features.stopTurn'), text: t('features.stopTurnText') };
  return (
    <FeatureList
      title={t('features.title')}
      features={[
        { icon: IconMicrophone2, name: t('features.openMode'), text: t('features.openModeText') },
        { icon: IconHandStop, name: t('features.raiseHand'), text: t('features.raiseHandText') },
        ...(isOwner ? [stopTurn] : []),
        { icon: IconVideo, name: t('features.camera') },
        { icon: IconMicrophone, name: t('features.microphone') },
      ]}
    />
  );
}
