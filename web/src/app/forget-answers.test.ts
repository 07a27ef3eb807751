import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { clearTokens, storeTokens } from '#web/shared/api/tokens.ts';
import { useSession } from '#web/shared/session/session.ts';
import { forgetWithPerson } from './forget-answers.ts';

const as = (user_ide: number): void => useSession.setState({ user: { user_ide } as WireProfile });
const tickets = ['tickets', 'mine'];
let stop: () => void;
afterEach(() => {
  stop();
  useSession.setState({ user: null, loading: false });
  clearTokens();
});

it('answers stay over a log-out and a log-in of the same person, and go when another person logs in', () => {
  const client = new QueryClient();
  stop = forgetWithPerson(client);
  // The drawn page's own answers are there before it is known who reads.
  client.setQueryData(tickets, 'of the first');
  as(1);
  useSession.setState({ user: null });
  as(1);
  expect(client.getQueryData(tickets)).toBe('of the first');
  useSession.setState({ user: null });
  as(2);
  expect(client.getQueryData(tickets)).toBeUndefined();
});

/** A page with an answer that depends on who asks. */
function replayPage() {
  const client = new QueryClient({ defaultOptions: { queries: { networkMode: 'always' } } });
  stop = forgetWithPerson(client);
  const asked: (number | undefined)[] = [];
  const observer = new QueryObserver(client, {
    queryKey: ['replay', 'e1'],
    queryFn: async () => {
      asked.push(useSession.getState().user?.user_ide);
      return asked.length;
    },
    staleTime: Infinity,
  });
  const end = observer.subscribe(() => undefined);
  const settled = async () => {
    await expect.poll(() => client.isFetching()).toBe(0);
  };
  return { asked, end, settled };
}

it('what a page asked for without a session is asked for again after a log-in', async () => {
  const { asked, end, settled } = replayPage();
  await settled();
  as(1);
  await settled();
  useSession.setState({ user: null });
  as(1);
  await settled();
  expect(asked).toEqual([undefined, 1, 1]);
  end();
});

it('nothing is asked for again once it is known whose session a page began with', async () => {
  storeTokens({ access_token: 'a', refresh_token: 'r' });
  useSession.setState({ loading: true });
  const { asked, end, settled } = replayPage();
  await settled();
  useSession.setState({ user: { user_ide: 1 } as WireProfile, loading: false });
  useSession.setState({ user: { user_ide: 1 } as WireProfile });
  await settled();
  expect(asked).toEqual([undefined]);
  end();
});
