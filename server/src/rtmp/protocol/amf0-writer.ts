export type Written = number | boolean | string | null | undefined | { readonly [name: string]: Written };

/** The few kinds of values that our answers hold. */
export function writeAmf0(...values: readonly Written[]): Buffer {
  return Buffer.concat(values.map(written));
}

function written(value: Written): Buffer {
  if (value === null) return Buffer.from([5]);
  if (value === undefined) return Buffer.from([6]);
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(9);
    bytes.writeDoubleBE(value, 1);
    return bytes;
  }
  if (typeof value === 'boolean') return Buffer.from([1, Number(value)]);
  if (typeof value === 'string') return Buffer.concat([Buffer.from([2]), text(value)]);
  const members = Object.entries(value).flatMap(([name, member]) => [text(name), written(member)]);
  return Buffer.concat([Buffer.from([3]), ...members, Buffer.from([0, 0, 9])]);
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'utf8').subarray(0, 0xff_ff);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return Buffer.concat([length, bytes]);
}
