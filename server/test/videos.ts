import type { TestActor } from './actors.ts';
import type { TestEvent } from './events.ts';
import type { TestAnswer, TestApp } from './harness.ts';

const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, i) => bytes.writeUInt32BE(value, i * 4));
  return bytes;
};

/** A box of an mp4: size, kind, content. */
export const box = (kind: string, ...content: Uint8Array[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([u32(body.length + 8), Buffer.from(kind, 'latin1'), body]);
};

export interface VideoTraits {
  readonly brand?: string;
  readonly seconds?: number;
  /** What its headers claim where that differs. */
  readonly claimedSeconds?: number;
  readonly timescale?: number;
  readonly handler?: string;
  /** Bytes of the one sample. */
  readonly sampleBytes?: number;
  /** Bytes of media that follow. */
  readonly mediaBytes?: number;
  /** Edit list: seconds of each edit and where in the media it begins; -1: a pause. */
  readonly edits?: readonly (readonly [seconds: number, from: number])[];
}

/** The boxes of a small video with one track and one sample: a valid index over media that no decoder can show. */
export function videoFile(traits: VideoTraits = {}): Buffer {
  const { brand = 'isom', timescale = 1000, handler = 'vide', sampleBytes = 64 } = traits;
  const length = traits.seconds ?? 5;
  const ticks = Math.round(length * timescale);
  const claimed = Math.round((traits.claimedSeconds ?? length) * timescale);
  const ftyp = box('ftyp', Buffer.from(brand, 'latin1'), u32(0x200), Buffer.from('isommp41'));
  const edts = traits.edits && box('edts', editList(timescale, traits.edits));
  const moov = (mediaAt: number): Buffer =>
    box(
      'moov',
      box('mvhd', u32(0, 0, 0, timescale, claimed), Buffer.alloc(80)),
      box(
        'trak',
        box('tkhd', u32(7, 0, 0, 1, 0, claimed), Buffer.alloc(60)),
        ...(edts ? [edts] : []),
        box(
          'mdia',
          box('mdhd', u32(0, 0, 0, timescale, claimed), Buffer.alloc(4)),
          box('hdlr', u32(0, 0), Buffer.from(handler, 'latin1'), Buffer.alloc(13)),
          box(
            'minf',
            box(
              'stbl',
              box('stts', u32(0, 1, 1, ticks)),
              box('stsz', u32(0, sampleBytes, 1)),
              box('stco', u32(0, 1, mediaAt)),
            ),
          ),
        ),
      ),
    );
  const mdat = box('mdat', Buffer.alloc(traits.mediaBytes ?? sampleBytes));
  return Buffer.concat([ftyp, moov(ftyp.length + moov(0).length + 8), mdat]);
}

function editList(timescale: number, edits: NonNullable<VideoTraits['edits']>): Buffer {
  const rows = edits.map(([seconds, from]) => {
    const row = u32(Math.round(seconds * timescale), 0, 0x01_00_00);
    row.writeInt32BE(from < 0 ? from : Math.round(from * timescale), 4);
    return row;
  });
  return box('elst', u32(0, rows.length), ...rows);
}

/** A fragmented video, as browsers record it: an empty index, and all samples in fragments of one second. */
export function fragmentedVideo(lengthSeconds: number): Buffer {
  const timescale = 1000;
  const head = box(
    'moov',
    box('mvhd', u32(0, 0, 0, timescale, 0), Buffer.alloc(80)),
    box(
      'trak',
      box('tkhd', u32(7, 0, 0, 1, 0, 0), Buffer.alloc(60)),
      box(
        'mdia',
        box('mdhd', u32(0, 0, 0, timescale, 0), Buffer.alloc(4)),
        box('hdlr', u32(0, 0), Buffer.from('vide'), Buffer.alloc(13)),
        box('minf', box('stbl', box('stts', u32(0, 0)), box('stsz', u32(0, 0, 0)), box('stco', u32(0, 0)))),
      ),
    ),
    box('mvex', box('trex', u32(0, 1, 1, 100, 0, 0))),
  );
  const fragment = Buffer.concat([
    box('moof', box('mfhd', u32(0, 1)), box('traf', box('tfhd', u32(0x02_00_00, 1)), box('trun', u32(0, 10)))),
    box('mdat', Buffer.alloc(32)),
  ]);
  return Buffer.concat([
    box('ftyp', Buffer.from('iso5'), u32(0x200), Buffer.from('iso5iso6')),
    head,
    ...Array.from({ length: lengthSeconds }, () => fragment),
  ]);
}

export type VideoCall = `POST /events/update${'Presentation' | 'Thanks'}Video${'' | 'Landscape'}`;

export interface VideoForm {
  readonly call?: VideoCall;
  readonly field?: string;
  readonly name?: string;
  readonly type?: string;
  readonly headers?: Record<string, string>;
  readonly fileFirst?: boolean;
}

/** Sends a file as a browser's form does. */
export async function uploadVideo(
  app: TestApp,
  host: TestActor,
  event: Pick<TestEvent, 'id'>,
  bytes: Buffer,
  {
    call = 'POST /events/updatePresentationVideo',
    field,
    name = 'clip.mp4',
    type = 'video/mp4',
    headers,
    fileFirst,
  }: VideoForm = {},
): Promise<TestAnswer<{ success: boolean }>> {
  const form = new FormData();
  const named = field ?? (call.includes('Thanks') ? 'event_thanks_video' : 'event_presentation_video');
  const add = [
    () => form.set('event_uuid', event.id),
    () => form.set(named, new File([new Uint8Array(bytes)], name, { type })),
  ];
  for (const one of fileFirst ? add.toReversed() : add) one();
  const encoded = new Response(form);
  return app.call(call, {
    as: host.token,
    headers: { 'content-type': encoded.headers.get('content-type')!, ...headers },
    body: Buffer.from(await encoded.arrayBuffer()),
  });
}
