import { diskRoom } from './receive-file.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { PassThrough, type Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ids } from '../../ids.ts';
import { bodyClockOf, bodyMemory, type BodyMemory } from '../limits/body-limits.ts';
import { countedAccount, limitKeyOf } from '../limits/rate-limits.ts';
import { jsonBytesMax } from '../limits/limits.ts';
import { receiveFile, uploadRate, uploadsFolder, type ReceivedFile, type ReceiveLimits } from './receive-file.ts';

/** Large bodies of one person that arrive at the same time. */
const perPersonMax = 4;
/** Bytes of large bodies that are in memory at the same time. */
const inMemoryMax = 15 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** What this request holds of disk and memory until it is answered. */
    held?: Held | undefined;
  }
}

interface Held {
  /** While the call is being answered it needs its body, whether or not anyone still waits for the answer. */
  inUse: boolean;
  letGo(): void;
}

/** Takes what is large: to disk while it arrives, to memory only when it is complete and its turn comes. */
export interface Uploads {
  /** A hook before a body is parsed: what it returns is read instead of the request. */
  keepBody(bytesMax: number): (request: FastifyRequest, reply: FastifyReply, payload: Readable) => Promise<Readable>;
  /** One file of a form, written to disk as it arrives. */
  receive(request: FastifyRequest, file: ReceivedPart, bytesMax: number): Promise<ReceivedFile | undefined>;
}

interface ReceivedPart {
  readonly fieldname: string;
  readonly file: Readable & { readonly truncated?: boolean };
}

/** A request without a length is as long as it may be. */
export const lengthOf = ({ headers }: FastifyRequest, otherwise: number): number => {
  const length = Number(headers['content-length']);
  return Number.isSafeInteger(length) ? length : otherwise;
};

/** Reads and forgets the rest of a request, so that its sender gets to read the answer. */
export function drain(payload: Readable): void {
  payload.unpipe();
  payload.resume();
}

export function openUploads(
  home: string,
  ids: Ids,
  rate: Pick<ReceiveLimits, 'windowMs' | 'windowBytesMin'> = uploadRate,
): Uploads {
  const folder = uploadsFolder(home);
  const room = diskRoom(folder);
  const memory = bodyMemory(inMemoryMax);
  const arriving = new Map<number | string, number>();

  /** Counts what one person sends at the same time, and lets the minimum rate take the place of the body's time. */
  async function whileArriving<T>(request: FastifyRequest, receive: () => Promise<T>): Promise<T> {
    const person = limitKeyOf(countedAccount(request.actor), request.ip);
    const others = arriving.get(person) ?? 0;
    if (others >= perPersonMax) throw refuse('too_many_requests', {}, { retryAfter: 10 });
    arriving.set(person, others + 1);
    const clock = bodyClockOf(request.raw);
    clock.stop();
    try {
      return await receive();
    } finally {
      clock.restart();
      const left = arriving.get(person)! - 1;
      if (left > 0) arriving.set(person, left);
      else arriving.delete(person);
    }
  }

  const receive: Uploads['receive'] = (request, part, bytesMax) =>
    whileArriving(request, () =>
      receiveFile(part, join(folder, ids.uuid()), {
        ...rate,
        room,
        bytesMax,
        roomBytes: Math.min(bytesMax, lengthOf(request, bytesMax)),
      }),
    );

  return {
    receive,
    keepBody: (bytesMax) => async (request, reply, payload) => {
      const length = lengthOf(request, bytesMax + 1);
      if (length <= jsonBytesMax) return payload;
      // A sender that has said how much it sends is refused before a byte is read.
      if (request.headers['content-length'] !== undefined && length > bytesMax) throw refuse('body_too_large');
      // Through another stream: a request that is destroyed takes its connection, and with it the answer.
      const file = payload.pipe(new PassThrough());
      payload.once('close', () => {
        if (!payload.readableEnded) file.destroy(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }));
      });
      let kept: ReceivedFile | undefined;
      try {
        kept = await receive(request, { fieldname: '', file }, bytesMax);
        if (!kept) throw refuse('body_too_large');
      } catch (error) {
        drain(payload);
        throw error;
      }
      return fromDisk(request, reply, kept, memory);
    },
  };
}

/** Reads a body that is on disk, when there is memory for it. */
async function fromDisk(
  request: FastifyRequest,
  reply: FastifyReply,
  kept: ReceivedFile,
  memory: BodyMemory,
): Promise<Readable> {
  let release: (() => void) | undefined;
  const letGo = (): void => {
    release?.();
    void kept.discard();
  };
  try {
    release = await memory.take(kept.bytes);
  } catch (error) {
    letGo();
    throw error;
  }
  const held: Held = { inUse: false, letGo };
  request.held = held;
  const unlessInUse = (): void => {
    if (!held.inUse) letGo();
  };
  if (reply.raw.closed) {
    letGo();
    throw refuse('bad_input', { detail: 'The request ended before its answer.' });
  }
  reply.raw.once('finish', unlessInUse).once('close', unlessInUse);
  return createReadStream(kept.path);
}

/** Answers a call whose body or file is on disk, and lets go of both afterwards. */
export async function whileHeld<T>(request: FastifyRequest, answered: Promise<T>): Promise<T> {
  if (request.held) request.held.inUse = true;
  try {
    return await answered;
  } finally {
    request.held?.letGo();
    await request.received?.discard();
  }
}
