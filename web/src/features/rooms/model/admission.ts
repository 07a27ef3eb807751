import { type Exit, phaseMachine } from './room-phase.ts';
import { ApiRefusal, refusalSentence } from '#web/shared/api/refusal.ts';
import type { WireRoomToken } from '@frontrow/contract/rooms/api.ts';
import type { ChatDelivery } from '@frontrow/core/broadcast/delivery-rules.ts';
import { finishRedirectMs } from '@frontrow/core/rooms/limits.ts';
import { mediaByFiles, withoutEngine } from '../media/media-model.ts';
import type { RoomConnection } from './connection.ts';
import { endingOf, type Exits } from './leaving.ts';
import type { LiveStateModel } from './live-state.ts';
import type { Memory } from './remembered-room.ts';
import { keepsDevices, type Notice, type RoomModel } from './room-deps.ts';
import { requestSeat, type RoomScope } from './room-scope.ts';
import { devicesOff, type OwnDevices, type RoomSnapshot } from './room-state.ts';

/** Why the host of a broadcast cannot go live yet. */
type GoLiveObstacle = 'connecting' | 'noVideo' | 'noEncoder' | 'noCamera';

/** A broadcast goes live with a picture. Null: nothing is in the way. */
export function goLiveObstacle({
  media,
  feed,
  live,
}: Pick<RoomSnapshot, 'media' | 'feed' | 'live'>): GoLiveObstacle | null {
  if (media.connection === 'none') return 'noVideo';
  if (media.connection !== 'connected') return 'connecting';
  // The server says that the encoder sends; the host's own browser only cannot show it.
  if (feed.shown === 'picture' || feed.shown === 'unsupported') return null;
  return live?.source === 'camera' ? 'noCamera' : 'noEncoder';
}

/** Where the server does not say when to come back. */
const waitDefaultMs = 3_000;
const waitMaxMs = 30_000;

interface AdmissionParts {
  readonly exits: Exits;
  readonly live: LiveStateModel;
  readonly memory: Memory;
  readonly connection: RoomConnection;
  readonly listen: (by: ChatDelivery) => void;
}

/** Endings with a screen of their own; after the others the pre-join screen is shown again. */
const staysHere: ReadonlySet<Exit> = new Set(['move', 'remove', 'fill']);

const isRefusal = (error: unknown, code: string): boolean => error instanceof ApiRefusal && error.is(code);

/** When no one can check a wallet, the person is shown that, and decides when to try again. */
const retryAfterMs = (error: unknown): number | null =>
  error instanceof ApiRefusal && error.status === 503 && !error.is('door_must_wait')
    ? Math.min(error.retryAfterMs ?? waitDefaultMs, waitMaxMs)
    : null;

function refusalNotice(error: unknown): Notice {
  const message = refusalSentence(error);
  return message === null ? { kind: 'startFailed' } : { kind: 'refused', message };
}

/** The way into the room: a seat is asked for, again while the video engine is being prepared, and taken. */
export function createAdmission(scope: RoomScope, parts: AdmissionParts): RoomModel['enter'] {
  const { deps, timers, get, move } = scope;
  const { exits, memory } = parts;
  /** The page that is opened a while after a refusal; not when the person tries again before. */
  let stayHere = (): void => undefined;
  const isAsking = (): boolean => phaseMachine.can(get().phase, 'admit');

  /** Null when the page was closed in the meantime. */
  const seat = async (wish: Parameters<typeof requestSeat>[2]): Promise<WireRoomToken | null> => {
    for (;;) {
      try {
        const answer = await requestSeat(deps, memory.now().sessionId, wish);
        return isAsking() ? answer : null;
      } catch (error) {
        const pauseMs = retryAfterMs(error);
        if (!isAsking()) return null;
        if (pauseMs === null) throw error;
        move('wait');
        await timers.pause(pauseMs);
      }
    }
  };
  const turnAway = (error: unknown): void => {
    const ending = endingOf(error);
    if (ending && staysHere.has(ending.exit)) return exits.by(ending);
    if (ending?.exit === 'finish') return deps.goToEvent();
    memory.remember({ inside: false });
    if (!move('turnAway')) return;
    // The control room opens automatically, and a meeting's pre-join screen says why its room is closed: a reload
    // would not help.
    if ((deps.me.isOwner && deps.kind === 'broadcast') || deps.kind === 'meeting')
      return deps.notify(refusalNotice(error));
    // Of a ticket's wallet the server's words are told; without a ticket there is nothing to come back to.
    if (isRefusal(error, 'door_must_wait')) return deps.notify(refusalNotice(error));
    if (isRefusal(error, 'token_sold')) {
      deps.notify(refusalNotice(error));
      stayHere = timers.later(finishRedirectMs, deps.goToEvent);
      return;
    }
    deps.notify({ kind: deps.me.isOwner ? 'startFailed' : 'joinFailed' });
    stayHere = timers.later(finishRedirectMs, deps.reload);
  };

  return async ({ takeOver = false, backstage, returning = memory.now().inside } = {}) => {
    if (!move('enter')) return;
    stayHere();
    // After a reload, or from another device, the owner returns to where they were.
    const isBackstage = backstage ?? (memory.now().inside && memory.now().backstage === true);
    if (isBackstage !== (memory.now().backstage ?? false)) memory.remember({ backstage: isBackstage });
    // Camera and microphone are off at connect. Only a reload of this tab brings the owner's devices back as they were.
    const wanted = memory.now().inside ? memory.now() : devicesOff;
    try {
      const answer = await seat({ takeOver, returning, backstage: isBackstage });
      if (answer) await goInside(scope, parts, answer, wanted);
    } catch (error) {
      turnAway(error);
    }
  };
}

async function goInside(
  { deps, move, isInside }: RoomScope,
  { live, memory, connection, listen }: AdmissionParts,
  answer: WireRoomToken,
  wanted: OwnDevices,
): Promise<void> {
  memory.remember(keepsDevices(deps) ? { ...wanted, inside: true } : { ...devicesOff, inside: true });
  const first = live.start(answer.current_state, answer.messages);
  // The engine is dialled before the room is drawn: drawing takes as long as dialling.
  if (answer.url !== '' && first.live) connection.open(answer, first.live);
  await deps.nextTask();
  const { delivery } = answer;
  const media = connection.media()?.state() ?? (delivery === 'hls' ? mediaByFiles : withoutEngine);
  // What was known apart from the state in an earlier stay may be old.
  const unknown = { questions: null, polls: null, moderation: null };
  if (!move('admit', { ...first, ...unknown, link: 'connecting', media, delivery, behindMs: 0 })) return;
  // An event that is over by now has ended the stay again.
  if (!isInside()) return;
  if (delivery === 'webrtc') connection.begin(wanted);
  listen(answer.chat);
}
