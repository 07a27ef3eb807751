import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useCallback, useRef, useState } from 'react';
import { call } from '#web/shared/api/call.ts';
import { messageOf } from '#web/shared/api/refusal.ts';
import { useClientConfig } from '#web/shared/client-config.ts';
import { useTranslation } from '#web/shared/i18n/use-translation.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { Button } from '#web/shared/ui/Button.tsx';
import { Form } from '#web/shared/ui/Form.tsx';
import { Dialog } from '#web/shared/ui/Dialog.tsx';
import { ErrorNote } from '#web/shared/ui/ErrorNote.tsx';
import { Skeleton } from '#web/shared/ui/Skeleton.tsx';
import { CardFieldError, type CardSource } from '../checkout/card-source.ts';
import { Challenge } from '../checkout/Challenge.tsx';
import { savedCardsKey } from '../checkout/payment-queries.ts';
import { SandboxCardField } from '../checkout/SandboxCardField.tsx';
import styles from './Cards.module.css';

const StripeCardField = lazy(() => import('../checkout/StripeCardField.tsx'));

type Answer = AnswerOf<'POST /payment/methods/save'>;

/** The provider's card field, and the bank's page where it asks. Nothing is charged. */
export function AddCardDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('cards');
  const client = useQueryClient();
  const config = useClientConfig();
  const field = useRef<CardSource>(null);
  const [error, setError] = useState<string | null>(null);
  const [asked, setAsked] = useState<Answer['setup_intent'] | null>(null);
  // The frame says that it is back twice: by a message and by loading the page.
  const confirmed = useRef<string>(undefined);

  const take = ({ payment_methods: cards }: Answer): void => {
    client.setQueryData(savedCardsKey, cards);
    onClose();
    toastGood(t('add.done'));
  };
  /** Back to the card: the next one may come with the same id. */
  const stop = (why: string): void => {
    confirmed.current = undefined;
    setAsked(null);
    setError(why);
  };
  const refused = (problem: unknown): void =>
    stop(problem instanceof CardFieldError ? problem.message : messageOf(problem));
  const save = useMutation({
    mutationFn: async () =>
      call('POST /payment/methods/save', { body: { stripe_token: await field.current!.token() } }),
    onSuccess: (answer) => {
      if (answer.setup_intent.status === 'requires_action') setAsked(answer.setup_intent);
      else take(answer);
    },
    onError: refused,
  });
  const confirm = useMutation({
    mutationFn: (id: string) => call('POST /payment/methods/confirm', { body: { setup_intent: id } }),
    onSuccess: (answer) => {
      if (answer.setup_intent.status === 'requires_action') stop(t('add.notConfirmed'));
      else take(answer);
    },
    onError: refused,
  });
  const { mutate: ask } = confirm;
  const id = asked?.id;
  const returned = useCallback(() => {
    if (id === undefined || confirmed.current === id) return;
    confirmed.current = id;
    ask(id);
  }, [ask, id]);

  const page = asked?.next_action?.redirect_to_url;
  const key = config.data?.sandbox_payments ? null : (config.data?.stripe_publishable_key ?? null);
  const isBusy = save.isPending || confirm.isPending;
  return (
    <Dialog title={t('add.title')} onClose={onClose} closeOnClickOutside={false} closable={!isBusy}>
      {config.isError && <ErrorNote error={config.error} onRetry={() => void config.refetch()} />}
      {config.isPending && <Skeleton height={120} radius={12} />}
      {page && (
        <Challenge
          url={page.url}
          returnUrl={page.return_url}
          sandbox={config.data?.sandbox_payments === true}
          confirming={confirm.isPending}
          onReturned={returned}
        />
      )}
      {config.data && !page && (
        <Form
          className={styles.add}
          onSubmit={() => {
            save.mutate();
          }}
        >
          <p className={styles.soft}>{t('add.text')}</p>
          {key === null ? (
            <SandboxCardField ref={field} error={error} onTouched={() => setError(null)} />
          ) : (
            <Suspense fallback={<Skeleton height={80} radius={12} />}>
              <StripeCardField ref={field} publishableKey={key} error={error} onTouched={() => setError(null)} />
            </Suspense>
          )}
          <Button type="submit" size="lg" fullWidth loading={isBusy}>
            {t('add.save')}
          </Button>
        </Form>
      )}
    </Dialog>
  );
}
