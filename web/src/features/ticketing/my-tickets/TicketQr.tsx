import { QRCodeSVG } from 'qrcode.react';
import { useCallback } from 'react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

interface TicketQrProps {
  code: string;
  size: number;
  /** The picture as text, for copies of the ticket. */
  onDrawn?: (svg: string) => void;
}

/** The code of a ticket for the host's scanner: dark on white in both themes, with the quiet zone scanners need. */
export default function TicketQr({ code, size, onDrawn }: TicketQrProps) {
  const { t } = useTranslation('purchase');
  const drawn = useCallback((svg: SVGSVGElement | null) => void (svg && onDrawn?.(svg.outerHTML)), [onDrawn]);
  return (
    <QRCodeSVG
      ref={drawn}
      value={code}
      size={size}
      level="M"
      marginSize={4}
      bgColor="white"
      fgColor="black"
      role="img"
      aria-label={t('ticket.qr')}
    />
  );
}
