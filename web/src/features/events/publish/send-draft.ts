import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { TicketType } from '@frontrow/core/catalog/ticket-type.ts';
import { call } from '#web/shared/api/call.ts';
import { isAnswer } from '#web/shared/api/refusal.ts';
import { cutPicture } from '#web/shared/crop/cut-picture.ts';
import { changeForm, creationForm } from './draft-payload.ts';
import type { PublishDraft } from './draft-shape.ts';
import type { FormMode } from './form-mode.ts';
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
  readonly type: TicketType;
  /** Idempotency key of this draft: sent again unchanged, it makes no second event. */
  readonly key: string;
  readonly opened: PublishDraft;
  /** Fields of changes that got no answer: they may have been written. */
  readonly named: Set<string>;
}

/** Publishes the draft, or changes the event it was opened from. */
export async function sendDraft({ draft, mode, zone, type, key, opened, named }: Sent): Promise<WireEvent> {
  const cover = await coverToSend(draft);
  if (mode.kind !== 'change') {
    const body = creationForm(draft, zone, type, cover);
    return (await call('POST /events/create', { body, headers: { 'idempotency-key': key } })).event;
  }
  const picture = typeof cover === 'string' ? cover : undefined;
  const form = changeForm(draft, { uuid: mode.of.event_uuid, zone, opened, named, cover: picture });
  try {
    return (await call('POST /events/update', { body: form })).event;
  } catch (error) {
    if (!isAnswer(error)) for (const name of form.keys()) named.add(name);
    throw error;
  }
}
