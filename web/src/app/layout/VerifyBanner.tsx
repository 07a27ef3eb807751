import { useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { focusWhereLost } from '#web/shared/ui/focus-once.ts';
import { ButtonRoot } from '#web/shared/ui/ButtonRoot.tsx';
import { toastError } from '#web/shared/toasts/toast.ts';
import { shortAddress } from './short-address.ts';
import styles from './VerifyBanner.module.css';

/** Login works before the address is proven; this asks for the proof on every page with a header. */
export default function VerifyBanner({ email }: { email: string }) {
  const { t } = useTranslation('auth');
  const [step, setStep] = useState<'ask' | 'sending' | 'sent'>('ask');
  const again = async () => {
    setStep('sending');
    try {
      await call('POST /auth/verify_email_again', { body: {} });
      setStep('sent');
    } catch (error) {
      toastError(messageOf(error));
      setStep('ask');
    }
  };
  return (
    <section className={styles.banner} aria-label={t('verifyBanner.label')}>
      <div className={`fr-column ${styles.inner}`}>
        <p className={styles.text}>{t('verifyBanner.text', { email: shortAddress(email) })}</p>
        {step !== 'sent' && (
          <ButtonRoot className={styles.again} data-loading={step === 'sending'} onClick={() => void again()}>
            {t('verifyBanner.again')}
          </ButtonRoot>
        )}
        <span role="status" ref={step === 'sent' ? focusWhereLost : undefined} tabIndex={-1}>
          {step === 'sent' ? t('verifyBanner.sent') : ''}
        </span>
      </div>
    </section>
  );
}
