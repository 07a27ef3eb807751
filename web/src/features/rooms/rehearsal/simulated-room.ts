import type { WireChatMessage, WireCurrentState } from '@frontrow/contract/rooms/api.ts';
import { Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import { chatText } from '@frontrow/core/chat/messages.ts';
import { announcementShownMs, announcementText } from '@frontrow/core/rooms/moderation.ts';
import type { ReactionCounts } from '@frontrow/core/rooms/reactions.ts';
import { decideTurn, type PersonFacts, type RoomFacts } from '@frontrow/core/rooms/room-rules.ts';
import {
  callOrder,
  emptyTurnQueue,
  moveTurnQueue,
  requireExtendable,
  type TurnLength,
  type TurnQueue,
  type TurnStep,
} from '@frontrow/core/rooms/turn-queue.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { text as textOf } from '#web/shared/i18n/index.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import type { LiveUpdate, RoomDeps } from '../model/room-deps.ts';
import { createSimulatedAudience, type Seed } from './simulated-audience.ts';

/** The audience of every rehearsal. Ids are positions from 1; the host is 0. */
export const simulatedPeople = ['mila', 'jonas', 'aiko', 'omar', 'lena', 'ravi'] as const;
const hostId = 0;

type World = Pick<RoomDeps, 'eventUuid' | 'me' | 'now' | 'after' | 'newId'>;
type Body = Readonly<Record<string, unknown>>;
type Call = (body: Body) => unknown;

const person = (id: number, world: World) =>
  id === hostId
    ? { username: world.me.username, user_avatar: world.me.avatar }
    : { username: simulatedPeople[id - 1]!, user_avatar: null };

/** What the audience of a rehearsal does without the host. */
export interface Simulation {
  /** How many hands are up. */
  handsUp(): number;
  raise(id: number, question?: string): void;
  say(id: number, text: string): void;
  react(counts: ReactionCounts): void;
}

export interface SimulatedRoom extends Simulation {
  readonly call: RoomDeps['call'];
  readonly openLink: RoomDeps['openLink'];
  readonly audience: ReturnType<typeof createSimulatedAudience>;
}

/**
 * A live room that exists in this browser alone, for a host who rehearses: the rules are core's, and nothing of it is
 * sent to the server, so nothing can reach tickets, statistics, notifications, recordings or anyone's screen.
 */
export function createSimulatedRoom(world: World, seed: Seed): SimulatedRoom {
  const { eventUuid, me, now, after } = world;
  const startedAt = now();
  let queue: TurnQueue = emptyTurnQueue;
  let seq = 0;
  let listener: ((update: LiveUpdate) => void) | null = null;
  const raisedAt = new Map<number, number>();
  const spoken = new Map<number, number>();
  const messages: WireChatMessage[] = [];
  const flags = { open_mic: false, chat_enabled: true, raised_hand_enabled: true, reactions_enabled: true };
  let slowMode: WireCurrentState['slow_mode_seconds'] = 0;
  let announcement: WireCurrentState['announcement'] = null;
  let pinned: WireChatMessage | null = null;

  const state = (): WireCurrentState => ({
    influencer: person(hostId, world),
    viewers: simulatedPeople.map((_, at) => person(at + 1, world)),
    viewers_count: simulatedPeople.length,
    banned_viewers: [],
    timed_out_viewers: [],
    removed_viewers: [],
    admin_users: [],
    roles: [],
    stage_guest: null,
    raised_hands: callOrder(queue).map(({ userId, question }) => ({
      ...person(userId, world),
      raised_at: raisedAt.get(userId) ?? startedAt,
      question: question ?? null,
      pinned: queue.pinned === userId,
      spoken_seconds: spoken.get(userId) ?? 0,
    })),
    speaking_viewer: queue.turn ? { ...person(queue.turn.userId, world), since: queue.turn.since } : null,
    turn: queue.turn?.limit
      ? {
          username: person(queue.turn.userId, world).username,
          ends_at: queue.turn.limit.endsAt,
          seconds: queue.turn.limit.seconds,
        }
      : null,
    turn_length: queue.turnLength,
    new_voices_first: queue.newVoicesFirst,
    screening: false,
    next_turn: null,
    warm_up: null,
    ...flags,
    captions_enabled: false,
    announcement: announcement && announcement.until > now() ? announcement : null,
    pinned_message: pinned,
    slow_mode_seconds: slowMode,
    source: null,
    ingest_state: null,
    recording: false,
    recording_enabled: false,
    event_state: 1,
    started_at: startedAt,
    ...audience.counts(),
    seq,
  });
  const push = (update: (numbers: { event_uuid: string; seq: number; since: number }) => LiveUpdate): void => {
    seq += 1;
    listener?.(update({ event_uuid: eventUuid, seq, since: seq - 1 }));
  };
  const changed = (): { current_state: WireCurrentState } => {
    push((numbers) => ({ name: 'updateEvent', update: { ...numbers, current_state: state() } }));
    return { current_state: state() };
  };

  const step = (what: TurnStep): { current_state: WireCurrentState } => {
    const before = queue.turn;
    queue = moveTurnQueue(queue, what);
    if (before && before.userId !== queue.turn?.userId) {
      const seconds = Math.round((now() - before.since) / 1000);
      spoken.set(before.userId, (spoken.get(before.userId) ?? 0) + seconds);
      audience.endAnswering();
    }
    const limit = queue.turn?.limit;
    if (limit && limit.endsAt !== before?.limit?.endsAt)
      after(Math.max(0, limit.endsAt - now()), () => step({ do: 'clock', at: now() }));
    return changed();
  };
  const idOf = (username: unknown): number | undefined => {
    const at = simulatedPeople.findIndex((name) => name === username);
    return at < 0 ? undefined : at + 1;
  };
  const facts = (id: number): PersonFacts => ({
    id,
    isHost: id === hostId,
    isAdmin: false,
    roomRole: 'viewer',
    isBanned: false,
    isRemoved: false,
    timedOutMs: 0,
    handRaised: queue.hands.some((hand) => hand.userId === id),
    isPresent: true,
  });
  const roomFacts = (): RoomFacts => ({
    closed: false,
    takenDown: false,
    isLive: true,
    isInteractive: true,
    isMeeting: false,
    chatEnabled: flags.chat_enabled,
    raiseHandEnabled: flags.raised_hand_enabled,
    openMic: flags.open_mic,
    speakerId: queue.turn?.userId,
    stageGuestId: undefined,
  });
  const giveTurn = (username: unknown, enabled?: boolean): { current_state: WireCurrentState } => {
    const id = idOf(username);
    const decided = decideTurn(roomFacts(), facts(hostId), id === undefined ? undefined : facts(id), enabled);
    if (decided === 'give') return step({ do: 'give', userId: id!, at: now() });
    return decided === 'stop' ? step({ do: 'stop' }) : { current_state: state() };
  };
  const write = (id: number, text: string, clientId: string, isAnnouncement = false): WireChatMessage => {
    const message: WireChatMessage = {
      seq: seq + 1,
      message: text,
      at: now(),
      client_id: clientId,
      announcement: isAnnouncement,
      user: {
        ...person(id, world),
        user_username: person(id, world).username,
        user_ide: id === hostId ? me.ide : -id,
        user_role: 0,
      },
    };
    messages.push(message);
    push((numbers) => ({ name: 'newMessage', update: { ...numbers, message } }));
    return message;
  };
  const callToStage = (username: string): void => {
    const userId = idOf(username);
    if (userId === undefined) throw refuse('target_not_in_room');
    if (queue.turn?.userId === userId) return;
    step({ do: 'raise', userId, question: undefined, spokenSeconds: spoken.get(userId) ?? 0 });
    step({ do: 'give', userId, at: now() });
  };
  const audience = createSimulatedAudience({ ...world, people: simulatedPeople, changed, push, callToStage }, seed);

  const toggle =
    (flag: keyof typeof flags): Call =>
    ({ enabled }) => {
      flags[flag] = enabled === true;
      if (flag === 'raised_hand_enabled' && !flags[flag]) step({ do: 'lowerAll' });
      return changed();
    };
  const calls: Readonly<Record<string, Call>> = {
    // The address is not empty, so the room opens its media, which are this browser's own (`local-media.ts`).
    'POST /events/streaming/start_streaming': () => ({
      token: '',
      url: 'rehearsal:',
      room: eventUuid,
      identity: '',
      delivery: 'webrtc',
      chat: 'socket',
      current_state: state(),
      messages,
    }),
    'POST /events/streaming/leave_streaming': () => ({}),
    'POST /events/streaming/stop_streaming': () => ({}),
    'GET /events/streaming/streaming_state/:uuid': () => ({ current_state: state(), messages }),
    'POST /events/streaming/toggle_open_mic': toggle('open_mic'),
    'POST /events/streaming/toggle_chat_enabled': toggle('chat_enabled'),
    'POST /events/streaming/toggle_raise_hand': toggle('raised_hand_enabled'),
    'POST /events/streaming/toggle_reactions': toggle('reactions_enabled'),
    'POST /events/streaming/slow_mode': ({ seconds }) => {
      slowMode = seconds as number;
      return changed();
    },
    'POST /events/streaming/lower_hands': ({ username }) => {
      const id = idOf(username);
      return step(id === undefined ? { do: 'lowerAll' } : { do: 'lower', userIds: [id] });
    },
    'POST /events/streaming/pin_hand': ({ username, pinned: isPinned }) =>
      step({ do: 'pin', userId: isPinned === true ? idOf(username) : undefined }),
    'POST /events/streaming/order_hands': ({ new_voices_first: newVoicesFirst }) =>
      step({ do: 'order', newVoicesFirst: newVoicesFirst === true }),
    'POST /events/streaming/set_turn_length': ({ seconds }) =>
      step({ do: 'setLength', seconds: seconds as TurnLength }),
    'POST /events/streaming/extend_turn': () => {
      requireExtendable(queue);
      return step({ do: 'extend' });
    },
    'POST /events/streaming/allow_mic': ({ username, enabled }) =>
      giveTurn(username, enabled === undefined ? undefined : enabled === true),
    'POST /events/streaming/messages_new': ({ message, client_id: clientId }) => ({
      message: write(hostId, chatText(String(message)), String(clientId)),
    }),
    'POST /events/streaming/messages_remove': ({ seq: messageSeq }) => {
      const at = messages.findIndex((one) => one.seq === messageSeq);
      if (at < 0) throw refuse('message_not_found');
      messages.splice(at, 1);
      push((numbers) => ({ name: 'messageRemoved', update: { ...numbers, message_seq: messageSeq as number } }));
      return {};
    },
    'POST /events/streaming/pin_message': ({ message_id: id }) => {
      pinned = messages.find((one) => one.seq === id) ?? null;
      return changed();
    },
    'POST /events/streaming/announce': ({ text }) => {
      const { seq: at, message } = write(hostId, announcementText(String(text)), world.newId(), true);
      announcement = { seq: at, text: message, username: me.username, at: now(), until: now() + announcementShownMs };
      return changed();
    },
    'POST /events/streaming/react': ({ emoji }) => {
      react({ [String(emoji)]: 1 });
      return {};
    },
    ...audience.calls,
  };
  const react = (counts: ReactionCounts): void => {
    if (flags.reactions_enabled) listener?.({ name: 'reactions', update: { event_uuid: eventUuid, counts } });
  };

  const call = async (name: string, options?: { body?: Body }): Promise<unknown> => {
    const answer = calls[name];
    if (!answer) throw new ApiRefusal(409, [{ message: textOf('rehearsal', 'notHere'), code: 'rehearsal' }]);
    try {
      return answer(options?.body ?? {});
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      throw new ApiRefusal(error.status, [
        { message: refusalText(error.code as RefusalCode, error.params), code: error.code },
      ]);
    }
  };
  return {
    call: call as RoomDeps['call'],
    openLink: ({ onUpdate, onState }) => {
      listener = onUpdate;
      after(0, () => onState('connected'));
      return { sendSound: () => undefined, reportQuality: () => undefined, close: () => void (listener = null) };
    },
    audience,
    handsUp: () => queue.hands.length,
    raise: (id, question) => {
      if (!flags.raised_hand_enabled || facts(id).handRaised || queue.turn?.userId === id) return;
      raisedAt.set(id, now());
      step({ do: 'raise', userId: id, question, spokenSeconds: spoken.get(id) ?? 0 });
    },
    say: (id, text) => void (flags.chat_enabled && write(id, text, world.newId())),
    react,
  };
}
