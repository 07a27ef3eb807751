import { formatTime } from '#web/shared/format/time.ts';
import { text } from '#web/shared/i18n/index.ts';
import {
  hideToast,
  noticeMs,
  permissionMs,
  toast,
  toastError,
  toastGood,
  toastWarning,
} from '#web/shared/toasts/toast.ts';
import type { Device } from './media/permission-error.ts';
import type { Notice } from './model/room-deps.ts';

/** How often a notice of each device was shown. */
const told: Record<Device, number> = { camera: 0, microphone: 0 };

/** Shows the room's notices: permission notices for 15 seconds, the others for 10 or less. */
export function showNotice(notice: Notice): void {
  switch (notice.kind) {
    case 'startFailed':
      return toastError(text('rooms', 'error.start'), noticeMs);
    case 'joinFailed':
      return toastError(text('rooms', 'error.join'), noticeMs);
    case 'device': {
      const { device, why } = notice;
      // Replaces the one before: only three toasts show at once, and each of these stays for 15 seconds.
      void hideToast(`${device} ${told[device]}`);
      told[device] += 1;
      // A new id each time: a toast with the same id keeps its time and is not announced again.
      const id = `${device} ${told[device]}`;
      return void toast(text('rooms', `error.${device}.${why}`), { tone: 'warn', ms: permissionMs, id });
    }
    case 'blocked':
      void hideToast('unblocked');
      return void toast(text('rooms', 'error.blocked'), { tone: 'warn', ms: noticeMs, id: 'blocked' });
    case 'unblocked':
      void hideToast('blocked');
      return void toast(text('rooms', 'error.unblocked'), { tone: 'good', ms: noticeMs, id: 'unblocked' });
    case 'timedOut':
      return void toast(text('moderation', 'timeOut.mine', { time: formatTime(notice.until) }), {
        tone: 'warn',
        ms: noticeMs,
        id: 'timedOut',
      });
    case 'timeOutOver':
      void hideToast('timedOut');
      return void toast(text('moderation', 'timeOut.over'), { tone: 'good', ms: noticeMs });
    case 'finished':
      return toastGood(text('rooms', 'error.finished'), noticeMs);
    case 'takenDown':
      return toastWarning(text('rooms', 'error.takenDown'), noticeMs);
    case 'screenUnsupported':
      return toastWarning(text('rooms', 'error.screen'), noticeMs);
    case 'timeTaken':
      return toastWarning(text('rooms', 'meeting.timeTaken'), noticeMs);
    case 'unnamed':
      return toastError(text('app', 'error.unnamed'), noticeMs);
    case 'openMicOn':
      return void toast(text('rooms', 'notice.openMic'), { id: 'openMic' });
    case 'openMicOff':
      return void hideToast('openMic');
    case 'recordingOn':
      return void toast(text('broadcast', notice.isOwn ? 'recording.beginsOwn' : 'recording.begins'), {
        ms: noticeMs,
        id: 'recording',
      });
    case 'turnLater':
      return void toast(text('rooms', 'turn.laterHint'), { id: 'turnLater' });
    case 'offStage':
      void hideToast('turnLater');
      return void toast(text('rooms', 'roles.offStage'));
    case 'turnOver':
      void hideToast('turnLater');
      return void toast(text('rooms', notice.taken ? 'notice.turnOver' : 'notice.turnEnded'));
    case 'refused':
      return toastError(notice.message, noticeMs);
  }
}
