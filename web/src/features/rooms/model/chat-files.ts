import type { ChatFile, ChatFilesNow } from '@frontrow/contract/broadcast/chat-files.ts';
import { chatFileEveryMs, chatFilesBehindMax, momentsKeptMs } from '@frontrow/core/broadcast/chat-file-limits.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { LiveStateModel } from './live-state.ts';
import type { LiveUpdate } from './room-deps.ts';
import type { RoomScope } from './room-scope.ts';
import { openChatFile } from './sealed-file.ts';

const retryMaxMs = 30_000;
/** One file that does not come is no lost connection. */
const failuresShown = 2;
/** Readers are many more than sockets: asking for the whole state is spread over ten times as long. */
const readersPerSocket = 10;

interface ChatFileParts {
  readonly live: Pick<LiveStateModel, 'lastSeq' | 'jump' | 'refetch'>;
  readonly keyOf: (number: number) => Promise<ArrayBuffer>;
  /** `at`: when it was, by the server's clock. */
  readonly tell: (update: LiveUpdate, at?: number) => void;
  readonly onState: (state: 'connected' | 'lost') => void;
  /** Nothing could be read. What it does about that may stop the reading; otherwise it is tried again. */
  readonly onFailed: (error: unknown) => Promise<void>;
}

const isMissing = (error: unknown): boolean => error instanceof ApiRefusal && error.is('not_found');

/**
 * Reads a broadcast's chat as files, from the last known number of the room on, and tells what a socket would tell.
 * Returns what stops it; it tells nothing after that.
 */
export function readChatFiles(
  { deps, timers }: Pick<RoomScope, 'deps' | 'timers'>,
  { live, keyOf, tell, onState, onFailed }: ChatFileParts,
): () => void {
  const { callFile, eventUuid: uuid } = deps;
  const beganAt = deps.now();
  let isStopped = false;
  let lastFile = -1;
  let failures = 0;

  const newest = async (): Promise<ChatFilesNow> => {
    const answer = await callFile('GET /events/:uuid/chat/latest', { params: { uuid } });
    return JSON.parse(await answer.text()) as ChatFilesNow;
  };
  const fileOf = async (number: number): Promise<ChatFile> => {
    const answer = await callFile('GET /events/:uuid/chat/files/:number', { params: { uuid, number } });
    return openChatFile(await answer.arrayBuffer(), number, keyOf);
  };
  /** The files that were not read yet, oldest first: from the newest back to the one that continues what is known. */
  const unread = async (last: number): Promise<readonly ChatFile[]> => {
    const files: ChatFile[] = [];
    try {
      for (let number = last; number > lastFile && files.length < chatFilesBehindMax; number -= 1) {
        const file = await fileOf(number);
        files.unshift(file);
        if (file.since <= live.lastSeq()) break;
      }
    } catch (error) {
      // Older files are deleted. The newest one is there: its number is named once it is written.
      if (files.length === 0 || !isMissing(error)) throw error;
    }
    return files;
  };
  const hasGap = (files: readonly ChatFile[]): boolean => {
    let known = live.lastSeq();
    return files.some(({ since, seq }) => {
      const isAfterGap = since > known;
      known = Math.max(known, seq);
      return isAfterGap;
    });
  };
  const show = ({ seq, updates, moments }: ChatFile): void => {
    const known = live.lastSeq();
    for (const one of updates) if (one.update.seq > known) tell(one);
    // The newest file of a quiet room may be of long ago.
    const from = Math.max(beganAt, deps.now() - momentsKeptMs);
    for (const { name, update, at } of moments) if (at > from) tell({ name, update } as LiveUpdate, at);
    live.jump(seq);
  };
  const read = async (): Promise<void> => {
    const { file, key } = await newest();
    // Fetched also where there is nothing to open: the key is what renews the seat.
    await keyOf(key);
    // A cache, or another process, may be behind.
    if (file <= lastFile || isStopped) return;
    const files = await unread(file);
    if (isStopped) return;
    if (hasGap(files)) {
      await timers.pause(deps.jitterMs() * readersPerSocket);
      if (isStopped) return;
      if (!(await live.refetch())) throw new Error('the state of the room did not come');
    }
    if (isStopped) return;
    for (const one of files) if (!isStopped) show(one);
    lastFile = file;
  };
  const follow = async (): Promise<void> => {
    while (!isStopped) {
      let pauseMs: number = chatFileEveryMs;
      try {
        await read();
        failures = 0;
        if (!isStopped) onState('connected');
      } catch (error) {
        if (isStopped) return;
        failures += 1;
        if (failures >= failuresShown) onState('lost');
        const askedMs = error instanceof ApiRefusal ? (error.retryAfterMs ?? 0) : 0;
        pauseMs = Math.max(askedMs, Math.min(chatFileEveryMs * 2 ** (failures - 1), retryMaxMs)) + deps.jitterMs();
        await onFailed(error);
      }
      if (!isStopped) await timers.pause(pauseMs);
    }
  };
  void follow();
  return () => void (isStopped = true);
}
