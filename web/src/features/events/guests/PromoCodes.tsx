import { TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { promoCodeCharsMax } from '@frontrow/core/events/limits.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal, messageOf } from '#web/shared/api/refusal.ts';
import { formatShortDate } from '#web/shared/format/time.ts';
import { useDates } from '#web/shared/format/use-dates.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { serverNow } from '#web/shared/server-clock.ts';
import { toastError } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { DateField } from '#web/shared/ui/DateField.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { dayAfter, dayOf, startOf } from '../publish/draft-times.ts';
import { wholeNumberIn } from '../typed-numbers.ts';
import styles from './Guests.module.css';
import '#web/shared/styles/components.ts';

type Codes = AnswerOf<'GET /events/:id/promo_codes'>;
type Code = Codes['promo_codes'][number];

const keyOf = (event: WireEvent) => ['event', event.event_uuid, 'promo-codes'] as const;

/** Promo codes of an event: how often each was used and may be used, one more, and an end. */
export function PromoCodes({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const over = event.event_state === 2;
  const list = useQuery({
    queryKey: keyOf(event),
    queryFn: () => call('GET /events/:id/promo_codes', { params: { id: event.event_uuid } }),
    refetchOnWindowFocus: true,
  });
  return (
    <>
      {!over && <AddForm event={event} />}
      {list.isPending && <Skeleton height={120} radius={16} />}
      {list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.promo_codes.length === 0 && <p className={styles.soft}>{t('promo.none')}</p>}
      {list.data && list.data.promo_codes.length > 0 && (
        <CodeTable event={event} codes={list.data.promo_codes} mayEnd={!over} />
      )}
    </>
  );
}

const empty = { code: '', percent: '', cap: '', until: null as string | null };

function AddForm({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const zone = event.event_location.data.zoneName;
  const [typed, setTyped] = useState(empty);
  const add = useMutation({
    mutationFn: (sent: typeof empty) =>
      call('POST /events/promo_codes/add', {
        body: {
          event_uuid: event.event_uuid,
          code: sent.code,
          percent: wholeNumberIn(sent.percent) || 0,
          cap: sent.cap.trim() === '' ? null : wholeNumberIn(sent.cap) || 0,
          until: (sent.until && startOf(dayAfter(sent.until), '00:00', zone)) || null,
        },
      }),
    onSuccess: (codes, sent) => {
      setTyped(unlessTyped(sent, empty));
      client.setQueryData<Codes>(keyOf(event), codes);
    },
    scope: { id: keyOf(event).join() },
  });
  const { error } = add;
  const atField = (field: string) => (error instanceof ApiRefusal ? error.field(field) : undefined);
  const elsewhere = error && !['code', 'percent', 'cap', 'until'].some(atField) ? messageOf(error) : undefined;
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        add.mutate(typed);
      }}
    >
      <TextInput
        label={t('promo.code')}
        description={t('promo.codeHelp')}
        autoCapitalize="characters"
        autoComplete="off"
        maxLength={promoCodeCharsMax}
        value={typed.code}
        error={atField('code')}
        onChange={(changed) => setTyped({ ...typed, code: changed.currentTarget.value.toUpperCase() })}
      />
      <TextInput
        label={t('promo.percent')}
        description={t('promo.percentHelp')}
        inputMode="numeric"
        rightSection={<span aria-hidden="true">%</span>}
        value={typed.percent}
        error={atField('percent')}
        onChange={(changed) => setTyped({ ...typed, percent: changed.currentTarget.value })}
      />
      <TextInput
        label={t('promo.cap')}
        description={t('promo.capHelp')}
        inputMode="numeric"
        value={typed.cap}
        error={atField('cap')}
        onChange={(changed) => setTyped({ ...typed, cap: changed.currentTarget.value })}
      />
      <DateField
        label={t('promo.until')}
        description={t('promo.untilHelp')}
        defaultDate={dayOf(serverNow(), zone)}
        clearable
        value={typed.until}
        error={atField('until')}
        onChange={(until) => setTyped({ ...typed, until: until || null })}
      />
      {elsewhere && (
        <p className={`${styles.wide} ${styles.bad}`} role="alert">
          {elsewhere}
        </p>
      )}
      <Button type="submit" size="lg" loading={add.isPending}>
        {t('promo.add')}
      </Button>
    </Form>
  );
}

function CodeTable({ event, codes, mayEnd }: { event: WireEvent; codes: readonly Code[]; mayEnd: boolean }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const dates = useDates();
  const end = useMutation({
    mutationFn: (code: Code) =>
      call('POST /events/promo_codes/end', { body: { event_uuid: event.event_uuid, promo_id: code.promo_id } }),
    onSuccess: (after) => client.setQueryData<Codes>(keyOf(event), after),
    onError: (error) => toastError(messageOf(error)),
    scope: { id: keyOf(event).join() },
  });
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t('promo.code')}</th>
          <th scope="col">{t('promo.percent')}</th>
          <th scope="col">{t('promo.uses')}</th>
          <th scope="col">{t('promo.left')}</th>
          <th scope="col">{t('promo.state')}</th>
          <th scope="col">{t('promo.action')}</th>
        </tr>
      </thead>
      <tbody>
        {codes.map((code) => (
          <tr key={code.promo_id}>
            <th scope="row">{code.promo_code}</th>
            <td data-label={t('promo.percent')}>{t('promo.off', { percent: code.promo_percent })}</td>
            <td data-label={t('promo.uses')}>{code.promo_uses}</td>
            <td data-label={t('promo.left')}>{code.promo_uses_left ?? t('promo.noCap')}</td>
            <td data-label={t('promo.state')}>
              {t(`states.${code.promo_state}`)}
              {code.promo_state === 'open' &&
                code.promo_until !== null &&
                ` ${t('promo.untilDay', { day: formatShortDate(code.promo_until - 1, { ...dates, zone: event.event_location.data.zoneName }) })}`}
            </td>
            <td>
              {mayEnd && code.promo_state !== 'ended' && (
                <Button
                  variant="default"
                  loading={end.isPending && end.variables.promo_id === code.promo_id}
                  aria-label={t('promo.endOf', { code: code.promo_code })}
                  onClick={() => end.mutate(code)}
                >
                  {t('promo.end')}
                </Button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
