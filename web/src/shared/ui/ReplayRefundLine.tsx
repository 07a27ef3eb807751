import type { WireReplayRefund } from '@frontrow/contract/ticketing/api.ts';
import { formatCountdown, formatShortDateTime } from '../format/time.ts';
import { useTranslation } from '../i18n/use-translation.ts';
import { useNow } from './use-now.ts';

/** Below a second, nothing was watched that anyone would read as a time. */
const nothingMs = 1_000;

/** How much of a replay counts as watched, and until when its ticket can be returned; or why it can't be. */
export function ReplayRefundLine({ refund, className }: { refund: WireReplayRefund; className?: string | undefined }) {
  const { t } = useTranslation('replay');
  const now = useNow();
  const { watched_ms: watchedMs, limit_ms: limitMs, until, possible } = refund;
  const watched = formatCountdown(watchedMs);
  const limit = formatCountdown(limitMs);
  const date = formatShortDateTime(until, { now });
  if (possible)
    return (
      <p className={className}>
        {t('refund.until', { date, limit })} {watchedMs >= nothingMs && t('refund.watched', { watched })}
      </p>
    );
  return <p className={className}>{until < now ? t('refund.late') : t('refund.over', { watched, limit })}</p>;
}
