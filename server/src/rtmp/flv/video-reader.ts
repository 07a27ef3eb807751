import { type AvcConfig, readAvcConfig } from '../h264/avc-config.ts';
import { areSame, mergeSets, type ParameterSets, setsAmong, writeAvcConfig } from '../h264/parameter-sets.ts';
import { holdsPicture, isKeyFrame, unitsAfterStartCodes, unitsOf, withLengths } from '../h264/units.ts';
import { BadStream } from '../protocol/bad-stream.ts';
import { configMessage, frameMessage, readVideoTag, type VideoFrame, type VideoTag } from './video-tag.ts';

const usualLengthBytes = 4;

/**
 * Reads an encoder's video messages. Parameter sets describe the picture wherever they are: in a message of their own,
 * or in front of a key frame, as hardware encoders send them when the size changes, and some send them only there.
 */
export class VideoReader {
  private current: AvcConfig | undefined;
  /** Encoders repeat it, also after newer sets came with a frame. */
  private lastMessage: AvcConfig | undefined;
  /** Sets that came in a message without a picture. */
  private waiting: ParameterSets = { sps: [], pps: [] };

  /** Throws `BadStream`. */
  read(payload: Buffer): VideoTag[] {
    const tag = readVideoTag(payload);
    if (tag.kind === 'config') return this.describe(tag.avcC, tag);
    return tag.kind === 'frame' ? this.frame(tag) : [tag];
  }

  private describe(record: Buffer, tag: VideoTag): VideoTag[] {
    const config = readAvcConfig(record);
    if (this.lastMessage && isSame(this.lastMessage, config)) return [];
    this.lastMessage = config;
    if (this.current && isSame(this.current, config)) return [];
    this.current = config;
    return [tag];
  }

  private frame(tag: VideoFrame): VideoTag[] {
    const lengthBytes = this.current?.lengthBytes ?? usualLengthBytes;
    const plain = unitsAfterStartCodes(tag.units, lengthBytes);
    const units = plain ?? unitsOf(tag.units, lengthBytes);
    const came = setsAmong(units);
    const found = came.sps.length + came.pps.length > 0;
    if (!holdsPicture(units)) {
      if (found) this.waiting = came.sps.length > 0 ? came : { ...this.waiting, pps: came.pps };
      return [];
    }
    const described = this.describedBy(mergeSets(this.waiting, came), lengthBytes);
    this.waiting = { sps: [], pps: [] };
    const key = isKeyFrame(units, tag.key);
    if (plain === undefined) return [...described, { ...tag, key }];
    const bytes = withLengths(units, lengthBytes);
    return [...described, { ...tag, key, units: bytes, payload: frameMessage(key, tag.compositionMs, bytes) }];
  }

  /** The description that sets in front of a frame make, where it is new. Unreadable sets make none. */
  private describedBy(came: ParameterSets, lengthBytes: number): VideoTag[] {
    if (came.sps.length === 0) return [];
    try {
      const merged = mergeSets(this.current ?? { sps: [], pps: [] }, came);
      if (this.current && areSame(this.current.sps, merged.sps)) return [];
      const record = writeAvcConfig({ ...merged, lengthBytes });
      this.current = readAvcConfig(record);
      return [{ kind: 'config', avcC: record, payload: configMessage(record) }];
    } catch (error) {
      if (error instanceof BadStream) return [];
      throw error;
    }
  }
}

const isSame = (one: AvcConfig, other: AvcConfig): boolean =>
  one.lengthBytes === other.lengthBytes && areSame(one.sps, other.sps) && areSame(one.pps, other.pps);
