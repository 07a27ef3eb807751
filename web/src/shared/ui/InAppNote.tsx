import { IconExternalLink } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './InAppHint.module.css';

/** Asks for a real browser before anything is bought, and hands the address over. */
export default function InAppNote({ app }: { app: string }) {
  const { t } = useTranslation('purchase');
  const [copied, setCopied] = useState<'yes' | 'byHand'>();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied('yes');
    } catch {
      // No clipboard here (plain http, or refused): the address is shown, to be copied by hand.
      setCopied('byHand');
    }
  };
  return (
    <div className={styles.hint} role="note">
      <IconExternalLink size={24} stroke={1.8} aria-hidden="true" className={styles.icon} />
      <div className={styles.text}>
        <p className={styles.title}>{t('inApp.title')}</p>
        <p>{t('inApp.text', { app })}</p>
        {copied === 'byHand' && <p className={styles.address}>{window.location.href}</p>}
      </div>
      <Button variant="default" size="sm" onClick={() => void copy()}>
        {copied === 'yes' ? t('inApp.copied') : t('inApp.copy')}
      </Button>
    </div>
  );
}
