import { useEffect } from 'react';
import { requestLinkPath } from '@frontrow/contract/meetings/links.ts';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { ReviewButton, useMayReview } from '#web/features/reviews/index.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { focusOnce } from '#web/shared/ui/focus-once.ts';
import { Link } from '#web/shared/ui/Link.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import styles from '../room/AwayScreen.module.css';
import { otherAt } from './meeting-query.ts';
import { useMovedWords } from '../room/AwayScreen.tsx';

type Kind = 'unpaid' | 'cancelled' | 'left' | 'moved' | 'out' | 'over';

/** Back to where the request is; an app admin has none. */
export const backPath = (meeting: WireMeetingRoom): string =>
  meeting.side === 'admin' ? '/' : requestLinkPath(meeting.side, meeting.event_uuid);

function useText(kind: Kind, meeting: WireMeetingRoom, moved: string): string {
  const { t } = useTranslation('rooms');
  const { name } = otherAt(meeting);
  if (kind === 'moved') return moved;
  if (kind === 'left') return t('meeting.leftText', { time: formatTime(meeting.ends_at) });
  if (kind !== 'over') return t(`meeting.${kind}Text`);
  if (meeting.side === 'admin') return '';
  const [me, other] =
    meeting.side === 'host' ? [meeting.host_met, meeting.viewer_met] : [meeting.viewer_met, meeting.host_met];
  if (me && other) return t('meeting.overMet', { name });
  return me ? t('meeting.overMissedOther', { name }) : t('meeting.overMissedYou');
}

/** Shown to somebody who is not, or not any more, in the room of their meeting. */
export function MeetingAway({ kind, meeting, model }: { kind: Kind; meeting: WireMeetingRoom; model?: RoomModel }) {
  const { t } = useTranslation('rooms');
  const moved = useMovedWords(model);
  const text = useText(kind, meeting, moved.text);
  const { name } = otherAt(meeting);
  const met = kind === 'over' && meeting.side === 'viewer' && meeting.host_met && meeting.viewer_met;
  const mayReview = useMayReview(meeting.event_uuid, met);
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
          <ReviewButton eventUuid={meeting.event_uuid} title={t('meeting.reviewTitle', { name })} variant="ink" />
        )}
        <Button
          {...(!mayReview && { size: 'lg' })}
          variant={isBack || mayReview ? 'default' : 'filled'}
          component={Link}
          to={backPath(meeting)}
          replace
        >
          {t(meeting.side === 'admin' ? 'meeting.toHome' : 'meeting.toRequest')}
        </Button>
      </div>
    </div>
  );
}
