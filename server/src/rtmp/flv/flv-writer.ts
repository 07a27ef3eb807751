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
