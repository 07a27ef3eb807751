import { call, callFile } from '#web/shared/api/call.ts';
import { accessToken } from '#web/shared/api/tokens.ts';
import { isMobileDevice } from '#web/shared/mobile-device.ts';
import { newId } from '#web/shared/new-id.ts';
import { onPageReturn } from '#web/shared/page-return.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { isInteractive } from '#web/shared/ui/event-card-model.ts';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { type StoreApi, useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { turnsPictures } from './media/devices.ts';
import { playsH264 } from './media/video-support.ts';
import { rememberedRoom, rememberRoom } from './model/remembered-room.ts';
import type { Phase } from './model/room-phase.ts';
import type { RoomDeps, RoomModel } from './model/room-deps.ts';
import { createRoomModel } from './model/room-model.ts';
import type { RoomSnapshot } from './model/room-state.ts';
import { showNotice } from './show-notice.ts';

/** Refetches after a gap are spread over this time. */
const jitterFromMs = 150;
const jitterSpanMs = 850;

/** Held upright, and without a camera that turns its picture automatically. */
const asksForPortrait = (): boolean =>
  window.matchMedia('(max-width: 48em) and (orientation: portrait)').matches && !turnsPictures(navigator);

/** The room's model while the page of an event is open; null until the code of engine and socket is loaded. */
export function useRoom(page: WireEventPage, user: WireProfile): { model: RoomModel | null; isOwner: boolean } {
  const navigate = useNavigate();
  const client = useQueryClient();
  const uuid = page.event.event_uuid;
  const isOwner = page.user.user_username === user.user_username;
  const model = useRoomModel(user, {
    uuid,
    kind: isInteractive(page.event) ? 'interactive' : 'broadcast',
    isOwner,
    notify: showNotice,
    /** The event page shows its last known state until its next poll; the room knows first that the event is over. */
    onGone: (over) => {
      const queryKey = ['event', uuid];
      if (over)
        client.setQueryData<WireEventPage>(
          queryKey,
          (known) => known && { ...known, event: { ...known.event, event_state: 2 } },
        );
      void client.invalidateQueries({ queryKey, exact: true });
      void navigate(`/event/${uuid}`, { replace: true });
    },
  });
  return { model, isOwner };
}

interface RoomOf {
  readonly uuid: string;
  readonly kind: RoomDeps['kind'];
  readonly isOwner: boolean;
  readonly notify: RoomDeps['notify'];
  /** The person leaves the room, or it is closed; `over` says that there is none any more. */
  readonly onGone: (over: boolean) => void;
  /** Puts something else in place of the server and the video engine: a rehearsal does. */
  readonly around?: (deps: RoomDeps) => RoomDeps;
}

/** The model of any room; null until the code of engine and socket is loaded. */
export function useRoomModel(
  user: WireProfile,
  { uuid, kind, isOwner, notify, onGone, around }: RoomOf,
): RoomModel | null {
  const gone = useEffectEvent(onGone);
  const told = useEffectEvent(notify);
  const worldOf = useEffectEvent((deps: RoomDeps) => around?.(deps) ?? deps);
  const me = useMemo(
    () => ({ username: user.user_username, ide: user.user_ide, avatar: user.user_avatar, isOwner }),
    [user.user_username, user.user_ide, user.user_avatar, isOwner],
  );
  const [model, setModel] = useState<RoomModel | null>(null);

  useEffect(() => {
    let made: RoomModel | null = null;
    let over = false;
    const make = async (): Promise<void> => {
      const [{ connectRoom }, { openLiveLink }] = await Promise.all([
        import('./media/connect-room.ts'),
        import('./model/live-updates.ts'),
      ]);
      if (over) return;
      const world = worldOf({
        eventUuid: uuid,
        kind,
        me,
        call,
        callFile,
        token: accessToken,
        connectMedia: connectRoom,
        openLink: openLiveLink,
        notify: (notice) => told(notice),
        log,
        goToEvent: () => gone(made?.store.getState().phase === 'finished'),
        reload: () => window.location.reload(),
        after: (ms, work) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        now: serverNow,
        nextTask: () => new Promise((resolve) => setTimeout(resolve)),
        jitterMs: () => jitterFromMs + (crypto.getRandomValues(new Uint16Array(1))[0]! / 65_535) * jitterSpanMs,
        newId,
        remembered: () => rememberedRoom(uuid),
        remember: (room) => rememberRoom(uuid, room),
        portrait: asksForPortrait,
        phone: isMobileDevice(),
        playsH264: playsH264(),
        onPageReturn,
      });
      made = createRoomModel(world);
      // A reload of this tab enters the room again at once.
      if (world.remembered().inside) void made.enter();
      setModel(made);
    };
    void make();
    return () => {
      over = true;
      made?.dispose();
      setModel(null);
    };
  }, [uuid, kind, me]);

  return model;
}

type Whereabouts = Pick<RoomSnapshot, 'phase' | 'live'>;
const noRoom = createStore<Whereabouts>(() => ({ phase: 'outside', live: null }));

/** Where the person is as the page shows it, and whether the event was taken down. */
export function useWhereabouts(model: RoomModel | null): { phase: Phase; isTakenDown: boolean } {
  const store: Pick<StoreApi<Whereabouts>, 'getState' | 'getInitialState' | 'subscribe'> = model?.store ?? noRoom;
  const now = useStore(store, (snapshot) => snapshot.phase);
  // Drawing the room must not delay the connection to the engine. Leaving it is shown at once.
  const drawn = useDeferredValue(now);
  const isTakenDown = useStore(store, ({ live }) => live?.cancelled ?? false);
  return { phase: now === 'inside' ? drawn : now, isTakenDown };
}

/** Writes a failure that is shown to no one to the browser's console, where a developer finds its reason. */
function log(what: string, error: unknown): void {
  // oxlint-disable-next-line no-console -- the browser has no other log
  console.warn(what, error);
}
