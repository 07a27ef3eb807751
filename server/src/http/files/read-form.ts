import { cutText } from '@frontrow/core/kernel/text.ts';
import { isAscii } from 'node:buffer';
import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { type Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyRequest } from 'fastify';
import { drain, lengthOf } from './keep-body.ts';

/** What a call takes of a form. */
export interface FormShape {
  /** The names of its fields; the form may have no other. */
  readonly fields: ReadonlySet<string>;
  /** The whole form, with all fields, file and boundaries. */
  readonly bytesMax: number;
  /** All texts of the form together: they are held in memory. */
  readonly textBytesMax: number;
  readonly fileBytesMax: number;
  readonly tooLarge: Refusal;
  /** Takes the file of the form; the fields that came before it are known by then. */
  takeFile?(part: { readonly fieldname: string; readonly file: BusboyFileStream }, fields: FormFields): Promise<void>;
}

export type FormFields = Record<string, string>;

const headerBytesMax = 2_048;
const headersMax = 8;
/** Of a field's name in a sentence. */
const shownCharsMax = 60;

const unreadable = (detail: string): Refusal => refuse('bad_input', { detail });

/**
 * Reads a multipart form: known fields only, each once, and no more bytes than the call allows. What is wrong with it
 * is refused as soon as it is seen; the rest of the request is read and forgotten, because browsers read an answer only
 * after they have sent everything.
 */
export async function readForm(request: FastifyRequest, payload: Readable, shape: FormShape): Promise<FormFields> {
  const fields: FormFields = {};
  const seen = new Set<string>();
  const reader = openReader(request, shape);
  let bytes = 0;
  let takingFile: Promise<void> = Promise.resolve();
  let file: BusboyFileStream | undefined;
  const texts = takeTexts(Math.min(shape.textBytesMax, lengthOf(request, shape.textBytesMax)));
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => {
        // A file that is being written ends with the form.
        file?.destroy(error as Error);
        reject(error as Error);
      };
      const meet = (name: string | undefined): boolean => {
        const shown = cutText(name ?? '', shownCharsMax);
        if (!name || !shape.fields.has(name)) fail(unreadable(`The form has a field that is not known here: ${shown}`));
        else if (seen.has(name)) fail(unreadable(`The form has this field twice: ${shown}`));
        else return seen.add(name) !== undefined;
        return false;
      };
      payload.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes > shape.bytesMax) fail(shape.tooLarge);
      });
      payload.once('error', fail).once('close', () => {
        if (!payload.readableEnded) fail(unreadable('The form ended before its end.'));
      });
      reader
        .on('file', (name, stream, filename: string | undefined, _encoding, type) => {
          // Busboy reports a form that ends in the middle of a part here, too.
          stream.on('error', () => undefined);
          const isText = filename === undefined && type !== 'application/octet-stream';
          // The call says which file it misses.
          if (!isText && shape.takeFile && name !== undefined && !shape.fields.has(name)) return void stream.resume();
          if (!meet(name)) return void stream.resume();
          if (isText)
            return texts.take(
              stream,
              (text) => (fields[name] = text),
              () => fail(shape.tooLarge),
            );
          if (!shape.takeFile) return fail(unreadable(`${name}: this has to be text, not a file`));
          if (file) return fail(unreadable('The form has more than one file.'));
          file = stream;
          takingFile = shape.takeFile({ fieldname: name, file: stream }, fields);
          takingFile.catch(fail);
        })
        .on('partsLimit', () => fail(unreadable('The form has too many parts.')))
        .on('error', (error) => (bytes === 0 ? resolve() : fail(error)))
        .on('finish', resolve);
      payload.pipe(reader);
    });
    await Promise.all([takingFile, texts.taken()]);
    return fields;
  } catch (error) {
    drain(payload);
    throw error;
  }
}

function openReader(
  request: FastifyRequest,
  { fields, textBytesMax, fileBytesMax }: FormShape,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      // Texts as streams, too: gathered by the library, a picture is four times in memory.
      isPartAFile: () => true,
      limits: {
        fileSize: Math.max(fileBytesMax, textBytesMax),
        // One more than there are, so that an unknown one is seen and named.
        parts: fields.size + 1,
        headerPairs: headersMax,
        headerSize: headerBytesMax,
      },
    });
  } catch {
    throw unreadable('The form says no boundary between its fields.');
  }
}

interface Texts {
  take(stream: BusboyFileStream, keep: (text: string) => void, tooLong: () => void): void;
  taken(): Promise<unknown>;
}

/** Node keeps a long Latin-1 text outside the heap, where its size makes the collector come sooner. */
const textOf = (bytes: Buffer): string => bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');

/** Texts up to this are gathered piece by piece. */
const shortBytesMax = 64 * 1024;

/** Gathers texts as bytes, each in one place, so that a long one is in memory once. */
function takeTexts(bytesMax: number): Texts {
  let left = bytesMax;
  const ends: Promise<void>[] = [];
  return {
    take(stream, keep, tooLong) {
      const roomMax = left;
      let room = Buffer.alloc(Math.min(shortBytesMax, roomMax));
      let bytes = 0;
      stream.on('data', (chunk: Buffer) => {
        left -= chunk.length;
        if (left < 0) return tooLong();
        if (bytes + chunk.length > room.length) {
          const larger = Buffer.allocUnsafeSlow(roomMax);
          room.copy(larger, 0, 0, bytes);
          room = larger;
        }
        bytes += chunk.copy(room, bytes);
      });
      ends.push(
        new Promise((resolve) => {
          stream.once('end', () => {
            keep(textOf(room.subarray(0, bytes)));
            resolve();
          });
        }),
      );
    },
    taken: () => Promise.all(ends),
  };
}
