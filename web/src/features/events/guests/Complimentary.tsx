import { Textarea } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { AnswerOf } from '@frontrow/contract/api.ts';
import type { WireEvent } from '@frontrow/contract/events/api.ts';
import { complimentaryLinesMax } from '@frontrow/core/ticketing/complimentary.ts';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastError, toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form, unlessTyped } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { useNow } from '#web/shared/ui/use-now.ts';
import styles from './Guests.module.css';
import '#web/shared/styles/components.ts';

type Given = AnswerOf<'POST /events/complimentary'>;
type Guest = AnswerOf<'GET /events/:id/complimentary'>['guests'][number];

const keyOf = (event: WireEvent) => ['event', event.event_uuid, 'complimentary'] as const;

/** Tickets that a host gives away: a list of addresses, what became of each line, and who has one. */
export function Complimentary({ event }: { event: WireEvent }) {
  const over = event.event_state === 2;
  return (
    <>
      {!over && <GiveForm event={event} />}
      <InvitedList event={event} />
    </>
  );
}

function GiveForm({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const give = useMutation({
    mutationFn: (sent: string) =>
      call('POST /events/complimentary', {
        body: { event_uuid: event.event_uuid, emails: sent.split(/[\n,;]+/) },
      }),
    onSuccess: async ({ lines }, sent) => {
      // What could not be done stays in the field.
      const left = lines.filter(({ answer }) => answer !== 'given').map(({ line }) => line);
      setTyped(unlessTyped(sent, left.join('\n')));
      await client.invalidateQueries({ queryKey: ['event', event.event_uuid] });
    },
  });
  return (
    <Form
      className={styles.form}
      onSubmit={() => {
        give.mutate(typed);
      }}
    >
      <Textarea
        className={styles.wide ?? ''}
        label={t('complimentary.label')}
        description={t('complimentary.help', { max: complimentaryLinesMax })}
        autosize
        minRows={4}
        maxRows={12}
        value={typed}
        error={give.error ? messageOf(give.error) : undefined}
        onChange={(changed) => setTyped(changed.currentTarget.value)}
      />
      <Button type="submit" size="lg" loading={give.isPending}>
        {t('complimentary.give')}
      </Button>
      {give.data && <Answers given={give.data} />}
    </Form>
  );
}

function Answers({ given: { lines, given } }: { given: Given }) {
  const { t } = useTranslation('guests');
  return (
    <div className={styles.wide} role="status">
      <p>{t('complimentary.given', { count: given })}</p>
      {lines.length > given && (
        <ul className={styles.answers}>
          {lines
            .filter(({ answer }) => answer !== 'given')
            .map(({ line, answer }) => (
              <li key={line}>
                <span>{line}</span>
                <span className={styles.bad}>{t(`answers.${answer}`)}</span>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}

function InvitedList({ event }: { event: WireEvent }) {
  const { t } = useTranslation('guests');
  const [sure, setSure] = useState<Guest | null>(null);
  const list = useQuery({
    queryKey: keyOf(event),
    queryFn: () => call('GET /events/:id/complimentary', { params: { id: event.event_uuid } }),
  });
  const now = useNow();
  const mayWithdraw = event.event_state === 0 && now < event.event_date;
  const failed = list.isError && <ErrorNote error={list.error} onRetry={() => void list.refetch()} />;
  if (!list.data) return failed || <Skeleton height={120} radius={16} />;
  const { guests } = list.data;
  return (
    <>
      {failed}
      <h2>{t('complimentary.list', { count: guests.filter((guest) => guest.ticket_state === 'valid').length })}</h2>
      {guests.length === 0 && <p className={styles.soft}>{t('complimentary.none')}</p>}
      {guests.length > 0 && (
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t('complimentary.guest')}</th>
              <th scope="col">{t('door.name')}</th>
              <th scope="col">{t('door.seat')}</th>
              <th scope="col">{t('complimentary.state')}</th>
            </tr>
          </thead>
          <tbody>
            {guests.map((guest) => (
              <tr key={guest.ticket_uuid}>
                <th scope="row">{guest.email ?? '–'}</th>
                <td data-label={t('door.name')}>{guest.name}</td>
                <td data-label={t('door.seat')}>{guest.ticket_seat}</td>
                <td data-label={t('complimentary.state')}>
                  {guest.ticket_state === 'void' ? (
                    t('complimentary.withdrawn')
                  ) : mayWithdraw ? (
                    <Button
                      variant="default"
                      aria-label={t('complimentary.withdrawOf', { name: guest.email ?? guest.name })}
                      onClick={() => setSure(guest)}
                    >
                      {t('complimentary.withdraw')}
                    </Button>
                  ) : (
                    t(guest.joined ? 'door.yes' : 'door.no')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {sure && <WithdrawDialog event={event} guest={sure} onClose={() => setSure(null)} />}
    </>
  );
}

function WithdrawDialog({ event, guest, onClose }: { event: WireEvent; guest: Guest; onClose: () => void }) {
  const { t } = useTranslation('guests');
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: () =>
      call('POST /events/complimentary/withdraw', {
        body: { event_uuid: event.event_uuid, ticket_uuid: guest.ticket_uuid },
      }),
    onSuccess: async () => {
      onClose();
      toastGood(t('complimentary.done'));
      await client.invalidateQueries({ queryKey: ['event', event.event_uuid] });
    },
    onError: (error) => toastError(messageOf(error)),
  });
  return (
    <Dialog
      onClose={onClose}
      title={t('complimentary.sure', { name: guest.email ?? guest.name })}
      fullScreenOnPhone={false}
      closable={!withdraw.isPending}
    >
      <p>{t('complimentary.sureText')}</p>
      <div className={styles.bar}>
        <Button size="lg" variant="ink" disabled={withdraw.isPending} onClick={onClose} data-autofocus>
          {t('complimentary.keep')}
        </Button>
        <Button size="lg" variant="outline" loading={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t('complimentary.withdraw')}
        </Button>
      </div>
    </Dialog>
  );
}
