import { useState } from 'react';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import styles from './PurchaseForm.module.css';

interface ResendLinkProps {
  email: string;
  resend: (email: string) => Promise<unknown>;
}

/** A guest's address has a ticket already: its join link is sent there again. */
export function ResendLink({ email, resend }: ResendLinkProps) {
  const { t } = useTranslation('purchase');
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  async function send(): Promise<void> {
    setBusy(true);
    try {
      await resend(email);
      setSaid(t('resend.sent', { email }));
    } catch (error) {
      setSaid(messageOf(error));
    }
    setBusy(false);
  }
  if (said !== undefined) return <p className={styles.resent}>{said}</p>;
  return (
    <Button type="button" variant="default" className={styles.resend} loading={busy} onClick={() => void send()}>
      {t('resend.action')}
    </Button>
  );
}
