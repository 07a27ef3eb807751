import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { type Dialog, useRoomParts } from '../room-view.ts';
import styles from './dialogs.module.css';
import { RoomDialog } from './RoomDialog.tsx';

export type ConfirmKind = Exclude<
  Dialog['kind'],
  'finish' | 'settings' | 'people' | 'turn' | 'keys' | 'reportMessage' | 'reportPerson'
>;
export type ConfirmWish = Extract<Dialog, { kind: ConfirmKind }>;

/** Asks once before somebody is blocked, unblocked, promoted, downgraded or removed, or a message is removed. */
export function ConfirmDialog({ wish, onClose }: { wish: ConfirmWish; onClose: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const name = wish.kind === 'removeMessage' ? '' : wish.username;
  const act = (): Promise<void> => {
    switch (wish.kind) {
      case 'block':
        return model.setBanned(wish.username, true);
      case 'unblock':
        return model.setBanned(wish.username, false);
      case 'promote':
        return model.setAdmin(wish.username, true);
      case 'downgrade':
        return model.setAdmin(wish.username, false);
      case 'removeViewer':
        return model.removeViewer(wish.username);
      case 'removeAll':
        return model.moderation.removeAllOf(wish.username);
      case 'removeMessage':
        return model.removeMessage(wish.seq);
      default:
        return wish satisfies never;
    }
  };
  const texts = {
    block: ['dialog.blockTitle', 'dialog.blockText', 'dialog.block'],
    unblock: ['dialog.unblockTitle', 'dialog.unblockText', 'dialog.unblock'],
    promote: ['dialog.promoteTitle', 'dialog.promoteText', 'dialog.promote'],
    downgrade: ['dialog.downgradeTitle', 'dialog.downgradeText', 'dialog.downgrade'],
    removeViewer: ['dialog.removeViewerTitle', 'dialog.removeViewerText', 'dialog.removeViewer'],
    removeAll: ['moderation:removeAll.title', 'moderation:removeAll.text', 'moderation:removeAll.confirm'],
    removeMessage: ['dialog.removeTitle', 'dialog.removeText', 'dialog.remove'],
  } as const;
  const [title, text, action] = texts[wish.kind];
  return (
    <RoomDialog title={t(title, { name })} onClose={onClose}>
      <p className={styles.text}>{t(text, { name })}</p>
      <div className={styles.pair}>
        <Button variant="default" onClick={onClose} data-autofocus>
          {t('dialog.cancel')}
        </Button>
        <Button
          onClick={() => {
            onClose();
            void act();
          }}
        >
          {t(action)}
        </Button>
      </div>
    </RoomDialog>
  );
}
