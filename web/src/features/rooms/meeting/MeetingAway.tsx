import { useEffect } from 'react';
import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import type { WireMeetingDoor } from '@frontrow/contract/meetings/api.ts';
import { ReviewButton, useMayReview } from '#web/features/reviews/index.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import styles from '../room/AwayScreen.module.css';
import { otherAt } from './door-query.ts';
import { useMovedWords } from '../room/AwayScreen.tsx';

type Kind = 'unpaid' | 'cancelled' | 'left' | 'moved' | 'out' | 'over';

/** Back to where the request is; an app admin has none. */
export const wayBack = (door: WireMeetingDoor): string =>
  door.side === 'admin' ? '/' : requestLinkPath(door.side, door.event_uuid);

function useText(kind: Kind, door: WireMeetingDoor, moved: string): string {
  const { t } = useTranslation('rooms');
  const { name } = otherAt(door);
  if (kind === 'moved') return moved;
  if (kind === 'left') return t('meeting.leftText', { time: formatTime(door.ends_at) });
  if (kind !== 'over') return t(`meeting.${kind}Text`);
  if (door.side === 'admin') return '';
  const [me, other] = door.side === 'host' ? [door.host_met, door.viewer_met] : [door.viewer_met, door.host_met];
  if (me && other) return t('meeting.overMet', { name });
  return me ? t('meeting.overMissedOther', { name }) : t('meeting.overMissedYou');
}

/** Shown to somebody who is not, or not any more, in the room of their meeting. */
export function MeetingAway({ kind, door, model }: { kind: Kind; door: WireMeetingDoor; model?: RoomModel }) {
  const { t } = useTranslation('rooms');
  const moved = useMovedWords(model);
  const text = useText(kind, door, moved.text);
  const { name } = otherAt(door);
  const met = kind === 'over' && door.side === 'viewer' && door.host_met && door.viewer_met;
  const mayReview = useMayReview(door.event_uuid, met);
  const isBack = kind === 'left' || kind === 'moved' || kind === 'out';
  useEffect(() => {
    document.title = `${t('meeting.title', { name })} · Frontrow`;
  }, [t, name]);
  return (
    <div className={styles.screen}>
      <h1 ref={focusOnce} tabIndex={-1}>
        {kind === 'moved' ? moved.title : t(`meeting.${kind}Title`)}
      </h1>
      {text && <p className={styles.text}>{text}</p>}
      <div className={styles.next}>
        {isBack && model && (
          <Button size="lg" onClick={() => void model.enter({ takeOver: kind === 'moved' })}>
            {t(kind === 'moved' ? 'away:moveHere' : 'meeting.rejoin')}
          </Button>
        )}
        {mayReview && (
          <ReviewButton eventUuid={door.event_uuid} title={t('meeting.reviewTitle', { name })} variant="ink" />
        )}
        <Button
          {...(!mayReview && { size: 'lg' })}
          variant={isBack || mayReview ? 'default' : 'filled'}
          component={Link}
          to={wayBack(door)}
          replace
        >
          {t(door.side === 'admin' ? 'meeting.toHome' : 'meeting.toRequest')}
        </Button>
      </div>
    </div>
  );
}
