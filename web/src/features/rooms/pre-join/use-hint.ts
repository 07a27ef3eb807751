import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { noShowAfterMs, startWindowMs } from '@frontrow/core/events/limits.ts';
import { formatLongDateTime, formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { isInteractive } from '#web/shared/ui/event-card-model.ts';
import { useNow } from '#web/shared/ui/use-now.ts';
import { carriesVideo, playsH264 } from '../media/video-support.ts';
import type { VideoRoom } from './network-check.ts';

/**
 * Why the event is not live yet, and what comes of it. Empty where there is nothing to say. `waits` is said to viewers
 * before the start.
 */
function useWhen(event: WireEvent, isOwner: boolean, waits: string): string {
  const { t } = useTranslation('rooms');
  const now = useNow();
  const opensAt = event.event_date - startWindowMs;
  if (event.event_state !== 0) return '';
  if (now >= event.event_date) {
    const owner = event.event_num_tickets_sold === 0 ? 'lateOwnerAlone' : 'lateOwner';
    return t(isOwner ? owner : 'lateViewer', { time: formatTime(event.event_date + noShowAfterMs) });
  }
  if (!isOwner) return waits;
  return now < opensAt ? t('early', { when: formatLongDateTime(opensAt, { now }) }) : '';
}

interface HintFacts {
  readonly event: WireEvent;
  readonly isOwner: boolean;
  readonly preparing: boolean;
  readonly videoRoom: VideoRoom | null;
  readonly waits?: string;
}

/** The line below the button: what keeps this person from the room, or from the video in it. */
export function useHint({ event, isOwner, preparing, videoRoom, waits }: HintFacts): string {
  const { t } = useTranslation('rooms');
  const when = useWhen(event, isOwner, waits ?? t('notLive'));
  if (!carriesVideo()) return t('noVideo');
  if (preparing) return `${t('preparing')}. ${t('preparingText')}`;
  const lacks = !isInteractive(event) && !playsH264() ? t(isOwner ? 'noH264Owner' : 'noH264') : '';
  return [when, videoRoom === 'down' ? t('noEngine') : '', lacks].filter(Boolean).join(' ');
}
