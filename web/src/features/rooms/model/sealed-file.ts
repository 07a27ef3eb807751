import {
  type ChatFile,
  chatFileHeadBytes,
  chatFileIvBytes,
  chatFileKeyInfo,
} from '@frontrow/contract/broadcast/chat-files.ts';

const keyBits = 128;

/** Whether this browser can open the files: on a page without HTTPS there is no cryptography. */
export function canOpenChatFiles(): boolean {
  try {
    return 'subtle' in crypto && new DecompressionStream('deflate-raw').readable instanceof ReadableStream;
  } catch {
    return false;
  }
}

/**
 * The content of a file from its bytes (`contract/src/broadcast/chat-files.ts`). `keyOf` gives the event's key of a
 * number. Throws where the bytes are not what was sealed, and what `keyOf` throws.
 */
export async function openChatFile(
  bytes: ArrayBuffer,
  number: number,
  keyOf: (number: number) => Promise<ArrayBuffer>,
): Promise<ChatFile> {
  const { subtle } = crypto;
  const root = await subtle.importKey('raw', await keyOf(new DataView(bytes).getUint32(0)), 'HKDF', false, [
    'deriveKey',
  ]);
  const info = new TextEncoder().encode(chatFileKeyInfo);
  const own = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    root,
    { name: 'AES-GCM', length: keyBits },
    false,
    ['decrypt'],
  );
  const iv = new DataView(new ArrayBuffer(chatFileIvBytes));
  iv.setUint32(chatFileIvBytes - 4, number);
  const plain = await subtle.decrypt({ name: 'AES-GCM', iv }, own, bytes.slice(chatFileHeadBytes));
  const inflated = new Blob([plain]).stream().pipeThrough(new DecompressionStream('deflate-raw'));
  return (await new Response(inflated).json()) as ChatFile;
}
