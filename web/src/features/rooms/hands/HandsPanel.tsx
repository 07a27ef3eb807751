import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { onAirText } from '../stage/TopRow.tsx';
import styles from '../room/Panels.module.css';
import { useRoomParts, useSnapshot } from '../room/room-view.ts';

/** The pressed button disappears with the turn. The focus moves to the panel, where a held Enter presses nothing. */
const moveFocus = (pressed: HTMLElement): void => pressed.closest<HTMLElement>(`.${styles.panel}`)?.focus();

function OnStage() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const speaking = useSnapshot((snapshot) => snapshot.live?.speaking ?? null);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  const now = useNow();
  if (!speaking) return null;
  return (
    <div className={styles.onStage}>
      <Avatar username={speaking.username} src={speaking.avatar} size={40} />
      <div className={styles.person}>
        <strong>{speaking.username}</strong>
        <span className={styles.good}>{t('hands.onStage', { time: onAirText(speaking.since, now) })}</span>
      </div>
      <Button
        variant="default"
        size="sm"
        loading={busy}
        aria-label={t('hands.stopWho', { name: speaking.username })}
        onClick={(event) => {
          moveFocus(event.currentTarget);
          void model.setTurn(speaking.username, false);
        }}
      >
        {t('hands.stop')}
      </Button>
    </div>
  );
}

/** Raised hands in their order, each with Choose. */
export function HandQueue({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const hands = useSnapshot((snapshot) => snapshot.live?.hands ?? []);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  const now = useNow();
  if (hands.length === 0) {
    return (
      <div className={styles.empty}>
        <strong>{t('hands.empty')}</strong>
        <span>{t('hands.emptyText')}</span>
      </div>
    );
  }
  return (
    <>
      <div className={styles.order}>
        <span>{t('hands.waiting')}</span>
        <span>{t('hands.order')}</span>
      </div>
      <ol className={styles.rows}>
        {hands.map((hand, index) => {
          const minutes = Math.floor(Math.max(0, now - hand.raisedAt) / 60_000);
          return (
            <li key={hand.username} className={styles.row} data-first={index === 0 || undefined}>
              <span className={styles.place}>{index + 1}</span>
              <Avatar username={hand.username} src={hand.avatar} size={40} />
              <div className={styles.person}>
                <strong>{hand.username}</strong>
                <span>{minutes === 0 ? t('hands.now') : t('hands.since', { minutes })}</span>
              </div>
              <Button
                size="sm"
                variant={index === 0 ? 'filled' : 'default'}
                disabled={busy}
                aria-label={t('hands.chooseWho', { name: hand.username })}
                onClick={(event) => {
                  moveFocus(event.currentTarget);
                  void model.setTurn(hand.username, true).then(onChosen);
                }}
              >
                {t('hands.choose')}
              </Button>
            </li>
          );
        })}
      </ol>
    </>
  );
}

export function HandsPanel() {
  return (
    <div className={styles.panel} tabIndex={-1}>
      <OnStage />
      <HandQueue />
    </div>
  );
}
