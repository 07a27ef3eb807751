import type { AnswerOf } from '@frontrow/contract/api.ts';
import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '#web/shared/api/call.ts';
import { leavePage } from '#web/shared/leave-page.ts';
import { byCursor } from '#web/shared/api/by-cursor.ts';

export type Methods = AnswerOf<'GET /payouts/methods'>;
export type Method = Methods['methods'][number];
export type Payout = AnswerOf<'GET /payouts'>['payouts'][number];

/** Whether an account is paid in this currency. */
export const takes = ({ currencies }: Method, code: string): boolean => currencies?.includes(code) ?? true;

const methodsKey = ['payouts', 'methods'];
const listKey = ['payouts', 'list'];
/** A payout that is on its way is looked at this often, as the bank may decide any moment. */
const pollMs = 4_000;

const isOpen = ({ state }: Payout): boolean => state === 'requested' || state === 'sent';

/** The host's payout methods, settings, and what can be paid out. */
export const useMethods = () =>
  useQuery({ queryKey: methodsKey, queryFn: ({ signal }) => call('GET /payouts/methods', { signal }) });

/** The host's payouts, newest first. */
export const usePayouts = () =>
  useInfiniteQuery({
    queryKey: listKey,
    queryFn: ({ pageParam, signal }) => call('GET /payouts', { query: { cursor: pageParam }, signal }),
    ...byCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ payouts }) => payouts.some(isOpen)) === true ? pollMs : false,
  });

/** A call that answers the methods: they are shown as it left them. */
export function useChange<Wish>(change: (wish: Wish) => Promise<Methods>, onDone?: (methods: Methods) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (methods) => {
      client.setQueryData(methodsKey, methods);
      onDone?.(methods);
    },
    scope: { id: methodsKey.join() },
  });
}

/**
 * Steps that lead money elsewhere: an account becomes the default, or its provider's page opens. The server may ask
 * for the password first.
 */
export type GuardedStep = 'default' | 'link';

export function useGuardedStep({ method_uuid }: Method, step: GuardedStep, onDone?: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (typed: { password?: string }) => {
      const body = { method_uuid, ...typed };
      if (step === 'default')
        return void client.setQueryData(methodsKey, await call('POST /payouts/methods/default', { body }));
      const { url } = await call('POST /payouts/methods/link', { body });
      if (url !== null) await leavePage(url);
    },
    onSuccess: () => onDone?.(),
    // The other step leaves the page.
    ...(step === 'default' && { scope: { id: methodsKey.join() } }),
  });
}

/** After a payout was asked for: lists, methods and the balance are fetched again. */
export function useReadAgain(): () => void {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: ['payouts'] });
    void client.invalidateQueries({ queryKey: ['balance'] });
  };
}
