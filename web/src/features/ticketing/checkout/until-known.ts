import { text } from '#web/shared/i18n/index.ts';
import { hideToast, toast } from '#web/shared/toasts/toast.ts';
import { askedForMs, untilReached } from '#web/shared/api/call.ts';

const id = 'payment-waiting';

/** Asks how a payment went until somebody answers, and says so for as long as it waits. */
export const untilKnown = <T>(ask: () => Promise<T>): Promise<T> =>
  untilReached(ask, () => void toast(text('event', 'wallet.waiting'), { tone: 'bad', ms: askedForMs, id })).finally(
    () => void hideToast(id),
  );
