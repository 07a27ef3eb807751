import { formatTime } from '#web/shared/format/time.ts';
import { text } from '#web/shared/i18n/index.ts';
import { hideToast, noticeMs, permissionMs, toast } from '#web/shared/toasts/toast.ts';
import type { Device } from './media/permission-error.ts';
import type { Notice } from './model/room-deps.ts';

/** How often a notice of each device was shown. */
const told: Record<Device, number> = { camera: 0, microphone: 0 };

const toasts = { show: toast, hide: hideToast };

/** Shows the room's notices: permission notices for 15 seconds, the others for 10 or less. */
export function showNotice(notice: Notice, { show, hide } = toasts): void {
  const lasting = (tone: 'bad' | 'good' | 'warn', message: string) => void show(message, { tone, ms: noticeMs });
  switch (notice.kind) {
    case 'startFailed':
      return lasting('bad', text('rooms', 'error.start'));
    case 'joinFailed':
      return lasting('bad', text('rooms', 'error.join'));
    case 'device': {
      const { device, why } = notice;
      // Replaces the one before: only three toasts show at once, and each of these stays for 15 seconds.
      void hide(`${device} ${told[device]}`);
      told[device] += 1;
      // A new id each time: a toast with the same id keeps its time and is not announced again.
      const id = `${device} ${told[device]}`;
      return void show(text('rooms', `error.${device}.${why}`), { tone: 'warn', ms: permissionMs, id });
    }
    case 'blocked':
      void hide('unblocked');
      return void show(text('rooms', 'error.blocked'), { tone: 'warn', ms: noticeMs, id: 'blocked' });
    case 'unblocked':
      void hide('blocked');
      return void show(text('rooms', 'error.unblocked'), { tone: 'good', ms: noticeMs, id: 'unblocked' });
    case 'timedOut':
      return void show(text('moderation', 'timeOut.mine', { time: formatTime(notice.until) }), {
        tone: 'warn',
        ms: noticeMs,
        id: 'timedOut',
      });
    case 'timeOutOver':
      void hide('timedOut');
      return void show(text('moderation', 'timeOut.over'), { tone: 'good', ms: noticeMs });
    case 'finished':
      return lasting('good', text('rooms', 'error.finished'));
    case 'takenDown':
      return lasting('warn', text('rooms', 'error.takenDown'));
    case 'screenUnsupported':
      return lasting('warn', text('rooms', 'error.screen'));
    case 'timeTaken':
      return lasting('warn', text('rooms', 'meeting.timeTaken'));
    case 'unnamed':
      return lasting('bad', text('app', 'error.unnamed'));
    case 'openMicOn':
      return void show(text('rooms', 'notice.openMic'), { id: 'openMic' });
    case 'openMicOff':
      return void hide('openMic');
    case 'recordingOn':
      return void show(text('broadcast', notice.isOwn ? 'recording.beginsOwn' : 'recording.begins'), {
        ms: noticeMs,
        id: 'recording',
      });
    case 'turnLater':
      return void show(text('rooms', 'turn.laterHint'), { id: 'turnLater' });
    case 'offStage':
      void hide('turnLater');
      return void show(text('rooms', 'roles.offStage'));
    case 'turnOver':
      void hide('turnLater');
      return void show(text('rooms', notice.taken ? 'notice.turnOver' : 'notice.turnEnded'));
    case 'refused':
      return lasting('bad', notice.message);
  }
}
