import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { type FieldPath, useForm, type UseFormReturn, useWatch } from 'react-hook-form';
import { useNavigate } from 'react-router';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import type { TicketType } from '@frontrow/core/catalog/selling-terms.ts';
import type { DraftProblem } from '@frontrow/core/events/event-draft.ts';
import { type SeriesScope, validateSeriesDraft } from '@frontrow/core/events/series.ts';
import { text } from '#web/shared/i18n/index.ts';
import { refusalText } from '#web/shared/i18n/refusal-text.ts';
import { hideToast, noticeMs, toast, toastGood } from '#web/shared/toasts/toast.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { type Catalog, useCatalog } from '#web/shared/catalog/use-catalog.ts';
import { newId } from '#web/shared/new-id.ts';
import { useSession } from '#web/shared/session/session.ts';
import { eventPath } from '#web/shared/ui/event-card-model.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { draftResolver, errorPath, fieldOfWire, type FormField, messagesIn, staleFields } from './draft-errors.ts';
import type { PublishDraft } from './draft-shape.ts';
import { copyOf, fixedIn, type FormMode, openingDraft, rulesIn, seriesOf, zoneOf } from './form-mode.ts';
import { dropDraft } from './saved-draft.ts';
import { ticketTypeOf, toEventDraft, typeFor } from './publish-draft.ts';
import { sharePath } from '../host-paths.ts';
import { sendDraft } from './send-draft.ts';
import { useSavedDraft } from './use-saved-draft.ts';

/** One toast for all attempts: the next one takes it away. */
const toastId = 'publish';

const useMassive = (): boolean => useSession((session) => session.influencer?.influencer_massive_streaming ?? false);

/** The ticket types of this host, and why they are not there. */
function useTicketTypes() {
  const wire = useQuery({ queryKey: ['ticket-types'], queryFn: () => call('GET /tickets/types') });
  const types = useMemo(() => (wire.data ?? []).map((type) => ticketTypeOf(type)), [wire.data]);
  // Both are read while rendering, because a query only tells of what was read then.
  const missing = wire.error ?? wire.failureReason;
  const isIdle = wire.fetchStatus === 'idle';
  return {
    loaded: wire.data !== undefined,
    isMissing: missing !== null,
    types,
    /** Loads them again, and shows why they were missing. */
    ask() {
      if (missing) void toast(messageOf(missing), { tone: 'bad', ms: noticeMs, id: toastId });
      if (isIdle) void wire.refetch();
    },
  };
}

/** How core judges the form of this host. */
function useJudge(mode: FormMode, zone: string, types: readonly TicketType[], catalog: Catalog) {
  const massive = useMassive();
  return (draft: PublishDraft): readonly DraftProblem[] => {
    const asked = toEventDraft(draft, zone, typeFor(draft, types)?.id);
    const now = serverNow();
    const rules = rulesIn(mode, {
      ticketTypes: types,
      // A list that did not load judges nothing here; the server has it.
      categoryIdes: catalog.categories?.map((category) => category.category_ide) ?? [draft.categoryIde ?? 0],
      langIdes: catalog.languages?.map((language) => language.lang_ide) ?? draft.langIdes,
      hostZone: zone,
      massive,
      now,
      promoEndsAfter: now,
    });
    const judged = validateSeriesDraft(asked, rules, { added: seriesOf(mode) !== undefined });
    return 'problems' in judged ? judged.problems : [];
  };
}

/** Why this price is not sold in its currency; said while it is typed, unlike everything else. */
function limitProblem(problems: readonly DraftProblem[]): string | undefined {
  const problem = problems.find(({ code }) => code === 'price_over_maximum' || code === 'price_under_minimum');
  return problem && refusalText(problem.code, problem.params);
}

/** A form without a currency opens with the one that the host sold in last. */
function useUsualCurrency({ getValues, setValue }: UseFormReturn<PublishDraft>): void {
  const { data } = useQuery({
    queryKey: ['currencies'],
    queryFn: async () => (await call('GET /currencies/all')).data,
  });
  const usual = data?.find((currency) => currency.currency_default)?.currency_code;
  useEffect(() => {
    if (usual !== undefined && getValues('currency') === '') setValue('currency', usual);
  }, [usual, getValues, setValue]);
}

/** Why it was not published: as a toast, and at the fields. */
function showRefusal({ setError }: UseFormReturn<PublishDraft>, error: unknown): void {
  void toast(messageOf(error), { tone: 'bad', ms: noticeMs, id: toastId });
  setError('root.server', { type: 'server' });
  for (const { field = '', message } of error instanceof ApiRefusal ? error.errors : []) {
    const known = fieldOfWire(field);
    if (known) setError(errorPath(known) as FieldPath<PublishDraft>, { type: 'server', message });
  }
}

/** The publish form: what is typed, what is wrong with it since the last submit, and sending it. */
export function usePublish(mode: FormMode) {
  const massive = useMassive();
  const [opened] = useState(() => openingDraft(mode, massive));
  const [zone] = useState(() => zoneOf(mode));
  const { loaded, isMissing, types, ask } = useTicketTypes();
  const catalog = useCatalog();
  const judge = useJudge(mode, zone, types, catalog);
  const form = useForm<PublishDraft>({
    defaultValues: opened,
    mode: 'onSubmit',
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
    resolver: draftResolver(judge),
  });
  // Every field has a default, so that none is ever missing.
  const draft = useWatch({ control: form.control }) as PublishDraft;
  useUsualCurrency(form);
  const { errors, isSubmitting, isSubmitSuccessful } = form.formState;
  const [waiting, setWaiting] = useState<() => void>();
  // After it was sent the page is left: nothing can be pressed until then.
  const busy = isSubmitting || isSubmitSuccessful || waiting !== undefined;

  const [changes, setChanges] = useState(0);
  const saved = useSavedDraft({ mode, draft, changes, busy });
  /** Where an answer got lost, the same draft sent again must not become a second event. */
  const attempt = useRef<string>(undefined);
  const named = useRef(new Set<string>());
  const done = useDone(mode);
  /** Of the form with its picture, from 0 to 1; undefined while nothing is sent. */
  const [share, setShare] = useState<number>();
  const [scope, setScope] = useState<SeriesScope>('this');
  const send = async (sent: PublishDraft): Promise<void> => {
    void hideToast(toastId);
    const key = (attempt.current ??= newId());
    try {
      const type = typeFor(sent, types)!;
      const how = { mode, zone, scope, type, key, opened, named: named.current, onProgress: setShare };
      done(await sendDraft({ draft: sent, ...how }));
    } catch (error) {
      showRefusal(form, error);
    } finally {
      setShare(undefined);
    }
  };
  const judgeAndSend = async (onProblems: () => void): Promise<void> => {
    let isRight = true;
    await form.handleSubmit(send, () => void (isRight = false))();
    if (!isRight) onProblems();
  };
  // Pressed before the ticket types were here: it goes on once they are, or says why they are not.
  const goOn = useEffectEvent(() => {
    if (!waiting) return;
    setWaiting(undefined);
    if (loaded) void judgeAndSend(waiting);
    else ask();
  });
  useEffect(() => {
    if (loaded || isMissing) goOn();
  }, [loaded, isMissing]);

  return {
    form,
    draft,
    priceProblem: limitProblem(judge(draft)),
    problems: messagesIn(errors),
    busy,
    share,
    saved,
    massive,
    zone,
    series: seriesOf(mode),
    /** Of an event in a series: whether the dates after it are changed too. */
    scope,
    setScope,
    type: typeFor(draft, types),
    fixed: fixedIn(mode),
    catalog,
    /** To be called with every change of a field. */
    changed(field: FormField): void {
      attempt.current = undefined;
      setChanges((before) => before + 1);
      // Judged on submit only: a field that is being changed shows no message until then.
      form.clearErrors(staleFields(field) as FieldPath<PublishDraft>[]);
    },
    /** Validates and sends; `onProblems` once the messages are shown, where the form is not right yet. */
    async submit(onProblems: () => void): Promise<void> {
      if (busy) return;
      if (loaded) return judgeAndSend(onProblems);
      if (isMissing) ask();
      else setWaiting(() => onProblems);
    },
  };
}

/** What follows when the event is out. */
function useDone(mode: FormMode): (event: WireEvent) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (event) => {
    if (mode.kind !== 'change') dropDraft(copyOf(mode));
    void client.invalidateQueries({ queryKey: ['event', event.event_uuid] });
    void client.invalidateQueries({ queryKey: ['events', 'mine'] });
    if (mode.kind !== 'change') return void navigate(sharePath(event.event_uuid), { state: { published: true } });
    toastGood(text('publish', 'changed'));
    void navigate(eventPath(event));
  };
}

export type Publish = ReturnType<typeof usePublish>;
