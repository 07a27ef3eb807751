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
import { nowOnce } from '#web/shared/ui/use-now.ts';
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

/** Messages by the wire's field name, the same for our own rules and the server's. */
export type Problems = Readonly<Record<string, string>>;

/** Why it did not go out is said once, and no longer when it is tried again. */
const toastId = 'publish';

/** A pause in typing after which the draft is kept. */
const keepAfterMs = 400;

function messagesOf(problems: readonly DraftProblem[], kind: PublishDraft['kind']): Problems {
  const messages: Record<string, string> = {};
  // One message per field is enough to act on: the first.
  for (const problem of problems)
    messages[draftFieldToWire(problem, kind)] ??= refuse(problem.code, problem.params ?? {}).message;
  return messages;
}

/** The cover as it is sent: a data URL, or the event it is taken from. */
async function coverToSend({ cover }: PublishDraft): Promise<string | { from: string }> {
  if (cover.kind === 'event') return { from: cover.uuid };
  return cover.kind === 'own' ? cover.dataUrl : cutPicture(placeholderAt(cover.index), coverSize);
}

interface Sent {
  readonly draft: PublishDraft;
  readonly mode: FormMode;
  readonly zone: string;
  readonly type: TicketType;
  /** Names this attempt: the same again is the same event. */
  readonly key: string;
  readonly opened: PublishDraft;
  /** Fields of changes that were not answered: they may have been written. */
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

/** The publish form: its draft, what is wrong with it since the last submit, and sending it. */
export function usePublish(mode: FormMode) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const massive = useSession((session) => session.influencer?.influencer_massive_streaming ?? false);
  const [opened] = useState(() => openingDraft(mode, massive));
  const [draft, setDraft] = useState(opened);
  const [problems, setProblems] = useState<Problems>({});
  const [busy, setBusy] = useState(false);
  const [saved, setSaved] = useState<'all' | 'bare' | null>(null);
  /** An answer that got lost on its way: whoever presses again, with nothing changed, publishes nothing twice. */
  const attempt = useRef<{ draft: PublishDraft; key: string }>(undefined);
  const named = useRef(new Set<string>());
  const [zone] = useState(() => zoneOf(mode));
  const wireTypes = useQuery({ queryKey: ['ticket-types'], queryFn: () => call('GET /tickets/types') });
  // Read while drawing: what is only read later is not watched.
  const typesMissing = wireTypes.error ?? wireTypes.failureReason;
  const types = useMemo(() => (wireTypes.data ?? []).map((type) => ticketTypeOf(type, EUR)), [wireTypes.data]);
  const catalog = useCatalog();
  const type = typeFor(draft, types);

  /** Keeps what was typed since it was last kept. */
  const keepRest = useRef<() => unknown>(undefined);
  useEffect(() => {
    keepRest.current = undefined;
    // While it is on its way nothing is kept: it may be out before the pause is over.
    if (draft === opened || mode.kind === 'change' || busy) return undefined;
    const keep = () => keepDraft(copyOf(mode), draft);
    keepRest.current = keep;
    const timer = setTimeout(() => {
      keepRest.current = undefined;
      setSaved(keep());
    }, keepAfterMs);
    // Whoever leaves before the pause is over loses nothing either.
    window.addEventListener('pagehide', keep);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('pagehide', keep);
    };
  }, [draft, opened, mode, busy]);
  // A link inside the app ends the form without ending the page; who logs out leaves nothing behind.
  useEffect(() => () => void (useSession.getState().user && keepRest.current?.()), []);

  function change(next: Partial<PublishDraft>, ...fields: string[]): void {
    setSaved(null);
    setDraft((before) => ({ ...before, ...next }));
    // Judged on submit only; what is being worked on stops shouting.
    if (fields.length > 0)
      setProblems((before) =>
        Object.fromEntries(Object.entries(before).filter(([name]) => !fields.some((field) => name.startsWith(field)))),
      );
  }

  function judge(): Problems {
    const judged = validateEventDraft(toEventDraft(draft, zone, type?.id), {
      ticketTypes: types,
      // A list that did not come judges nothing here; the server has it.
      categoryIdes: catalog.categories?.map((category) => category.category_ide) ?? [draft.categoryIde ?? 0],
      langIdes: catalog.languages?.map((language) => language.lang_ide) ?? draft.langIdes,
      hostZone: zone,
      // What was right when it was published is not judged again.
      massive: massive || mode.kind === 'change',
      now: mode.kind === 'change' ? Math.min(nowOnce(), mode.of.event_date) : nowOnce(),
      promoEndsAfter: mode.kind === 'change' ? 0 : nowOnce(),
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

  /** Validated on submit only (spec §5); true when it went out to the server. */
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
