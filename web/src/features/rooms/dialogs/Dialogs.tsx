import { Suspense } from 'react';
import { ReportDialog } from '#web/shared/report/ReportButton.tsx';
import { useOpenDialog, useRoomParts, useView } from '../room-view.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { FinishDialog } from './FinishDialog.tsx';
import { KeysDialog, PeopleDialog, TurnDialog } from './ListDialogs.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

/** The one dialog that is open, if any. */
export function Dialogs() {
  const dialog = useView((view) => view.dialog);
  const open = useOpenDialog();
  const { eventUuid } = useRoomParts().model;
  const close = (): void => open(null);
  if (!dialog) return null;
  switch (dialog.kind) {
    case 'finish':
      return <FinishDialog onClose={close} />;
    case 'settings':
      return <SettingsDialog onClose={close} />;
    case 'people':
      return <PeopleDialog onClose={close} />;
    case 'turn':
      return <TurnDialog onClose={close} />;
    case 'block':
    case 'unblock':
    case 'promote':
    case 'downgrade':
    case 'removeViewer':
    case 'removeMessage':
    case 'removeAll':
      return <ConfirmDialog wish={dialog} onClose={close} />;
    case 'keys':
      return <KeysDialog onClose={close} />;
    case 'reportPerson':
      return (
        <Suspense fallback={null}>
          <ReportDialog
            subject={{ kind: 'person', username: dialog.username, event_uuid: eventUuid }}
            onClose={close}
          />
        </Suspense>
      );
    case 'reportMessage':
      return (
        <Suspense fallback={null}>
          <ReportDialog subject={{ kind: 'message', event_uuid: eventUuid, message_seq: dialog.seq }} onClose={close} />
        </Suspense>
      );
    default:
      return dialog satisfies never;
  }
}
