import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { TicketType } from '@frontrow/core/catalog/selling-terms.ts';
import type { SeriesScope } from '@frontrow/core/events/series.ts';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { upload } from '#web/shared/api/upload.ts';
import { cutPicture } from '#web/shared/crop/cut-picture.ts';
import { changeForm, creationForm } from './draft-payload.ts';
import type { PublishDraft } from './draft-shape.ts';
import { type FormMode, seriesOf } from './form-mode.ts';
import { coverSize, placeholderAt } from './placeholders.ts';

/** The cover as it is sent: a data URL, or the event whose cover is taken. */
async function coverToSend({ cover }: PublishDraft): Promise<string | { from: string }> {
  if (cover.kind === 'event') return { from: cover.uuid };
  return cover.kind === 'own' ? cover.dataUrl : cutPicture(placeholderAt(cover.index), coverSize);
}

export interface Sent {
  readonly draft: PublishDraft;
  readonly mode: FormMode;
  readonly zone: string;
  readonly scope: SeriesScope;
  readonly type: TicketType;
  /** Idempotency key of this draft: sent again unchanged, it makes no second event. */
  readonly key: string;
  readonly opened: PublishDraft;
  /** Fields of changes that got no answer: they may have been written. */
  readonly named: Set<string>;
  /** How much of the form with its picture is sent, from 0 to 1. */
  readonly onProgress: (share: number) => void;
}

const send = async (
  path: string,
  form: FormData,
  { onProgress, headers }: Pick<Sent, 'onProgress'> & { headers?: Readonly<Record<string, string>> },
): Promise<WireEvent> => {
  const sent = await upload(path, form, {
    ...(headers && { headers }),
    onProgress: (bytes, total) => onProgress(total > 0 ? bytes / total : 1),
  });
  return (sent as AnswerOf<'POST /events/create'>).event;
};

/** Publishes the draft, or changes the event it was opened from. */
export async function sendDraft({
  draft,
  mode,
  zone,
  scope,
  type,
  key,
  opened,
  named,
  onProgress,
}: Sent): Promise<WireEvent> {
  const cover = await coverToSend(draft);
  if (mode.kind !== 'change') {
    return send('/events/create', creationForm(draft, zone, type, { cover, series: seriesOf(mode)?.uuid }), {
      onProgress,
      headers: { 'idempotency-key': key },
    });
  }
  const picture = typeof cover === 'string' ? cover : undefined;
  const form = changeForm(draft, { uuid: mode.of.event_uuid, zone, opened, named, cover: picture, scope });
  try {
    return await send('/events/update', form, { onProgress });
  } catch (error) {
    if (!isAnswer(error)) for (const name of form.keys()) named.add(name);
    throw error;
  }
}
