import { IconDoorExit, IconMicrophone2 } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Control, controlIcon } from './Control.tsx';
import { useCapabilities, useRoomParts, useSnapshot } from '../room/room-view.ts';

/** Guest speakers and co-hosts go on stage, and leave it. One guest is there at a time. */
export function StageGuestButton() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const { username } = model.me;
  const can = useCapabilities();
  const guest = useSnapshot(({ live }) => live?.stageGuest?.username ?? null);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('stageGuest'));
  const isMe = guest === username;
  const isTaken = guest !== null && !isMe && !can.mayInviteGuests;
  const Sign = isMe ? IconDoorExit : IconMicrophone2;
  return (
    <Control
      label={t(isMe ? 'roles.leaveStage' : isTaken ? 'roles.stageTaken' : 'roles.goOnStage')}
      icon={<Sign {...controlIcon} />}
      tone={isMe ? 'on' : 'idle'}
      pressed={isMe}
      disabled={isTaken}
      busy={busy}
      onClick={() => void model.setStageGuest(username, !isMe)}
    />
  );
}
