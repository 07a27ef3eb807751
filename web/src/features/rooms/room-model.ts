import { finishRedirectMs } from '@frontrow/core/rooms/limits.ts';
import type { WireChatMessage, WireCurrentState, WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import { createStore } from 'zustand/vanilla';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { awaitEngine } from './await-engine.ts';
import { lineOf, withLines, withoutPerson, withRemoved } from './chat-lines.ts';
import type { LiveLink, LiveUpdate } from './live-link.ts';
import { type Cast, type EngineAddress, quietMedia, type RoomMedia, withoutEngine } from './media/media-model.ts';
import { createAct, createActions } from './room-actions.ts';
import { createChat } from './room-chat.ts';
import type { RoomDeps, RoomModel } from './room-deps.ts';
import { createDevices } from './room-devices.ts';
import { finalPhase, isTakenDown, knock, phaseRefused, takenDownCode } from './room-door.ts';
import { createMemory } from './room-memory.ts';
import {
  capabilitiesIn,
  devicesOff,
  emptySnapshot,
  hasTurn,
  type LiveState,
  liveStateOf,
  type OwnDevices,
  type RoomSnapshot,
} from './room-state.ts';
import { SeqGate } from './seq-gate.ts';
import { createStreamingCall } from './streaming-calls.ts';

/** Without a word from the server about when to come back. */
const waitDefaultMs = 3_000;
const waitMaxMs = 30_000;
/** The socket says why somebody was taken out; it may come a little after the engine's door. */
const removedWaitMs = 1_000;

const castOf = ({ owner, speaking }: LiveState): Cast => ({
  owner: owner.username,
  speaker: speaking?.username ?? null,
});

/** The room of one person in one tab, without any React: states, live updates, chat, turn and devices. */
export function createRoomModel(world: RoomDeps): RoomModel {
  const { eventUuid, me } = world;
  const event = { event_uuid: eventUuid };
  const store = createStore<RoomSnapshot>(() => emptySnapshot);
  const call = createStreamingCall(world.call, store);
  const deps: RoomDeps = { ...world, call };
  const get = store.getState;
  const set = (change: Partial<RoomSnapshot>): void => store.setState(change);

  const memory = createMemory(deps, store);
  const { remember } = memory;
  let gate = new SeqGate();
  let media: RoomMedia | null = null;
  let link: LiveLink | null = null;
  let gone = false;
  let finishing = false;
  let resyncing = false;
  /** Counts the times of looking for an engine, and of going in: what an earlier one waits for is not wanted. */
  let search = 0;
  const told = new Set<string>();
  const timers = new Set<() => void>();

  const later = (ms: number, work: () => void): void => {
    const cancel = deps.after(ms, () => {
      timers.delete(cancel);
      work();
    });
    timers.add(cancel);
  };
  const pause = (ms: number): Promise<void> => new Promise((resolve) => later(ms, resolve));

  const shut = (phase: RoomSnapshot['phase']): void => {
    remember({ inside: false, ...devicesOff });
    link?.close();
    void media?.leave();
    link = null;
    media = null;
    set({ phase, media: { ...quietMedia, connection: 'ended' }, turn: 'none' });
  };

  const close = (takenDown = false): void => {
    if (get().phase === 'finished') return;
    const { live } = get();
    const cancelled = takenDown || (live?.cancelled ?? false);
    set({ live: live && { ...live, cancelled } });
    shut('finished');
    if (finishing) return deps.goToEvent();
    deps.notify({ kind: cancelled ? 'takenDown' : 'finished' });
    later(finishRedirectMs, deps.goToEvent);
  };

  /** After every change: who is on screen, whose devices must be off, whether a turn is offered. */
  const settle = (): void => {
    const { live, phase } = get();
    if (!live || phase !== 'inside') return;
    if (live.finished) return close();
    media?.cast(castOf(live));
    const can = capabilitiesIn(get(), me);
    if (!can.mayUseCamera) void takeBack('camera');
    if (!can.mayUseMicrophone) void takeBack('microphone');
    const mine = !me.isOwner && hasTurn(live, me.username);
    if (mine && get().turn === 'none') set({ turn: 'offered' });
    if (!mine && get().turn !== 'none') {
      // Who is blocked is told that.
      if (!live.banned.includes(me.username)) deps.notify({ kind: 'turnOver', taken: get().turn === 'taken' });
      set({ turn: 'none' });
    }
  };

  const applyState = (wire: WireCurrentState): void => {
    const next = liveStateOf(wire);
    const before = get().live;
    if (before && next.seq < before.seq) return;
    set({ live: next });
    if (before && !before.openMic && next.openMic && !me.isOwner) deps.notify({ kind: 'openMicOn' });
    settle();
  };
  const applyMessages = (wire: readonly WireChatMessage[]): void =>
    set({ chat: withLines(get().chat, wire.map(lineOf)) });

  /** False while nobody answers. */
  const resync = async (): Promise<boolean> => {
    try {
      const answer = await call('GET /events/streaming/streaming_state/:uuid', { params: { uuid: eventUuid } });
      if (gone || get().phase !== 'inside') return true;
      applyMessages(answer.messages);
      gate.jump(answer.current_state.seq);
      applyState(answer.current_state);
      return true;
    } catch (error) {
      const phase = finalPhase(error);
      if (phase === 'finished') close(isTakenDown(error));
      else if (phase === 'removed' && get().phase === 'inside') shut(phase);
      return phase !== null;
    }
  };

  /** Many browsers that miss the same change must not ask at the same moment. */
  const resyncSoon = (needed: () => boolean): void => {
    if (resyncing) return;
    resyncing = true;
    later(deps.jitterMs(), () => {
      resyncing = false;
      if (needed() && !gone) void resync();
    });
  };

  const banned = (username: string, blocked: boolean, seq: number): void => {
    const { live, chat } = get();
    if (blocked) set({ chat: withoutPerson(chat, username) });
    if (live)
      set({
        live: {
          ...live,
          banned: blocked ? [...new Set([...live.banned, username])] : live.banned.filter((name) => name !== username),
        },
      });
    settle();
    const key = `ban ${seq} ${blocked}`;
    if (username !== me.username || told.has(key)) return;
    told.add(key);
    deps.notify({ kind: blocked ? 'blocked' : 'unblocked' });
  };

  const onUpdate = ({ name, update }: LiveUpdate): void => {
    if (gone || update.event_uuid !== eventUuid || get().phase !== 'inside') return;
    if (name === 'sessionMoved') return shut('moved');
    if (name === 'viewerRemoved') return shut('removed');
    if (name === 'finishEvent') return close(update.cancelled);
    if (name === 'snapshot') {
      gate.jump(update.seq);
      set({
        chat: withLines(
          get().chat.filter((line) => line.seq === null),
          update.messages.map(lineOf),
        ),
      });
      return applyState(update.current_state);
    }
    if (gate.note(update.seq, update.since)) resyncSoon(() => gate.hasGap);
    if (name === 'updateEvent') applyState(update.current_state);
    else if (name === 'newMessage') applyMessages([update.message]);
    else if (name === 'messageRemoved') set({ chat: withRemoved(get().chat, update.message_seq) });
    else banned(update.usernameBanned, update.blocked, update.seq);
  };

  /** A fresh address and token, unless the room has closed its door; an empty address while there is no engine. */
  const askAgain = async (): Promise<EngineAddress | null> => {
    try {
      const answer = await knock(deps, memory.now().sessionId, false);
      if (get().phase !== 'inside') return null;
      applyState(answer.current_state);
      return { url: answer.url, token: answer.token };
    } catch (error) {
      const phase = finalPhase(error);
      if (phase === null) throw error;
      if (get().phase !== 'inside') return null;
      if (phase === 'finished') close(isTakenDown(error));
      else shut(phase);
      return null;
    }
  };

  /** The engine let go of us and the socket has not said why: the list of who is here tells. */
  const learnWhy = async (): Promise<void> => {
    // Without an answer nothing is known yet: the seat may be there, and the event may not.
    while (!(await resync()) && !gone && get().phase === 'inside') await pause(waitDefaultMs);
    const { phase, live } = get();
    if (gone || phase !== 'inside') return;
    shut(me.isOwner || live?.viewers.some((viewer) => viewer.username === me.username) ? 'moved' : 'out');
  };

  const takeBackBoth = (): void => {
    void takeBack('camera');
    void takeBack('microphone');
  };

  /** The media lost its connection for good, or has not found one. */
  const renew = async (): Promise<EngineAddress | null> => {
    const address = await askAgain();
    if (address?.url !== '') {
      if (get().media.connection === 'none' && memory.isTooLate()) takeBackBoth();
      return address;
    }
    void media?.leave();
    media = null;
    // Only the owner's come back with the next one.
    if (!me.isOwner) takeBackBoth();
    set({ media: withoutEngine });
    waitForEngine();
    return null;
  };

  const openMedia = ({ url, token }: EngineAddress, live: LiveState): void => {
    const opened = deps.connectMedia({
      url,
      token,
      cast: castOf(live),
      renew,
      onRemoved: (why) => {
        if (get().phase !== 'inside') return;
        if (why === 'moved') shut('moved');
        else later(removedWaitMs, () => void learnWhy());
      },
      onDeviceFailed: (error) => failed(error),
      log: deps.log,
      portrait: deps.portrait,
    });
    media = opened;
    opened.subscribe(() => {
      if (media !== opened) return;
      const next = opened.state();
      if (next.connection === 'none') memory.engineLost();
      if (next.connection === 'connected') memory.engineFound();
      set({ media: next });
    });
  };

  /** Only the owner's devices open without a tap (decisions 33), as they were. */
  const openDevices = (wanted: OwnDevices): void => {
    if (me.isOwner && wanted.microphone) void devices.setMicrophone(true);
    if (me.isOwner && wanted.camera) void devices.setCamera(true);
  };

  /** The picture comes to whoever is here without one as soon as there is an engine. */
  const findEngine = async (): Promise<void> => {
    const mine = (search += 1);
    const isWanted = (): boolean => !gone && search === mine && get().phase === 'inside';
    const ask = async (): Promise<EngineAddress | null> => {
      const address = await askAgain();
      if (isWanted() && memory.isTooLate()) takeBackBoth();
      return address;
    };
    const address = await awaitEngine({ ask, pause, jitterMs: deps.jitterMs, isWanted });
    const { live } = get();
    if (!address || !live) return;
    openMedia(address, live);
    set({ media: media?.state() ?? quietMedia });
    openDevices(memory.now());
  };
  const waitForEngine = (): void => {
    memory.engineLost();
    void findEngine();
  };

  const goInside = async (answer: WireRoomToken, wanted: OwnDevices): Promise<void> => {
    search += 1;
    gate = new SeqGate(answer.current_state.seq);
    remember(me.isOwner ? { ...wanted, inside: true } : { ...devicesOff, inside: true });
    const live = liveStateOf(answer.current_state);
    // The line to the engine is dialled before the room is drawn: drawing takes as long as dialling.
    if (answer.url !== '') openMedia(answer, live);
    await deps.soon();
    if (gone) return;
    set({
      phase: 'inside',
      live,
      chat: withLines([], answer.messages.map(lineOf)),
      link: 'connecting',
      media: media?.state() ?? withoutEngine,
    });
    if (media) openDevices(wanted);
    else waitForEngine();
    link = deps.openLink({
      handshake: () => ({
        token: deps.token() ?? '',
        ...event,
        username: me.username,
        user_ide: me.ide,
        session_id: memory.now().sessionId,
        last_seq: gate.lastSeq,
      }),
      onUpdate,
      onState: (state) => {
        const before = get().link;
        set({ link: state });
        // Asking over HTTP also renews an old token before the next handshake.
        if (state === 'lost' && before !== 'lost') resyncSoon(() => get().link === 'lost');
        // An engine mostly comes with the server's next start: looked for anew, without the long waits of before.
        if (state === 'connected' && before === 'lost' && !media) void findEngine();
      },
      onRefused: (code) => {
        const phase = phaseRefused(code);
        if (phase === null || gone || get().phase !== 'inside') return;
        if (phase === 'finished') close(code === takenDownCode);
        else shut(phase);
      },
    });
    settle();
  };

  const enter: RoomModel['enter'] = async ({ takeOver = false } = {}) => {
    if (gone || ['entering', 'returning', 'waiting', 'inside'].includes(get().phase)) return;
    // Off at connect (spec §4); only a reload of this tab brings the owner's devices back as they were.
    const wanted = memory.now().inside ? memory.now() : devicesOff;
    set({ phase: get().phase === 'outside' ? 'entering' : 'returning' });
    for (;;) {
      try {
        const answer = await knock(deps, memory.now().sessionId, takeOver);
        if (!gone) await goInside(answer, wanted);
        return;
      } catch (error) {
        if (gone) return;
        if (error instanceof ApiRefusal && error.status === 503) {
          set({ phase: 'waiting' });
          await pause(Math.min(error.retryAfterMs ?? waitDefaultMs, waitMaxMs));
          if (gone) return;
          continue;
        }
        const phase = finalPhase(error);
        if (phase === 'moved' || phase === 'removed') return shut(phase);
        if (phase === 'finished') return deps.goToEvent();
        remember({ inside: false });
        set({ phase: 'outside' });
        deps.notify({ kind: me.isOwner ? 'startFailed' : 'joinFailed' });
        later(finishRedirectMs, deps.reload);
        return;
      }
    }
  };

  const act = createAct(deps, store, applyState);
  const actions = createActions(deps, store, act);
  const { failed, takeBack, ...devices } = createDevices(deps, store, () => media, remember, act);

  const finish = (): Promise<void> =>
    act('finish', async () => {
      finishing = true;
      try {
        await call('POST /events/streaming/stop_streaming', { body: event });
      } catch (error) {
        finishing = false;
        throw error;
      }
      close();
      return null;
    });

  return {
    store,
    me,
    enter,
    leave: () => {
      if (get().phase === 'inside')
        void call('POST /events/streaming/leave_streaming', { body: event }).catch(() => undefined);
      shut('left');
      deps.goToEvent();
    },
    finish,
    dispose: () => {
      gone = true;
      for (const cancel of timers) cancel();
      link?.close();
      void media?.leave();
    },
    ...createChat(deps, store),
    ...devices,
    ...actions,
  };
}
