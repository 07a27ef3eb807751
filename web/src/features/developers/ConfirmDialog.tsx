import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import styles from './Developers.module.css';

interface ConfirmDialogProps {
  title: string;
  text: string;
  action: string;
  busy: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks before something that cannot be undone. */
export function ConfirmDialog({ title, text, action, busy, onConfirm, onClose }: ConfirmDialogProps) {
  const { t } = useTranslation('developers');
  return (
    <Dialog title={title} onClose={onClose} fullScreenOnPhone={false} closable={!busy}>
      <p className={styles.soft}>{text}</p>
      <div className={styles.buttons}>
        <Button variant="default" disabled={busy} onClick={onClose} data-autofocus>
          {t('cancel')}
        </Button>
        <Button variant="ink" loading={busy} onClick={onConfirm}>
          {action}
        </Button>
      </div>
    </Dialog>
  );
}
