import { createContext, useContext } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Capabilities } from '@frontrow/core/rooms/capabilities.ts';
import type { WireEventPage } from '@frontrow/contract/events/api.ts';
import type { RoomModel } from './model/room-deps.ts';
import { capabilitiesIn, timedOutUntil, type RoomSnapshot } from './model/room-state.ts';
import { formatTime } from '#web/shared/format/time.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';

export type PanelTab = 'stream' | 'chat' | 'hands' | 'questions' | 'polls' | 'people';

export type Dialog =
  | { kind: 'finish' | 'settings' | 'people' | 'turn' | 'keys' }
  | {
      kind: 'block' | 'unblock' | 'promote' | 'downgrade' | 'removeViewer' | 'removeAll';
      username: string;
    }
  | { kind: 'removeMessage'; seq: number }
  | { kind: 'reportMessage'; seq: number }
  | { kind: 'reportPerson'; username: string };

/** A poll as its host types it. */
export interface TypedPoll {
  readonly text: string;
  readonly choices: readonly { readonly id: number; readonly text: string }[];
  readonly multiple: boolean;
  readonly anonymous: boolean;
  readonly resultsLive: boolean;
  /** After how many seconds it closes; 0 is never. */
  readonly closing: number;
}

/** What is being written in the tabs next to the chat. It stays while another one is open. */
interface Drafts {
  readonly question: string;
  readonly announcement: string;
  /** Undefined while the list of words is shown as it was saved. */
  readonly words: string | undefined;
  /** Null while no poll is being made. */
  readonly poll: TypedPoll | null;
}

/** What this browser shows of the room. Nobody else's changes with it. */
export interface RoomView {
  readonly showChat: boolean;
  readonly tab: PanelTab;
  readonly videoFitMode: 'cover' | 'contain';
  readonly dialog: Dialog | null;
  /** Messages that came while the chat was hidden. */
  readonly unread: number;
  /** What is being written. It stays while the panel is hidden. */
  readonly draft: string;
  /** Why the draft was refused, until it is changed. */
  readonly refused: string | null;
  readonly drafts: Drafts;
  /** The poll that this person has looked at, or whose note they hid. */
  readonly seenPoll: string | null;
  /** The stage on top of other windows: its own window, or the browser's with the main video. */
  readonly stageWindow: Window | 'video' | null;
}

interface RoomParts {
  readonly model: RoomModel;
  /** None in a private meeting, which has no page. */
  readonly page: WireEventPage | null;
  readonly view: StoreApi<RoomView>;
}

export const createRoomView = (tab: PanelTab, showChat = true): StoreApi<RoomView> =>
  createStore<RoomView>(() => ({
    showChat,
    tab,
    videoFitMode: 'cover',
    dialog: null,
    unread: 0,
    draft: '',
    refused: null,
    drafts: { question: '', announcement: '', words: undefined, poll: null },
    seenPoll: null,
    stageWindow: null,
  }));

/**
 * A refused message becomes the draft again as soon as there is no other draft, also one refused while the field was
 * hidden. Returns what stops it.
 */
export function returnRefused({ model, view }: Pick<RoomParts, 'model' | 'view'>): () => void {
  const take = (): void => {
    const returned = view.getState().draft ? undefined : model.takeReturned();
    if (returned) view.setState({ draft: returned.text, refused: returned.why });
  };
  take();
  return model.store.subscribe(take);
}

export const RoomContext = createContext<RoomParts | null>(null);

export function useRoomParts(): RoomParts {
  const parts = useContext(RoomContext);
  if (!parts) throw new Error('a piece of the room outside of a room');
  return parts;
}

export const useSnapshot = <T>(select: (snapshot: RoomSnapshot) => T): T =>
  useStore(useRoomParts().model.store, select);

/** The page of the event whose room this is. */
export function useEventPage(): WireEventPage {
  const { page } = useRoomParts();
  if (!page) throw new Error('a piece of the room of an event in a private meeting');
  return page;
}

export const useView = <T>(select: (view: RoomView) => T): T => useStore(useRoomParts().view, select);

/** Like a state of React, but in the room's view. */
export function useDraft<K extends keyof Drafts>(
  name: K,
): readonly [draft: Drafts[K], change: (next: Drafts[K] | ((shown: Drafts[K]) => Drafts[K])) => void] {
  const { view } = useRoomParts();
  const draft = useView(({ drafts }) => drafts[name]);
  return [
    draft,
    (next) =>
      view.setState(({ drafts }) => ({
        drafts: { ...drafts, [name]: typeof next === 'function' ? next(drafts[name]) : next },
      })),
  ];
}

/** What this person may do now. */
export function useCapabilities(): Capabilities {
  const { model } = useRoomParts();
  const live = useSnapshot((snapshot) => snapshot.live);
  const phase = useSnapshot((snapshot) => snapshot.phase);
  return capabilitiesIn({ live, phase }, model.me);
}

export function useOpenDialog(): (dialog: Dialog | null) => void {
  const { view } = useRoomParts();
  return (dialog) => view.setState({ dialog });
}

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
