import { createCipheriv, hkdfSync } from 'node:crypto';
import { deflateRawSync } from 'node:zlib';
import {
  type ChatFile,
  chatFileHeadBytes,
  chatFileIvBytes,
  chatFileKeyInfo,
} from '@frontrow/contract/broadcast/chat-files.ts';

const keyBytes = 16;

interface Numbers {
  /** Of the file. With one key each number is sealed and published once. */
  readonly file: number;
  readonly key: number;
}

/** The bytes of a file as they are served (`contract/src/broadcast/chat-files.ts`). `key`: that of the segments. */
export function sealChatFile(key: Buffer, numbers: Numbers, content: ChatFile): Buffer {
  const head = Buffer.alloc(chatFileHeadBytes);
  head.writeUInt32BE(numbers.key);
  const iv = Buffer.alloc(chatFileIvBytes);
  iv.writeUInt32BE(numbers.file, chatFileIvBytes - 4);
  const own = Buffer.from(hkdfSync('sha256', key, '', chatFileKeyInfo, keyBytes));
  const cipher = createCipheriv('aes-128-gcm', own, iv);
  const sealed = [cipher.update(deflateRawSync(JSON.stringify(content))), cipher.final()];
  return Buffer.concat([head, ...sealed, cipher.getAuthTag()]);
}
