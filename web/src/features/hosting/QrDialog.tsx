import { QRCodeSVG } from 'qrcode.react';
import { useRef } from 'react';
import { download } from '#web/shared/download.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import styles from './ShareEvent.module.css';

/** Size of the code on screen, in pixels. The downloaded file is vector graphics. */
const codeSize = 264;
/** ISO/IEC 18004 asks for four light modules around a code. */
const quietZoneModules = 4;

/** The event's link as a code to print or to show. Dark on white in both themes: few scanners read it inverted. */
export function QrDialog({ url, onClose }: { url: string; onClose: () => void }) {
  const { t } = useTranslation('hostarea');
  const code = useRef<SVGSVGElement>(null);
  const save = () => {
    if (code.current) download('event-link.svg', 'image/svg+xml', new XMLSerializer().serializeToString(code.current));
  };
  return (
    <Dialog title={t('share.qrTitle')} onClose={onClose} fullScreenOnPhone={false}>
      <div className={styles.qr}>
        <QRCodeSVG
          ref={code}
          value={url}
          size={codeSize}
          level="M"
          marginSize={quietZoneModules}
          bgColor="white"
          fgColor="black"
          role="img"
          aria-label={t('share.qrTitle')}
        />
        <p className={styles.soft}>{t('share.qrText')}</p>
        <Button onClick={save}>{t('share.qrSave')}</Button>
      </div>
    </Dialog>
  );
}
