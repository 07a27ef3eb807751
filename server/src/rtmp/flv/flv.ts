import { messageBytesMax, earlyBytesMax } from '../limits.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { messageType, type RtmpMessage } from '../protocol/chunks.ts';
import { readAudioTag } from './audio.ts';
import { readVideoTag } from './video.ts';

const headBytes = 9 + 4;
const tagHeadBytes = 11;
const video = 9;

/** Video tags out of an FLV file as it is written. */
export class FlvReader {
  private rest = Buffer.alloc(0);
  private headSeen = false;

  read(bytes: Buffer, onVideo: (payload: Buffer, ms: number) => void): void {
    let left = this.rest.length === 0 ? bytes : Buffer.concat([this.rest, bytes]);
    if (!this.headSeen && left.length >= headBytes) {
      left = left.subarray(headBytes);
      this.headSeen = true;
    }
    while (this.headSeen && left.length >= tagHeadBytes) {
      const length = left.readUIntBE(1, 3);
      if (length > messageBytesMax) throw new BadStream(`a tag of ${length} bytes`);
      const end = tagHeadBytes + length + 4;
      if (left.length < end) break;
      if (left[0] === video) {
        const ms = (left.readUIntBE(4, 3) | (left[7]! << 24)) >>> 0;
        onVideo(left.subarray(tagHeadBytes, tagHeadBytes + length), ms);
      }
      left = left.subarray(end);
    }
    this.rest = Buffer.from(left);
  }
}

const audioOnly = 4;
const videoOnly = 1;
const tagType = { audio: 8, video: 9 } as const;

export type TagKind = keyof typeof tagType;

/** The head of a file of one track. */
export function flvHead(kind: TagKind): Buffer {
  return Buffer.from([0x46, 0x4c, 0x56, 1, kind === 'audio' ? audioOnly : videoOnly, 0, 0, 0, 9, 0, 0, 0, 0]);
}

export function flvTag(kind: TagKind, ms: number, payload: Buffer): Buffer {
  const tag = Buffer.alloc(11 + payload.length + 4);
  tag[0] = tagType[kind];
  tag.writeUIntBE(payload.length, 1, 3);
  tag.writeUIntBE(ms & 0xff_ff_ff, 4, 3);
  tag[7] = (ms >>> 24) & 0xff;
  payload.copy(tag, 11);
  tag.writeUInt32BE(11 + payload.length, 11 + payload.length);
  return tag;
}

/**
 * Descriptions of picture and sound that came while the key was being asked about. Encoders send them once: nginx-rtmp
 * and others do not wait for the answer, and the stream would stay silent.
 */
export class EarlyDescriptions {
  private readonly messages: RtmpMessage[] = [];
  private bytes = 0;

  keep(message: RtmpMessage): void {
    const { type, payload } = message;
    if (this.bytes + payload.length > earlyBytesMax) return;
    const isVideo = type === messageType.video;
    const tag = isVideo ? readVideoTag(payload) : readAudioTag(payload);
    const isDescription = tag.kind === 'config' || (tag.kind === 'aac' && tag.config) || tag.kind === 'other_codec';
    if (!isDescription) return;
    this.bytes += payload.length;
    this.messages.push(message);
  }

  /** What was kept, once. */
  take(): readonly RtmpMessage[] {
    this.bytes = 0;
    return this.messages.splice(0);
  }
}
