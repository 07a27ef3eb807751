import { IconDoorExit, IconEyeOff, IconPlayerRecordFilled, IconUsers, IconX } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { rich } from '#web/shared/i18n/rich.tsx';
import { formatCountdown } from '#web/shared/format/time.ts';
import { formatCount } from '#web/shared/format/money.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { LivePill } from '#web/shared/ui/pills.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { useUserText } from '#web/shared/catalog/user-text.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import type { LiveState } from '../model/room-state.ts';
import { useCapabilities, useEventPage, useOpenDialog, useRoomParts, useSnapshot } from '../room-view.ts';
import styles from './TopRow.module.css';

/** Time on air as `24:07`. A clock behind the server's shows `0:00` first. */
export const onAirText = (startedAt: number | null, now: number): string =>
  formatCountdown(startedAt === null ? 0 : Math.floor(Math.max(0, now - startedAt) / 1000) * 1000);

function Elapsed({ startedAt }: { startedAt: number | null }) {
  const { t } = useTranslation('rooms');
  const time = onAirText(startedAt, useNow());
  return (
    <span className={styles.pill} role="timer" aria-label={t('room.elapsed', { time })}>
      {time}
    </span>
  );
}

/** Before the event is live: the preview of a broadcast, the backstage of an interactive event. */
function PreviewPills({ startsAt }: { startsAt: number }) {
  const { t } = useTranslation('rooms');
  const isBroadcast = useSnapshot(({ live }) => live?.source !== null);
  const left = startsAt - useNow();
  return (
    <>
      <span className={`${styles.pill} ${styles.unseen}`}>
        <IconEyeOff size={16} stroke={1.8} aria-hidden="true" />
        <span>{t(isBroadcast ? 'broadcast:preview.private' : 'backstage.label')}</span>
      </span>
      <span className={styles.pill} role="timer">
        {left > 0 ? t('backstage.startsIn', { time: formatCountdown(left) }) : t('backstage.due')}
      </span>
    </>
  );
}

function ViewerCount({ live }: { live: LiveState }) {
  const { t, language } = useTranslation('rooms');
  const can = useCapabilities();
  const open = useOpenDialog();
  const count = live.viewerCount;
  const label = t('room.viewers', { count });
  const inside = (
    <>
      <IconUsers size={16} stroke={1.8} aria-hidden="true" />
      <span aria-hidden="true">{formatCount(count, language)}</span>
      <span className="fr-visually-hidden">{label}</span>
    </>
  );
  if (!can.maySeeViewers) return <span className={styles.pill}>{inside}</span>;
  return (
    <button type="button" className={styles.pill} onClick={() => open({ kind: 'people' })} title={t('controls.people')}>
      {inside}
    </button>
  );
}

/** The last three waiting viewers, for the owner. */
function Waiting({ live }: { live: LiveState }) {
  const { t } = useTranslation('rooms');
  const can = useCapabilities();
  const open = useOpenDialog();
  if (!can.mayChooseSpeaker || live.hands.length === 0) return null;
  return (
    <button
      type="button"
      className={`${styles.pill} ${styles.waiting}`}
      aria-label={t('controls.waiting', { count: live.hands.length })}
      onClick={() => open({ kind: 'turn' })}
    >
      <span className={styles.faces}>
        {live.hands.slice(-3).map((hand) => (
          <Avatar key={hand.username} username={hand.username} src={hand.avatar} size={24} />
        ))}
      </span>
      {live.hands.length}
    </button>
  );
}

const bold = { name: (part: string) => <strong>{part}</strong> };

/** The loudest speaker now. */
function SpeakingChip({ live }: { live: LiveState }) {
  const { t } = useTranslation('rooms');
  const shown = useSnapshot((snapshot) => snapshot.media.dominant);
  if (shown === null) return null;
  const person = [live.owner, ...live.viewers].find((one) => one.username === shown);
  return (
    <div className={styles.chip} data-fades>
      <Avatar username={shown} src={person?.avatar} size={36} />
      <span>{rich(t('room.speaking', { name: shown }), bold)}</span>
      <span className={styles.waves} aria-hidden="true">
        <i />
        <i />
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}

/** For everyone: what is said and shown now is kept. A viewer who was asked can change their answer here. */
function Recording() {
  const { t } = useTranslation('broadcast');
  const { model } = useRoomParts();
  const recorded = useSnapshot((snapshot) => snapshot.recorded);
  const inside = (
    <>
      <IconPlayerRecordFilled size={14} className={styles.record} aria-hidden="true" />
      <span aria-hidden="true">{t('recording.label')}</span>
      <span className="fr-visually-hidden">{t('recording.told')}</span>
    </>
  );
  const className = `${styles.pill} ${styles.recording}`;
  if (recorded === null)
    return (
      <span className={className} title={t('recording.told')}>
        {inside}
      </span>
    );
  return (
    <button type="button" className={className} title={t('recording.change')} onClick={() => model.askConsent(true)}>
      {inside}
      <span className="fr-visually-hidden">{t('recording.change')}</span>
    </button>
  );
}

function OnAir({ live }: { live: LiveState }) {
  return (
    <>
      <LivePill />
      <Elapsed startedAt={live.startedAt} />
      {live.recording && <Recording />}
      <ViewerCount live={live} />
      <Waiting live={live} />
    </>
  );
}

/** A rehearsal is never taken for the event. */
function RehearsalPills() {
  const { t } = useTranslation('rehearsal');
  return (
    <>
      <span className={`${styles.pill} ${styles.rehearsal}`}>{t('label')}</span>
      <span className={`${styles.pill} ${styles.unseen}`}>
        <IconEyeOff size={16} stroke={1.8} aria-hidden="true" />
        <span>{t('text')}</span>
      </span>
    </>
  );
}

/** LIVE, time on air, viewers, title, and the button to leave. */
export function TopRow() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const page = useEventPage();
  const written = useUserText(page.event.event_lang_ides);
  const live = useSnapshot((snapshot) => snapshot.live)!;
  const can = useCapabilities();
  const open = useOpenDialog();
  const finishes = can.mayFinish && !model.isRehearsal;
  const exit = t(model.isRehearsal ? 'rehearsal:end' : finishes ? 'room.finish' : 'room.exit');
  return (
    <>
      <div className={styles.row} data-fades={(live.isLive && !model.isRehearsal) || undefined}>
        {model.isRehearsal ? (
          <RehearsalPills />
        ) : live.isLive ? (
          <OnAir live={live} />
        ) : (
          <PreviewPills startsAt={page.event.event_date} />
        )}
        <h1 className={styles.title} {...written}>
          {shownTitle(page.event)}
        </h1>
        <button
          type="button"
          className={styles.exit}
          aria-label={exit}
          onClick={() => (finishes ? open({ kind: 'finish' }) : model.leave())}
        >
          <IconDoorExit size={20} stroke={1.8} className={styles.door} aria-hidden="true" />
          <IconX size={20} stroke={1.8} className={styles.cross} aria-hidden="true" />
          <span>{exit}</span>
        </button>
      </div>
      {live.source === null && <SpeakingChip live={live} />}
    </>
  );
}
