import { text } from '#web/shared/i18n/index.ts';
import { hideToast, toast } from '#web/shared/toasts/toast.ts';
import { askedForMs, untilReached } from '#web/shared/api/until-reached.ts';

const id = 'payment-waiting';

/** Asks for the outcome of a payment until the server answers, and shows a toast while it waits. */
export const untilKnown = <T>(ask: () => Promise<T>): Promise<T> =>
  untilReached(ask, () => void toast(text('purchase', 'wallet.waiting'), { tone: 'bad', ms: askedForMs, id })).finally(
    () => void hideToast(id),
  );
