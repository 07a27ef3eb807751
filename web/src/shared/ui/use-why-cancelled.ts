import type { WireEventCard } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

/** Why an event was cancelled, where it was not its host's own decision. */
export function useWhyCancelled({ event, user }: Pick<WireEventCard, 'event' | 'user'>): string | null {
  const { t } = useTranslation();
  const why = event.event_cancel_reason;
  return why === null || why === 'host' ? null : t(`card.why.${why}`, { name: user.user_name });
}
