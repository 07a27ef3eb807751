import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import styles from './TicketCode.module.css';

/** ISO/IEC 18004 asks for four light modules around a code; many scanners find nothing without them. */
const quietZoneModules = 4;

/**
 * The QR code of a ticket: dark on white in both themes and in forced colors, because few scanners read it inverted.
 */
export function TicketCode({ code, size }: { code: string; size: number }) {
  const { t } = useTranslation('purchase');
  return (
    <span className={styles.code} role="img" aria-label={t('ticket.code', { code })}>
      <QRCodeSVG
        value={code}
        size={size}
        level="M"
        marginSize={quietZoneModules}
        bgColor="transparent"
        fgColor="currentColor"
        aria-hidden="true"
      />
    </span>
  );
}
