import type { Readable } from 'node:stream';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { type Refusal } from '@frontrow/core/kernel/refusal.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import type { FastifyRequest } from 'fastify';
import { drain } from './keep-body.ts';

/** What a call takes of a form. */
export interface FormShape {
  /** The names of its fields; the form may have no other. */
  readonly fields: ReadonlySet<string>;
  /** The whole form, with all fields, file and boundaries. */
  readonly bytesMax: number;
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
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown): void => {
        // A file that is being written ends with the form.
        file?.destroy(error as Error);
        reject(error as Error);
      };
      const meet = (name: string | undefined): boolean => {
        const shown = (name ?? '').slice(0, shownCharsMax);
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
        .on('field', (name, value, _nameCut, valueCut) => {
          if (!meet(name)) return;
          if (valueCut) fail(shape.tooLarge);
          fields[name] = value;
        })
        .on('file', (name, stream) => {
          // Busboy reports a form that ends in the middle of a file here, too.
          stream.on('error', () => undefined);
          // The call says which file it misses.
          if (shape.takeFile && name !== undefined && !shape.fields.has(name)) return void stream.resume();
          if (!meet(name)) return void stream.resume();
          if (!shape.takeFile) return fail(unreadable(`${name}: this has to be text, not a file`));
          file = stream;
          takingFile = shape.takeFile({ fieldname: name, file: stream }, fields);
          takingFile.catch(fail);
        })
        .on('partsLimit', () => fail(unreadable('The form has too many parts.')))
        .on('filesLimit', () => fail(unreadable('The form has more than one file.')))
        .on('error', (error) => (bytes === 0 ? resolve() : fail(error)))
        .on('finish', resolve);
      payload.pipe(reader);
    });
    await takingFile;
    return fields;
  } catch (error) {
    drain(payload);
    throw error;
  }
}

function openReader(
  request: FastifyRequest,
  { fields, bytesMax, fileBytesMax }: FormShape,
): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: request.headers as BusboyHeaders,
      limits: {
        fieldSize: bytesMax,
        fileSize: fileBytesMax,
        files: 1,
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
