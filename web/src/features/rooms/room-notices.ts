import { text } from '#web/app/i18n/index.ts';
import { noticeMs, permissionMs, toast, toastError, toastGood, toastWarning } from '#web/app/toast.ts';
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
      return toastWarning(text('rooms', 'error.blocked'), noticeMs);
    case 'unblocked':
      return toastGood(text('rooms', 'error.unblocked'), noticeMs);
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
