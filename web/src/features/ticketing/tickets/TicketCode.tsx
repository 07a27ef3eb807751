import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './TicketCode.module.css';

/** The QR code of a ticket: black on white in both themes, with the quiet zone that scanners need. */
export function TicketCode({ code, size }: { code: string; size: number }) {
  const { t } = useTranslation('purchase');
  return (
    <span className={styles.code} role="img" aria-label={t('ticket.code', { code })}>
      <QRCodeSVG value={code} size={size} level="M" bgColor="transparent" fgColor="currentColor" aria-hidden="true" />
    </span>
  );
}
