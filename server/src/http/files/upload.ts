import { join } from 'node:path';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import type { FastifyRequest } from 'fastify';
import type { Ids } from '../../ids.ts';
import { type FilePart, receiveFile, type ReceivedFile, receiveLimits, uploadsFolder } from './receive-file.ts';

/** A route that takes one large file: it goes to disk as it comes, and `handle` finds it in `call.file`. */
export interface Upload {
  readonly bytesMax: number;
  readonly tooLarge: RefusalCode;
  /** Before the first byte of the file is taken; `eventUuid` where the form has said it by then. Throws to refuse. */
  admit(actor: Account, eventUuid: string | undefined, header: (name: string) => string | undefined): Promise<void>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The file of an upload route. */
    received?: ReceivedFile | undefined;
  }
  interface FastifyContextConfig {
    upload?: Upload;
    multipartOptions?: object;
  }
}

/** A form around the file: boundaries and the other fields. */
const formBytesMax = 64 * 1024;

/** What the multipart reader needs to know of a route that takes a file. */
export const uploadConfig = (upload: Upload): object => ({
  upload,
  multipartOptions: {
    throwFileSizeLimit: false,
    limits: { fileSize: upload.bytesMax, files: 1, fields: 10, parts: 11 },
  },
});

/** A length that says by itself that the file is too large is refused before a byte of it is read. */
export function refuseByLength(request: FastifyRequest, { bytesMax, tooLarge }: Upload): void {
  if (Number(request.headers['content-length'] ?? 0) > bytesMax + formBytesMax) throw refuse(tooLarge);
}

type Part = FilePart & { value?: unknown; fields: unknown; toBuffer(): Promise<Buffer> };

/** Takes each file of a form: into memory where a route takes small ones, to disk where it takes a large one. */
export const takeFile = (home: string, ids: Ids) =>
  async function take(this: FastifyRequest, part: Part): Promise<void> {
    const { upload } = this.routeOptions.config;
    if (!upload) return void (await part.toBuffer());
    try {
      const fields = part.fields as Record<string, { value?: unknown } | undefined>;
      const eventUuid = fields['event_uuid']?.value;
      await upload.admit(this.actor as Account, typeof eventUuid === 'string' ? eventUuid : undefined, (name) => {
        const value = this.headers[name];
        return Array.isArray(value) ? value[0] : value;
      });
      const limits = { ...receiveLimits, bytesMax: upload.bytesMax };
      this.received = await receiveFile(part, join(uploadsFolder(home), ids.uuid()), limits);
      if (!this.received) throw refuse(upload.tooLarge);
      part.value = '';
    } catch (error) {
      // Browsers read an answer only after they have sent everything.
      part.file.resume();
      throw error;
    }
  };
