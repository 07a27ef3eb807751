import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'zustand';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { shownTitle } from '#web/shared/catalog/shown-title.ts';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { useScreenOn } from '#web/shared/use-screen-on.ts';
import { Announcement } from '../chat/PinnedMessage.tsx';
import { TurnClock } from '../hands/TurnClock.tsx';
import { PollNote } from '../audience/PollNote.tsx';
import { Dialogs } from '../dialogs/Dialogs.tsx';
import { BackstageBar } from './BackstageBar.tsx';
import { GoLiveBar } from '../broadcast/GoLiveBar.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import { capabilitiesIn } from '../model/room-state.ts';
import { Announcer } from './Announcer.tsx';
import { WarmUpCard } from '../hands/WarmUpCard.tsx';
import { TurnCard } from '../hands/TurnCard.tsx';
import { ReconnectingCard } from '../stage/ReconnectingCard.tsx';
import { SoundButton } from '../stage/SoundButton.tsx';
import { ReactionFloats } from '../controls/Reactions.tsx';
import { ControlBar } from '../controls/ControlBar.tsx';
import { PhoneCamera } from '../controls/PhoneCamera.tsx';
import styles from './Room.module.css';
import { createRoomView, RoomContext, useCapabilities, useOpenDialog, useRoomParts, useView } from '../room-view.ts';
import { SidePanel } from './SidePanel.tsx';
import { Stage } from '../stage/Stage.tsx';
import { LowerThird } from '../stage/LowerThird.tsx';
import { TopRow } from '../stage/TopRow.tsx';
import { useControls } from '../controls/use-controls.ts';
import { useFullScreen } from '../controls/use-full-screen.ts';
import { useIdle } from './use-idle.ts';
import { useOpenRoom, usePanelMark } from './use-open-room.ts';
import { useUnread } from './use-unread.ts';
import { useCloseOnEscape } from './use-close-on-escape.ts';
import { useShortcuts } from '../controls/use-shortcuts.ts';

/** Only those who open the window load what is in it. */
const StageWindow = lazy(() => import('./StageWindow.tsx'));

/** The stage in a window above others, while there is one. */
export function PoppedOutStage() {
  const shown = useView((one) => one.stageWindow);
  if (shown === null || shown === 'video') return null;
  return (
    <Suspense>
      <StageWindow of={shown} />
    </Suspense>
  );
}

/** The room of one event, once inside. */
export function Room({ page, model }: { page: WireEventPage; model: RoomModel }) {
  const [view] = useState(() =>
    createRoomView(
      capabilitiesIn(model.store.getState(), model.me).maySelectSource &&
        capabilitiesIn(model.store.getState(), model.me).mayGoLive &&
        !isMobileDevice()
        ? 'stream'
        : 'chat',
    ),
  );
  const parts = useMemo(() => ({ page, model, view }), [page, model, view]);
  useOpenRoom(shownTitle(page.event));
  return (
    <RoomContext value={parts}>
      <RoomLayout />
    </RoomContext>
  );
}

function RoomLayout() {
  const { t } = useTranslation('rooms');
  const { model } = useRoomParts();
  const room = useRef<HTMLDivElement>(null);
  const open = useView((one) => one.showChat);
  const openDialog = useOpenDialog();
  const { toggle } = useFullScreen();
  const controls = useControls();
  const can = useCapabilities();
  const offered = useStore(model.store, (snapshot) => snapshot.turn === 'offered');
  /** The host's button on the empty stage has disappeared. */
  const covered = useStore(model.store, ({ media }) => media.camera || media.connection === 'reconnecting');
  /** The buttons of its note. */
  const openPoll = useStore(model.store, ({ live }) => live?.openPoll);
  /** The button on a broadcast's slate, and the one that went live. */
  const isSlate = useStore(model.store, ({ feed }) => feed.shown === 'slate');
  const isLive = useStore(model.store, ({ live }) => live?.isLive);
  useIdle(room);
  useScreenOn(isMobileDevice());
  // The button that led here is gone, so the focus moves to the room.
  useEffect(() => room.current?.focus({ preventScroll: true }), []);
  // The offer of a turn, or the empty stage, may have disappeared with the button that had the focus.
  useEffect(() => {
    if (!offered && document.activeElement === document.body) room.current?.focus({ preventScroll: true });
  }, [offered, covered, openPoll, isSlate, isLive]);
  useUnread();
  useCloseOnEscape(controls.panel.hide);
  useShortcuts({
    ...(controls.devices ? { m: controls.microphone.toggle, v: controls.camera.toggle } : {}),
    ...(can.mayChooseSpeaker ? { n: controls.callNext } : {}),
    h: can.mayChooseSpeaker ? () => controls.panel.show('hands') : controls.hand.toggle,
    c: controls.panel.toggleChat,
    f: toggle,
    p: controls.toggleStageWindow,
    '?': () => openDialog({ kind: 'keys' }),
  });
  usePanelMark(room, open);
  return (
    <div
      ref={room}
      tabIndex={-1}
      className={styles.room}
      data-panel={open || undefined}
      aria-label={t('room.label')}
      role="region"
    >
      <section className={styles.stage} aria-label={t('room.stage')}>
        <Stage />
        <TopRow />
        <div className={styles.controls}>
          <ControlBar />
          <PhoneCamera />
        </div>
        <GoLiveBar />
        <BackstageBar />
        {can.seesReactions && <ReactionFloats />}
        {/* Over the upper part of the picture, one below the other. */}
        <div className={styles.topNotes}>
          <TurnClock />
          <Announcement />
          <PollNote />
        </div>
        <LowerThird />
        <SoundButton />
        <TurnCard />
        <WarmUpCard />
        <ReconnectingCard />
      </section>
      {open && (
        <div className={styles.panel}>
          <SidePanel />
        </div>
      )}
      <PoppedOutStage />
      <Announcer />
      <Dialogs />
    </div>
  );
}
