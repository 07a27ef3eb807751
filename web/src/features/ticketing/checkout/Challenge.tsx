import { IconLock, IconShieldLock } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './Challenge.module.css';
import { isPaymentReturn, isReturned } from './payment-return.ts';

interface ChallengeProps {
  url: string;
  returnUrl: string;
  sandbox: boolean;
  /** The outcome is being asked of the server. */
  confirming: boolean;
  onReturned: () => void;
}

/** 3-D Secure: the bank's page in a frame inside the modal. */
export function Challenge({ url, returnUrl, sandbox, confirming, onReturned }: ChallengeProps) {
  const { t } = useTranslation('purchase');
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const hear = (message: MessageEvent) => {
      if (isPaymentReturn(message, window.location.origin, frame.current?.contentWindow)) onReturned();
    };
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, [onReturned]);
  const lost = useRef(false);
  const [round, setRound] = useState(0);
  useEffect(() => {
    const again = () => {
      if (lost.current) setRound((before) => before + 1);
      lost.current = false;
    };
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, []);
  return (
    <>
      <div className={styles.bank}>
        <p className={styles.bar}>
          <IconShieldLock size={16} stroke={1.8} aria-hidden="true" />
          {t(sandbox ? 'checkBarSandbox' : 'checkBar')}
        </p>
        {/* A bank's page needs scripts, forms and its own storage. It is of another origin: it cannot reach ours. */}
        {/* oxlint-disable-next-line react/iframe-missing-sandbox -- a bank's page needs scripts and storage */}
        <iframe
          key={round}
          ref={frame}
          src={url}
          title={t('checkFrame')}
          className={styles.frame}
          onLoad={() => {
            // Without a network this is the browser's own error page: load the bank's again once there is one.
            lost.current = !navigator.onLine;
            if (isReturned(frame.current?.contentWindow, returnUrl, window.location.origin)) onReturned();
          }}
        />
        {confirming && (
          <p className={styles.confirming} role="status">
            {t('checkConfirming')}
          </p>
        )}
      </div>
      <p className={styles.small}>
        <IconLock size={14} stroke={1.8} aria-hidden="true" />
        {t('checkPrivacy')}
      </p>
    </>
  );
}
