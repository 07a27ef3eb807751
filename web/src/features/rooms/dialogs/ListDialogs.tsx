import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { HandQueue } from '../hands/HandsPanel.tsx';
import { PeopleList } from '../audience/PeopleList.tsx';
import styles from './dialogs.module.css';
import { RoomDialog } from './RoomDialog.tsx';

/** "Select viewer's turn": the raised hands, each with Choose. */
export function TurnDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('rooms');
  return (
    <RoomDialog title={t('dialog.turnTitle')} onClose={onClose}>
      <div className={styles.list}>
        <HandQueue onChosen={onClose} />
      </div>
      <Button variant="default" fullWidth onClick={onClose}>
        {t('dialog.turnClose')}
      </Button>
    </RoomDialog>
  );
}

/** "Participants connected". */
export function PeopleDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('rooms');
  return (
    <RoomDialog title={t('people.dialog')} onClose={onClose}>
      <div className={styles.list}>
        <PeopleList />
      </div>
      <Button variant="default" fullWidth onClick={onClose}>
        {t('people.close')}
      </Button>
    </RoomDialog>
  );
}
