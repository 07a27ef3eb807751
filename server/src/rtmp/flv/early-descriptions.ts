import { earlyBytesMax } from '../limits.ts';
import { messageType } from '../protocol/message-types.ts';
import type { RtmpMessage } from '../protocol/chunk-reader.ts';
import { readAudioTag } from './audio-tag.ts';
import { readVideoTag } from './video-tag.ts';

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
