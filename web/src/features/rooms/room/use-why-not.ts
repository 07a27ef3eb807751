import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { timedOutUntil } from '../model/room-state.ts';
import { useRoomParts, useSnapshot } from './room-view.ts';

/** Why this person cannot raise a hand, or react, right now: what the button says instead of its name. */
export function useWhyNot(what: 'hand' | 'react'): string {
  const { t } = useTranslation('moderation');
  const { username } = useRoomParts().model.me;
  const until = useSnapshot((snapshot) => timedOutUntil(snapshot.live, username));
  const isBanned = useSnapshot((snapshot) => snapshot.live?.banned.includes(username) ?? false);
  const handsOff = useSnapshot((snapshot) => snapshot.live?.raisedHandEnabled === false);
  if (isBanned) return t('unavailable.banned');
  if (until > 0) return t('unavailable.timedOut', { time: formatTime(until) });
  if (what === 'hand') return t(handsOff ? 'unavailable.hand' : 'unavailable.handClosed');
  return t('unavailable.react');
}
