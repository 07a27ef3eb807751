import { text } from '#web/app/i18n/index.ts';
import { hideToast, noticeMs, permissionMs, toast, toastError, toastGood, toastWarning } from '#web/app/toast.ts';
import type { Notice } from './notices.ts';

/** Shows the room's notices: errors and notices 10 s, permission notices 15 s (spec §8, §9). */
export function showNotice(notice: Notice): void {
  switch (notice.kind) {
    case 'startFailed':
      return toastError(text('rooms', 'error.start'), noticeMs);
    case 'joinFailed':
      return toastError(text('rooms', 'error.join'), noticeMs);
    case 'cameraDenied':
      return toastWarning(text('rooms', 'error.camera'), permissionMs);
    case 'microphoneDenied':
      return toastWarning(text('rooms', 'error.microphone'), permissionMs);
    case 'blocked':
      void hideToast('unblocked');
      return void toast(text('rooms', 'error.blocked'), { tone: 'warn', ms: noticeMs, id: 'blocked' });
    case 'unblocked':
      void hideToast('blocked');
      return void toast(text('rooms', 'error.unblocked'), { tone: 'good', ms: noticeMs, id: 'unblocked' });
    case 'finished':
      return toastGood(text('rooms', 'error.finished'), noticeMs);
    case 'takenDown':
      return toastWarning(text('rooms', 'error.takenDown'), noticeMs);
    case 'screenUnsupported':
      return toastWarning(text('rooms', 'error.screen'), noticeMs);
    case 'openMicOn':
      return void toast(text('rooms', 'notice.openMic'));
    case 'turnOver':
      return void toast(text('rooms', 'notice.turnOver'));
    case 'refused':
      return toastError(notice.message, noticeMs);
  }
}
