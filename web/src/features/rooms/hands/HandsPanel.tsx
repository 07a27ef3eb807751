import '#web/shared/styles/components.ts';
import { ActionIcon, Menu, Switch } from '@mantine/core';
import '@mantine/core/styles/Switch.layer.css';
import { IconDotsVertical, IconPinFilled } from '@tabler/icons-react';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { userText } from '#web/shared/catalog/user-text.ts';
import { formatCountdown } from '#web/shared/format/time.ts';
import { Avatar } from '#web/shared/ui/Avatar.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import type { RaisedHand } from '../model/room-state.ts';
import { onAirText } from '../stage/TopRow.tsx';
import styles from '../room/Panels.module.css';
import { useRoomParts, useSnapshot } from '../room-view.ts';
import { NextSpeaker } from './NextSpeaker.tsx';
import { TurnRing } from './TurnClock.tsx';

/** The pressed button disappears with the turn. The focus moves to the panel, where a held Enter presses nothing. */
const moveFocus = (pressed: HTMLElement): void => pressed.closest<HTMLElement>(`.${styles.panel}`)?.focus();

function OnStage() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const speaking = useSnapshot((snapshot) => snapshot.live?.speaking ?? null);
  const limit = useSnapshot((snapshot) => snapshot.live?.turnLimit ?? null);
  const busy = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  const extending = useSnapshot((snapshot) => snapshot.busy.has('extendTurn'));
  const now = useNow();
  if (!speaking) return null;
  return (
    <div className={styles.onStage}>
      {limit ? (
        <TurnRing limit={limit} size={52} />
      ) : (
        <Avatar username={speaking.username} src={speaking.avatar} size={40} />
      )}
      <div className={styles.person}>
        <strong>{speaking.username}</strong>
        <span className={styles.good}>
          {limit ? t('audience:clock.onStage') : t('hands.onStage', { time: onAirText(speaking.since, now) })}
        </span>
      </div>
      {limit && (
        <Button
          variant="default"
          size="sm"
          loading={extending}
          aria-label={t('audience:clock.extendLabel', { name: speaking.username })}
          onClick={() => void model.extendTurn()}
        >
          {t('audience:clock.extend')}
        </Button>
      )}
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

/** Waiting time and time on stage: "waiting 2 min · spoke 0:48". */
function WaitLine({ hand }: { hand: RaisedHand }) {
  const { t } = useTranslation('audience');
  const minutes = Math.floor(Math.max(0, useNow() - hand.raisedAt) / 60_000);
  const waited = minutes === 0 ? t('queue.waitedNow') : t('queue.waited', { minutes });
  const spoke =
    hand.spokenSeconds === 0
      ? t('queue.notSpoken')
      : t('queue.spoke', { time: formatCountdown(hand.spokenSeconds * 1000) });
  return (
    <p className={styles.waits}>
      {waited} · {spoke}
    </p>
  );
}

function HandMenu({ hand }: { hand: RaisedHand }) {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const { username, pinned } = hand;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="quiet" size={36} aria-label={t('queue.more', { name: username })}>
          <IconDotsVertical size={18} stroke={1.8} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void model.pinHand(username, !pinned)}>
          {t(pinned ? 'queue.unpin' : 'queue.pin')}
        </Menu.Item>
        <Menu.Item onClick={() => void model.lowerHands(username)}>{t('queue.lower')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

function HandRow({ hand, place, onChosen }: { hand: RaisedHand; place: number; onChosen: (() => void) | undefined }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const busy = useSnapshot((snapshot) => snapshot.busy.has('turn'));
  return (
    <li className={styles.hand} data-first={place === 1 || undefined}>
      <div className={styles.row} data-first={place === 1 || undefined}>
        <span className={styles.place}>
          {hand.pinned ? <IconPinFilled size={16} role="img" aria-label={t('audience:queue.pinned')} /> : place}
        </span>
        <Avatar username={hand.username} src={hand.avatar} size={40} />
        <div className={styles.person}>
          <strong>{hand.username}</strong>
        </div>
        <Button
          size="sm"
          variant={place === 1 ? 'filled' : 'default'}
          disabled={busy}
          aria-label={t('hands.chooseWho', { name: hand.username })}
          aria-keyshortcuts={place === 1 ? 'N' : undefined}
          onClick={(event) => {
            moveFocus(event.currentTarget);
            void model.setTurn(hand.username, true).then(onChosen);
          }}
        >
          {t('hands.choose')}
          {place === 1 && <span className={styles.key} data-key="N" />}
        </Button>
        <HandMenu hand={hand} />
      </div>
      <WaitLine hand={hand} />
      {hand.question !== null && (
        <p className={styles.question} {...userText}>
          {hand.question}
        </p>
      )}
    </li>
  );
}

/** Raised hands in the order in which they are called, each with Choose. */
export function HandQueue({ onChosen }: { onChosen?: () => void }) {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const hands = useSnapshot((snapshot) => snapshot.live?.hands) ?? [];
  const newVoicesFirst = useSnapshot((snapshot) => snapshot.live?.newVoicesFirst ?? false);
  const wanted = useSnapshot((snapshot) => snapshot.busy.get('orderHands'));
  const next = useSnapshot(({ live }) => (live?.next?.state === 'declined' ? null : (live?.next?.username ?? null)));
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
        <Switch
          size="sm"
          labelPosition="left"
          label={t('audience:queue.newVoices')}
          title={t('audience:queue.newVoicesText')}
          checked={wanted ?? newVoicesFirst}
          onChange={(event) => void model.orderHands(event.currentTarget.checked)}
        />
      </div>
      <ol className={styles.rows}>
        {hands.map(
          (hand, index) =>
            // The person who gets ready is shown above the queue.
            hand.username !== next && <HandRow key={hand.username} hand={hand} place={index + 1} onChosen={onChosen} />,
        )}
      </ol>
    </>
  );
}

function LowerAll() {
  const { t } = useTranslation('audience');
  const { model } = useRoomParts();
  const waiting = useSnapshot((snapshot) => snapshot.live?.hands.length ?? 0);
  const lowering = useSnapshot((snapshot) => snapshot.busy.has('lowerHands'));
  if (waiting === 0) return null;
  return (
    <div className={styles.buttons}>
      <Button
        size="sm"
        variant="subtle"
        loading={lowering}
        onClick={(event) => {
          moveFocus(event.currentTarget);
          void model.lowerHands();
        }}
      >
        {t('queue.lowerAll')}
      </Button>
    </div>
  );
}

export function HandsPanel() {
  return (
    <div className={styles.panel} tabIndex={-1}>
      <OnStage />
      <NextSpeaker />
      <HandQueue />
      <LowerAll />
    </div>
  );
}
