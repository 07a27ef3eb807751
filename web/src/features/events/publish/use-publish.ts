import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { draftFieldToWire } from '@frontrow/contract/events/event-draft-codec.ts';
import type { TicketType } from '@frontrow/core/catalog/ticket-type.ts';
import type { DraftProblem } from '@frontrow/core/events/event-draft.ts';
import { validateEventDraft } from '@frontrow/core/events/validate-event-draft.ts';
import { EUR } from '@frontrow/core/kernel/money.ts';
import { refuse } from '@frontrow/core/refuse.ts';
import { text } from '#web/shared/i18n/index.ts';
import { hideToast, noticeMs, toast, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, isAnswer, messageOf } from '#web/shared/api/refusal.ts';
import { cutPicture } from '#web/shared/crop/cut-picture.ts';
import { newId } from '#web/shared/new-id.ts';
import { useSession } from '#web/shared/session/session.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { useCatalog } from '#web/shared/catalog/use-catalog.ts';
import { copyOf, fixedIn, type FormMode, openingDraft, zoneOf } from './form-mode.ts';
import { dropDraft, keepDraft } from './kept-draft.ts';
import { coverSize, placeholderAt } from './placeholders.ts';
import {
  changeForm,
  creationForm,
  priceLimit,
  type PublishDraft,
  ticketTypeOf,
  toEventDraft,
  typeFor,
} from './publish-draft.ts';

/** Messages by the wire's field name, from our own validation and from the server's. */
export type Problems = Readonly<Record<string, string>>;

/** The failure toast is shown once and taken away by the next attempt. */
const toastId = 'publish';

/** The draft is saved after this pause in typing. */
const keepAfterMs = 400;

function messagesOf(problems: readonly DraftProblem[], kind: PublishDraft['kind']): Problems {
  const messages: Record<string, string> = {};
  // Only the first message of each field is shown.
  for (const problem of problems)
    messages[draftFieldToWire(problem, kind)] ??= refuse(problem.code, problem.params ?? {}).message;
  return messages;
}

/** The cover as it is sent: a data URL, or the event whose cover is copied. */
async function coverToSend({ cover }: PublishDraft): Promise<string | { from: string }> {
  if (cover.kind === 'event') return { from: cover.uuid };
  return cover.kind === 'own' ? cover.dataUrl : cutPicture(placeholderAt(cover.index), coverSize);
}

interface Sent {
  readonly draft: PublishDraft;
  readonly mode: FormMode;
  readonly zone: string;
  readonly type: TicketType;
  /** The idempotency key: publishing again with the same key creates no second event. */
  readonly key: string;
  readonly opened: PublishDraft;
  /** Fields of changes that got no answer: the server may have written them. */
  readonly named: Set<string>;
}

async function sendDraft({ draft, mode, zone, type, key, opened, named }: Sent): Promise<WireEvent> {
  const cover = await coverToSend(draft);
  if (mode.kind === 'change') {
    const picture = typeof cover === 'string' ? cover : undefined;
    const form = changeForm(draft, { uuid: mode.of.event_uuid, zone, opened, named, cover: picture });
    try {
      return (await call('POST /events/update', { body: form })).event;
    } catch (error) {
      if (!isAnswer(error)) for (const name of form.keys()) named.add(name);
      throw error;
    }
  }
  const body = creationForm(draft, zone, type, cover);
  return (await call('POST /events/create', { body, headers: { 'idempotency-key': key } })).event;
}

/** The publish form: its draft, the problems found at the last submit, and sending it. */
export function usePublish(mode: FormMode) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const massive = useSession((session) => session.influencer?.influencer_massive_streaming ?? false);
  const [opened] = useState(() => openingDraft(mode, massive));
  const [draft, setDraft] = useState(opened);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<'all' | 'bare' | null>(null);
  /** An attempt whose answer was lost: pressing again without a change must not publish twice. */
  const attempt = useRef<{ draft: PublishDraft; key: string }>(undefined);
  const named = useRef(new Set<string>());
  const [zone] = useState(() => zoneOf(mode));
  const wireTypes = useQuery({ queryKey: ['ticket-types'], queryFn: () => call('GET /tickets/types') });
  // Read during render, because react-query only tracks what is read there.
  const typesMissing = wireTypes.error ?? wireTypes.failureReason;
  const types = useMemo(() => (wireTypes.data ?? []).map((type) => ticketTypeOf(type, EUR)), [wireTypes.data]);
  const catalog = useCatalog();
  const type = typeFor(draft, types);

  /** Saves what was typed since the last save. */
  const keepRest = useRef<() => unknown>(undefined);
  useEffect(() => {
    keepRest.current = undefined;
    // Nothing is saved while it is being sent: it may be published before the pause is over.
    if (draft === opened || mode.kind === 'change' || busy) return undefined;
    const keep = () => keepDraft(copyOf(mode), draft);
    keepRest.current = keep;
    const timer = setTimeout(() => {
      keepRest.current = undefined;
      setSaved(keep());
    }, keepAfterMs);
    // Leaving the page before the pause is over loses nothing.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft, opened, mode, busy]);
  // A link inside the app unmounts the form without `pagehide`; a log-out must leave no draft behind.
  useEffect(() => () => void (useSession.getState().user && keepRest.current?.()), []);

  function change(next: Partial<PublishDraft>, ...fields: string[]): void {
    setSaved(null);
    setDraft((before) => ({ ...before, ...next }));
    // Fields are validated on submit only; editing one clears its message.
    if (fields.length > 0)
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !fields.some((field) => name.startsWith(field)))),
      );
  }

  function judge(): Problems {
    const judged = validateEventDraft(toEventDraft(draft, zone, type?.id), {
      ticketTypes: types,
      // A list that did not load validates nothing here; the server does.
      categoryIdes: catalog.categories?.map((category) => category.category_ide) ?? [draft.categoryIde ?? 0],
      langIdes: catalog.languages?.map((language) => language.lang_ide) ?? draft.langIdes,
      hostZone: zone,
      // Dates that were valid at publication are not validated again.
      massive: massive || mode.kind === 'change',
      now: mode.kind === 'change' ? Math.min(serverNow(), mode.of.event_date) : serverNow(),
      promoEndsAfter: mode.kind === 'change' ? 0 : serverNow(),
    });
    return 'problems' in judged ? messagesOf(judged.problems, draft.kind) : {};
  }

  async function send(): Promise<void> {
    if (!type) return;
    setBusy(true);
    void hideToast(toastId);
    if (attempt.current?.draft !== draft) attempt.current = { draft, key: newId() };
    try {
      const event = await sendDraft({
        draft,
        mode,
        zone,
        type,
        key: attempt.current.key,
        opened,
        named: named.current,
      });
      if (mode.kind !== 'change') dropDraft(copyOf(mode));
      toastGood(text('publish', mode.kind === 'change' ? 'changed' : 'done'));
      void client.invalidateQueries({ queryKey: ['event', event.event_uuid] });
      void client.invalidateQueries({ queryKey: ['events', 'mine'] });
      void navigate(eventPath(event));
    } catch (error) {
      void toast(messageOf(error), { tone: 'bad', ms: noticeMs, id: toastId });
      if (error instanceof ApiRefusal)
        setProblems(
          Object.fromEntries(error.errors.flatMap(({ field, message }) => (field ? [[field, message]] : []))),
        );
      setBusy(false);
    }
  }

  /** Validates on submit only; true when it was sent to the server. */
  function submit(): boolean {
    if (busy) return false;
    if (!wireTypes.data) {
      if (typesMissing) void toast(messageOf(typesMissing), { tone: 'bad', ms: noticeMs, id: toastId });
      if (wireTypes.fetchStatus === 'idle') void wireTypes.refetch();
      return false;
    }
    const found = judge();
    setProblems(found);
    if (Object.keys(found).length > 0) return false;
    void send();
    return true;
  }

  return {
    draft,
    change,
    problems,
    busy,
    saved,
    massive,
    zone,
    type,
    priceMax: priceLimit(draft, types),
    fixed: fixedIn(mode),
    catalog,
    submit,
  };
}

export type Publish = ReturnType<typeof usePublish>;
