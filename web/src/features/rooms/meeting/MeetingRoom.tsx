import { useEffect, useMemo, useRef, useState } from 'react';
import type { WireMeetingRoom } from '@frontrow/contract/meetings/api.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { useScreenOn } from '#web/shared/use-screen-on.ts';
import { ControlBar } from '../controls/ControlBar.tsx';
import { PhoneCamera } from '../controls/PhoneCamera.tsx';
import { useControls } from '../controls/use-controls.ts';
import { useFullScreen } from '../controls/use-full-screen.ts';
import { useShortcuts } from '../controls/use-shortcuts.ts';
import { Dialogs } from '../dialogs/Dialogs.tsx';
import type { RoomModel } from '../model/room-deps.ts';
import styles from '../room/Room.module.css';
import { createRoomView, RoomContext, useSnapshot, useView } from '../room-view.ts';
import { PoppedOutStage } from '../room/Room.tsx';
import { SidePanel } from '../room/SidePanel.tsx';
import { useCloseOnEscape } from '../room/use-close-on-escape.ts';
import { useIdle } from '../room/use-idle.ts';
import { useOpenRoom, usePanelMark } from '../room/use-open-room.ts';
import { useUnread } from '../room/use-unread.ts';
import { ReconnectingCard } from '../stage/ReconnectingCard.tsx';
import { SoundButton } from '../stage/SoundButton.tsx';
import { otherAt } from './meeting-query.ts';
import { MeetingStage, useOtherHere } from './MeetingStage.tsx';
import { EndsSoon, MeetingTop } from './MeetingTop.tsx';

/** The room of two, once inside. On a phone the chat waits behind its button: it would cover the other one's face. */
export function MeetingRoom({ meeting, model }: { meeting: WireMeetingRoom; model: RoomModel }) {
  const { t } = useTranslation('rooms');
  const [view] = useState(() => createRoomView('chat', !isMobileDevice() && window.innerWidth > 1100));
  const parts = useMemo(() => ({ page: null, model, view }), [model, view]);
  useOpenRoom(t('meeting.with', { name: otherAt(meeting).name }));
  return (
    <RoomContext value={parts}>
      <Layout meeting={meeting} />
    </RoomContext>
  );
}

/** Tells screen readers who came or left, and that the connection is lost. */
function Announcer({ name }: { name: string }) {
  const { t } = useTranslation('rooms');
  const here = useOtherHere();
  const lost = useSnapshot((snapshot) => snapshot.link === 'lost');
  return (
    <div className="fr-visually-hidden" role="status" aria-atomic="false">
      <p>{t(here ? 'meeting.isHere' : 'meeting.waiting', { name })}</p>
      {lost && <p>{t('room.linkLost')}</p>}
    </div>
  );
}

function Layout({ meeting }: { meeting: WireMeetingRoom }) {
  const { t } = useTranslation('rooms');
  const room = useRef<HTMLDivElement>(null);
  const open = useView((one) => one.showChat);
  const { toggle } = useFullScreen();
  const controls = useControls();
  /** The button on the empty stage has disappeared. */
  const covered = useSnapshot(({ media }) => media.camera || media.connection === 'reconnecting');
  useIdle(room);
  useScreenOn(isMobileDevice());
  // The button that led here is gone, so the focus moves to the room.
  useEffect(() => room.current?.focus({ preventScroll: true }), []);
  useEffect(() => {
    if (document.activeElement === document.body) room.current?.focus({ preventScroll: true });
  }, [covered]);
  useUnread();
  useCloseOnEscape(controls.panel.hide);
  useShortcuts({
    ...(controls.devices ? { m: controls.microphone.toggle, v: controls.camera.toggle } : {}),
    c: controls.panel.toggleChat,
    f: toggle,
    p: controls.toggleStageWindow,
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
        <MeetingStage meeting={meeting} />
        <MeetingTop meeting={meeting} />
        <EndsSoon />
        <div className={styles.controls}>
          <ControlBar />
          <PhoneCamera />
        </div>
        <SoundButton />
        <ReconnectingCard />
      </section>
      {open && (
        <div className={styles.panel}>
          <SidePanel />
        </div>
      )}
      <PoppedOutStage />
      <Announcer name={otherAt(meeting).name} />
      <Dialogs />
    </div>
  );
}
