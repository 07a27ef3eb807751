import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { useSession } from '#web/shared/session/session.ts';
import { forgetWithPerson } from './forget-answers.ts';

const as = (user_ide: number): void => useSession.setState({ user: { user_ide } as WireProfile });
const tickets = ['tickets', 'mine'];
let stop: () => void;
afterEach(() => {
  stop();
  useSession.setState({ user: null });
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
