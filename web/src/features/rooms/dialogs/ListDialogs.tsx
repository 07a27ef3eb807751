import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { HandQueue } from '../hands/HandsPanel.tsx';
import { useCapabilities, useSnapshot } from '../room-view.ts';
import { stageWindowKind } from '../stage-window.ts';
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

/** The keys of the room that this person can use. */
export function KeysDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('moderation');
  const can = useCapabilities();
  const byFiles = useSnapshot((snapshot) => snapshot.delivery === 'hls');
  const keys = [
    ['C', t('keys.c')],
    ...(can.mayChooseSpeaker ? ([['H', t('keys.hands')]] as const) : []),
    ...(can.mayChooseSpeaker ? ([['N', t('keys.n')]] as const) : []),
    ...(can.seesHand ? ([['H', t('keys.h')]] as const) : []),
    ...(can.seesDevices
      ? ([
          ['M', t('keys.m')],
          ['V', t('keys.v')],
        ] as const)
      : []),
    ['F', t('keys.f')],
    ...(stageWindowKind(byFiles) ? ([['P', t('keys.p')]] as const) : []),
    ['?', t('keys.keys')],
  ] as const;
  return (
    <RoomDialog title={t('keys.title')} onClose={onClose}>
      <dl className={styles.keys}>
        {keys.map(([key, what]) => (
          <div key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
      <Button variant="default" fullWidth onClick={onClose} data-autofocus>
        {t('keys.close')}
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
