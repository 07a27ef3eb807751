import { InfiniteQueryObserver, MutationObserver, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { createQueryClient } from './query-client.ts';

const queryKey = ['waitlist', 'e1'];

/** A server that answers each request when the test says so, in any order. */
function slowServer() {
  const asked: {
    readonly signal: AbortSignal;
    readonly answer: (value: string) => void;
    readonly fail: (error: Error) => void;
  }[] = [];
  return {
    asked,
    ask: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((answer, fail) => void asked.push({ signal, answer, fail })),
  };
}

function shown() {
  const client = createQueryClient({ retry: false });
  const server = slowServer();
  const observer = new QueryObserver<string>(client, { queryKey, queryFn: server.ask });
  const stop = observer.subscribe(() => undefined);
  return { client, observer, stop, ...server };
}

it('asks again after a change, and drops the first answer, which was asked for before it', async () => {
  const { client, observer, asked, stop } = shown();
  const done = client.invalidateQueries({ queryKey: ['waitlist'] });
  expect(asked).toHaveLength(2);
  expect(asked[0]!.signal.aborted).toBe(true);
  asked[1]!.answer('in line');
  asked[0]!.answer('not in line');
  await done;
  expect(observer.getCurrentResult()).toMatchObject({ status: 'success', data: 'in line', fetchStatus: 'idle' });
  stop();
});

it('asks a list of pages again, too', async () => {
  const client = createQueryClient({ retry: false });
  const { asked, ask } = slowServer();
  const list = new InfiniteQueryObserver(client, {
    queryKey,
    queryFn: ask,
    initialPageParam: 0,
    getNextPageParam: () => null,
  });
  const stop = list.subscribe(() => undefined);
  const done = client.invalidateQueries({ queryKey });
  asked[1]!.answer('new');
  asked[0]!.answer('old');
  await done;
  expect(list.getCurrentResult().data?.pages).toEqual(['new']);
  stop();
});

it('leaves a request that nobody’s page waits for', async () => {
  const client = createQueryClient({ retry: false });
  const { asked, ask } = slowServer();
  const answer = client.query({ queryKey, queryFn: ask });
  await client.invalidateQueries({ queryKey });
  asked[0]!.answer('asked for');
  expect(await answer).toBe('asked for');
});

it('keeps what a change answered when an older answer comes after it', async () => {
  const { client, observer, asked, stop } = shown();
  asked[0]!.answer('before');
  await expect.poll(() => observer.getCurrentResult().data).toBe('before');
  const polled = observer.refetch();
  client.setQueryData(queryKey, 'changed');
  expect(asked[1]!.signal.aborted).toBe(true);
  asked[1]!.answer('before');
  asked[2]!.answer('changed');
  await polled;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'changed', fetchStatus: 'idle' });
  stop();
});

it('keeps what a change answered when even the first answer comes after it', async () => {
  const { client, observer, asked, stop } = shown();
  client.setQueryData(queryKey, 'changed');
  asked[0]!.answer('before');
  expect(observer.getCurrentResult().data).toBe('changed');
  asked[1]!.answer('changed');
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(observer.getCurrentResult().data).toBe('changed');
  stop();
});

it('asks again where what a change answered comes after a newer change', async () => {
  const { client, observer, asked, stop } = shown();
  asked[0]!.answer('before');
  await expect.poll(() => observer.getCurrentResult().data).toBe('before');
  const newer = client.invalidateQueries({ queryKey });
  client.setQueryData(queryKey, 'after the first change');
  asked[1]!.answer('under way');
  expect(asked).toHaveLength(3);
  asked[2]!.answer('after both');
  await newer;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after both', fetchStatus: 'idle' });
  stop();
});

it('shows what a change answered also where asking again fails', async () => {
  const { client, observer, stop, asked } = shown();
  client.setQueryData(queryKey, 'changed');
  asked[1]!.fail(new Error('no network'));
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  expect(observer.getCurrentResult()).toMatchObject({ data: 'changed', status: 'error' });
  stop();
});

it('asks again also where the newer change came before the first answer', async () => {
  const { client, observer, asked, stop } = shown();
  const newer = client.invalidateQueries({ queryKey });
  client.setQueryData(queryKey, 'after the first change');
  asked[2]!.answer('after both');
  await newer;
  expect(observer.getCurrentResult()).toMatchObject({ data: 'after both', fetchStatus: 'idle' });
  stop();
});

it('waits on for the first answer where there was nothing to change', async () => {
  const { client, observer, asked, stop } = shown();
  client.setQueryData<string>(queryKey, (known) => known && `${known}, changed`);
  asked[0]!.answer('first');
  await expect.poll(() => observer.getCurrentResult().data).toBe('first');
  stop();
});

it('two rows of one list with the same scope are changed one after the other, also after a failure, and the last answer is shown', async () => {
  const client = createQueryClient({ retry: false });
  const sent: { readonly row: string; readonly answer: (list: string) => void; readonly fail: () => void }[] = [];
  const row = (name: string) =>
    new MutationObserver(client, {
      mutationFn: () =>
        new Promise<string>((answer, reject) => {
          sent.push({ row: name, answer, fail: () => reject(new Error('no network')) });
        }),
      onSuccess: (list: string) => void client.setQueryData(['list'], list),
      scope: { id: 'list' },
    });
  const first = row('a').mutate();
  const second = row('b').mutate();
  const third = row('c').mutate();
  await expect.poll(() => sent.map((one) => one.row)).toEqual(['a']);
  sent[0]!.answer('a is changed');
  await first;
  await expect.poll(() => sent.map((one) => one.row)).toEqual(['a', 'b']);
  sent[1]!.fail();
  await expect(second).rejects.toThrow('no network');
  await expect.poll(() => sent.map((one) => one.row)).toEqual(['a', 'b', 'c']);
  sent[2]!.answer('a and c are changed');
  await third;
  expect(client.getQueryData(['list'])).toBe('a and c are changed');
});
