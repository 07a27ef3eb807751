import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { Captions } from '../controls/Captions.tsx';
import { useSnapshot } from '../room-view.ts';
import styles from './LowerThird.module.css';

/** Over the lower part of the picture: the question that is answered now, and captions. */
export function LowerThird() {
  return (
    <div className={styles.place}>
      <AnsweringNow />
      <Captions />
    </div>
  );
}

/** The question whose author is on stage, for everyone; the room's announcer says it to screen readers. */
function AnsweringNow() {
  const { t } = useTranslation('audience');
  const answering = useSnapshot((snapshot) => snapshot.live?.answering ?? null);
  if (!answering) return null;
  return (
    <div className={styles.question} role="group" aria-label={t('questions.answering')}>
      <span>{t('questions.from', { name: answering.username })}</span>
      <p {...userText}>{answering.text}</p>
    </div>
  );
}
