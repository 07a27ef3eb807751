import type { RtmpMessage } from './chunk-reader.ts';

const headBytes = 11;
const backPointerBytes = 4;

/**
 * The messages that an aggregate (type 22) holds, as FLV tags. Their timestamps count from the first one's, which
 * happened at the aggregate's own. What is cut off at the end is left out.
 */
export function messagesOf({ payload, timestamp, streamId }: RtmpMessage): RtmpMessage[] {
  const messages: RtmpMessage[] = [];
  let first: number | undefined;
  for (let at = 0; at + headBytes <= payload.length;) {
    const length = payload.readUIntBE(at + 1, 3);
    const begin = at + headBytes;
    if (begin + length > payload.length) break;
    const time = ((payload[at + 7]! << 24) | payload.readUIntBE(at + 4, 3)) >>> 0;
    first ??= time;
    messages.push({
      type: payload[at]!,
      timestamp: (timestamp + time - first) >>> 0,
      streamId,
      payload: payload.subarray(begin, begin + length),
    });
    at = begin + length + backPointerBytes;
  }
  return messages;
}
