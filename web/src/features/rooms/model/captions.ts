import { ApiRefusal, refusalSentence } from '#web/shared/api/refusal.ts';
import type { WireCaption } from '@frontrow/contract/rooms/captions-api.ts';
import {
  captionEveryMs,
  captionLines,
  captionShownMs,
  captionsRecalledMax,
  type CaptionSource,
  captionSources,
} from '@frontrow/core/rooms/captions.ts';
import { createStore } from 'zustand/vanilla';
import type { Memory } from './remembered-room.ts';
import type { Captions, CaptionsState } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { hasTurn, type LiveState } from './room-state.ts';
import type { SpeechEnd, SpeechListener, SpeechSource } from '../media/speech-sources.ts';

/** What was said this long ago is not shown again after a reload. */
const recalledMs = 30_000;

interface Parts {
  readonly memory: Memory;
  readonly microphone: () => MediaStreamTrack | null;
  readonly sendSound: (sound: ArrayBuffer | null) => void;
}

export const isOnStage = (live: LiveState, me: { username: string; isOwner: boolean }): boolean =>
  me.isOwner || hasTurn(live, me.username) || live.stageGuest?.username === me.username;

/** Caption lines of the people on stage, and this person’s speech on its way to them. */
export function createCaptions(scope: RoomScope, { memory, microphone, sendSound }: Parts): Captions {
  const { deps, timers, get } = scope;
  const remembered = captionSources.find((one) => one === memory.now().captions) ?? null;
  const store = createStore<CaptionsState>(() => ({
    lines: [],
    server: null,
    troubles: null,
    agreed: remembered,
    ended: null,
  }));
  const told = (caption: WireCaption): void => {
    const others = store.getState().lines.filter((one) => one.line_id !== caption.line_id);
    store.setState({ lines: [...others, caption].slice(-captionsRecalledMax) });
    timers.later(captionShownMs, () =>
      store.setState({ lines: store.getState().lines.filter((one) => one !== caption) }),
    );
  };
  const speaking = createSpeaking(scope, (message) => store.setState({ ended: message, agreed: null }));
  let stop: (() => void) | null = null;
  let running = '';
  let isLoaded = false;
  const sources = async (kind: CaptionSource): Promise<SpeechSource> => {
    const made = await import('../media/speech-sources.ts');
    return kind === 'server'
      ? made.serverSpeech(sendSound)
      : made.browserSpeech(made.speechWorld(), navigator.language, kind === 'device');
  };
  const load = async (): Promise<void> => {
    const params = { uuid: deps.eventUuid };
    try {
      const [{ speechTroubles, speechWorld }, { lines, server }] = await Promise.all([
        import('../media/speech-sources.ts'),
        deps.call('GET /events/streaming/captions/:uuid', { params }),
      ]);
      store.setState({ server, troubles: await speechTroubles(speechWorld(), navigator.language, server) });
      for (const line of lines) if (deps.now() - line.at < recalledMs) told(line);
    } catch (error) {
      isLoaded = false;
      deps.log('captions not loaded', error);
    }
  };
  const end = (): void => {
    running = '';
    stop?.();
    stop = null;
  };
  const follow = (): void => {
    const { live, media, phase } = get();
    const { agreed } = store.getState();
    const isOn = phase === 'inside' && live !== null && live.captionsEnabled;
    if (isOn && !isLoaded) {
      isLoaded = true;
      void load();
    }
    const track = isOn && agreed && media.microphone && isOnStage(live, deps.me) ? microphone() : null;
    const next = track && agreed ? `${agreed} ${track.id}` : '';
    if (next === running) return;
    end();
    if (!track || !agreed) return;
    running = next;
    const ended = (why: SpeechEnd): void => {
      if (running === next) captions.stopped(why);
    };
    sources(agreed)
      .then((source) => {
        if (running === next) stop = source(track, { understood: speaking.understood, ended });
      })
      .catch((error: unknown) => {
        deps.log('captions not started', error);
        ended('failed');
      });
  };
  const captions: Captions = {
    store,
    told,
    stopped: (ended) => {
      memory.remember({ captions: undefined });
      store.setState({ ended, agreed: null });
    },
    agree: (source) => {
      memory.remember({ captions: source ?? undefined });
      store.setState({ agreed: source, ended: null });
    },
    dispose: end,
  };
  scope.store.subscribe((now, before) => {
    if (now.live !== before.live || now.media !== before.media || now.phase !== before.phase) follow();
  });
  store.subscribe((now, before) => {
    if (now.agreed !== before.agreed) follow();
  });
  return captions;
}

/** Sends what the browser understood: an unfinished line a few times a second, a finished one immediately. */
function createSpeaking({ deps, timers }: RoomScope, onRefused: (message: string) => void) {
  let lineId = deps.newId();
  let waiting: string | null = null;
  let restUntil = 0;
  const say = async (id: string, text: string, final: boolean): Promise<void> => {
    try {
      const body = { event_uuid: deps.eventUuid, line_id: id, text, final };
      await deps.call('POST /events/streaming/captions/say', { body });
    } catch (error) {
      if (error instanceof ApiRefusal && error.status === 429)
        return void (restUntil = deps.now() + (error.retryAfterMs ?? captionShownMs));
      // Such a line is not shown; the next one may be.
      if (error instanceof ApiRefusal && error.is('word_filtered'))
        return deps.notify({ kind: 'refused', message: error.message });
      const message = refusalSentence(error);
      if (message !== null) onRefused(message);
    }
  };
  const flush = (): void => {
    const text = waiting;
    waiting = null;
    if (text !== null && deps.now() >= restUntil) void say(lineId, text, false);
  };
  const understood: SpeechListener['understood'] = (text, final) => {
    const lines = captionLines(text);
    const last = lines.at(-1);
    if (last === undefined) return;
    if (!final) {
      if (waiting === null) timers.later(captionEveryMs, flush);
      waiting = last;
      return;
    }
    waiting = null;
    for (const line of lines) {
      void say(lineId, line, true);
      lineId = deps.newId();
    }
  };
  return { understood };
}
