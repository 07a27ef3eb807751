import {
  type ChatFile,
  chatFileHeadBytes,
  chatFileIvBytes,
  chatFileKeyInfo,
} from '@frontrow/contract/broadcast/chat-files.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import type { RoomDeps } from '../room-deps.ts';

const keyBytes = 16;

/** The event's key of a number: sixteen bytes of it. */
const keyOf = (number: number): ArrayBuffer => new Uint8Array(keyBytes).fill(number + 1).buffer;

/** The bytes of a file, as the server seals them. */
export async function sealed(content: ChatFile, number: number, key: number): Promise<ArrayBuffer> {
  const { subtle } = crypto;
  const root = await subtle.importKey('raw', keyOf(key), 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(chatFileKeyInfo);
  const own = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    root,
    { name: 'AES-GCM', length: 8 * keyBytes },
    false,
    ['encrypt'],
  );
  const iv = new DataView(new ArrayBuffer(chatFileIvBytes));
  iv.setUint32(chatFileIvBytes - 4, number);
  const deflated = new Blob([JSON.stringify(content)]).stream().pipeThrough(new CompressionStream('deflate-raw'));
  const body = await subtle.encrypt({ name: 'AES-GCM', iv }, own, await new Response(deflated).arrayBuffer());
  const head = new DataView(new ArrayBuffer(chatFileHeadBytes));
  head.setUint32(0, key);
  return new Blob([head.buffer, body]).arrayBuffer();
}

/** A server of chat files for tests: it has the files that it was given, and refuses what it was told to. */
export function chatFilesByHand() {
  const files = new Map<number, { content: ChatFile; key: number }>();
  const asked: string[] = [];
  const refusals = new Map<string, [status: number, code: string]>();
  let key = 0;
  const bytesOf = async (what: string, number: number): Promise<BlobPart> => {
    if (what === 'keys') return keyOf(number);
    if (what === 'latest') return JSON.stringify({ file: Math.max(...files.keys()), key });
    const file = files.get(number);
    if (!file) throw new ApiRefusal(404, [{ message: 'not found', code: 'not_found' }]);
    return sealed(file.content, number, file.key);
  };
  const answer = async (what: string, number?: number): Promise<Blob> => {
    const address = number === undefined ? what : `${what} ${number}`;
    asked.push(address);
    const refusal = refusals.get(address) ?? refusals.get(what);
    if (refusal) throw new ApiRefusal(refusal[0], [{ message: refusal[1], code: refusal[1] }]);
    return new Blob([await bytesOf(what, number ?? 0)]);
  };
  return {
    callFile: ((name: string, options?: { params?: { number?: number } }) =>
      answer(/\/(latest|files|keys)/.exec(name)![1]!, options?.params?.number)) as RoomDeps['callFile'],
    told: {
      /** What was asked for, in order. */
      asked,
      /** The next file, sealed with the current key. */
      write: (content: Partial<ChatFile> & Pick<ChatFile, 'since' | 'seq'>, number = files.size): void =>
        void files.set(number, { content: { updates: [], moments: [], ...content }, key }),
      forget: (number: number): ChatFile => {
        const { content } = files.get(number)!;
        files.delete(number);
        return content;
      },
      newKey: () => (key += 1),
      /** `what`: `latest`, `files`, `keys`, or one of them, as `files 3`. */
      refuse: (what: string, status: number, code: string) => refusals.set(what, [status, code]),
      allow: (what: string) => refusals.delete(what),
    },
  };
}
