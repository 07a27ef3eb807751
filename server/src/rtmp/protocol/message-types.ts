export const messageType = {
  setChunkSize: 1,
  abort: 2,
  acknowledgement: 3,
  userControl: 4,
  windowSize: 5,
  peerBandwidth: 6,
  audio: 8,
  video: 9,
  /** Metadata and commands of encoders that speak AMF3: a zero, then AMF0. */
  metadataAmf3: 15,
  commandAmf3: 17,
  metadata: 18,
  command: 20,
  aggregate: 22,
} as const;

const media: ReadonlySet<number> = new Set([
  messageType.audio,
  messageType.video,
  messageType.metadataAmf3,
  messageType.metadata,
  messageType.aggregate,
]);

/** What an encoder sends besides commands, and may send before its key was accepted. */
export const isMedia = (type: number): boolean => media.has(type);
