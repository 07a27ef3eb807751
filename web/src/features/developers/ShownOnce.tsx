import { IconKey } from '@tabler/icons-react';
import { copyText } from '#web/shared/copy-text.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './Developers.module.css';

interface ShownOnceProps {
  title: string;
  text: string;
  secret: string;
}

/** Copies a text, or shows it where there is no clipboard. */
export function useCopy(): (text: string) => void {
  const { t } = useTranslation('developers');
  return (text) => void copyText(text, { done: t('copied'), label: t('copy') });
}

/** A key or a secret right after it was made: it cannot be shown again. */
export function ShownOnce({ title, text, secret }: ShownOnceProps) {
  const { t } = useTranslation('developers');
  const copy = useCopy();
  return (
    <section className={styles.once} role="status">
      <h2>
        <IconKey size={20} aria-hidden="true" /> {title}
      </h2>
      <p className={styles.soft}>{text}</p>
      <div className={styles.onceRow}>
        <code className={styles.secret}>{secret}</code>
        <Button onClick={() => copy(secret)}>{t('copy')}</Button>
      </div>
    </section>
  );
}
