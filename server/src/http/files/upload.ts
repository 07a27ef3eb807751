import type { Endpoint } from '@frontrow/contract/kernel/endpoint.ts';
import type { Account } from '@frontrow/core/kernel/actor.ts';
import { refuse, type RefusalCode } from '@frontrow/core/refuse.ts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { z } from 'zod';
import { jsonBytesMax } from '../limits/limits.ts';
import { lengthOf, type Uploads } from './keep-body.ts';
import { type FormShape, readForm } from './read-form.ts';
import type { ReceivedFile } from './receive-file.ts';

/** A route that takes one large file: it is written to disk as it arrives, and `handle` finds it in `call.file`. */
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
    /** The form that is still to be read. */
    form?: Readable | undefined;
  }
}

/** A form around the file: boundaries and the other fields. */
const formBytesMax = 64 * 1024;

/** A length that is too large without looking is refused before a byte of it is read. */
export function refuseByLength(request: FastifyRequest, { bytesMax, tooLarge }: Upload): void {
  if (lengthOf(request, 0) > bytesMax + formBytesMax) throw refuse(tooLarge);
}

const namesOf = ({ body }: Endpoint): ReadonlySet<string> =>
  new Set(body instanceof z.ZodObject ? Object.keys(body.shape as object) : []);

/** Forms are read after everything that could refuse the call, and before its fields are judged. */
export function readForms(app: FastifyInstance): void {
  app.addContentTypeParser('multipart/form-data', (request, payload, done) => {
    request.form = payload;
    done(null);
  });
}

/** A hook that reads the form of one call: its file to disk where it is an upload, its fields into the body. */
export const readFormOf =
  (
    uploads: Uploads,
    endpoint: Endpoint,
    { upload, bodyBytesMax = jsonBytesMax }: { upload?: Upload | undefined; bodyBytesMax?: number | undefined },
  ) =>
  async (request: FastifyRequest): Promise<void> => {
    if (!request.form) return;
    const shape: FormShape = {
      fields: namesOf(endpoint),
      bytesMax: upload ? upload.bytesMax + formBytesMax : bodyBytesMax,
      textBytesMax: upload ? formBytesMax : bodyBytesMax,
      fileBytesMax: upload?.bytesMax ?? 0,
      tooLarge: refuse(upload?.tooLarge ?? 'body_too_large'),
      ...(upload && {
        async takeFile(part, fields) {
          await upload.admit(request.actor as Account, fields['event_uuid'], (name) => {
            const value = request.headers[name];
            return Array.isArray(value) ? value[0] : value;
          });
          request.received = await uploads.receive(request, part, upload.bytesMax);
          if (!request.received) throw refuse(upload.tooLarge);
        },
      }),
    };
    request.body = await readForm(request, request.form, shape);
  };
