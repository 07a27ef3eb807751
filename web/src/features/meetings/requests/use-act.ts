import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AnswerOf, BodyOf } from '@frontrow/contract/api.ts';
import { call } from '#web/shared/api/call.ts';
import { ApiRefusal } from '#web/shared/api/refusal.ts';
import { toastGood } from '#web/shared/toasts/toast.ts';
import { meetingsKey } from './request-queries.ts';

export type ActCall = `POST /private_requests/${'accept' | 'reject' | 'modify' | 'agree' | 'cancel'}`;

/** One step of a request: says what came of it and shows the request as it is now. A refusal stays in the dialog. */
export function useAct<N extends ActCall>(name: N, done: (answer: AnswerOf<N>) => string, onDone: () => void) {
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: meetingsKey });
  return useMutation({
    mutationFn: (body: BodyOf<N>) =>
      (call as (call: N, options: { body: BodyOf<N> }) => Promise<AnswerOf<N>>)(name, { body }),
    onSuccess: async (answer) => {
      await refresh();
      onDone();
      toastGood(done(answer));
    },
    onError: (error) => {
      // What the page behind the dialog shows is old.
      if (error instanceof ApiRefusal && error.status === 409) void refresh();
    },
  });
}
