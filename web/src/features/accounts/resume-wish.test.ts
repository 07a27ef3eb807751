import { notifications, notificationsStore } from '@mantine/notifications';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { takeReport } from '#web/shared/report/ReportButton.tsx';
import { resumeWish } from './resume-wish.ts';

/** What was said last. */
const said = (): Promise<unknown> =>
  eventually(() => {
    const { notifications: shown, queue } = notificationsStore.getState();
    const last = [...shown, ...queue].at(-1);
    expect(last).toBeDefined();
    return last?.message;
  });

let asked: unknown[][];
let answer: (path: string) => Response;
beforeEach(() => {
  asked = [];
  answer = () => new Response(JSON.stringify({ data: { request: { request_uuid: 'r1' } } }));
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit) => {
    asked.push([path, typeof body === 'string' ? JSON.parse(body) : undefined]);
    return answer(path);
  });
  notifications.clean();
  notifications.cleanQueue();
});
afterEach(() => vi.unstubAllGlobals());

it('a favorite, a place on a waitlist, a meeting request and a follow are completed after the login', async () => {
  const then = '/event/e1';
  expect(await resumeWish({ then, wish: { what: 'favorites', of: 'e1' } })).toBe(then);
  expect(await resumeWish({ then, wish: { what: 'waitlist', of: 'e1' } })).toBe(then);
  const question = { username: 'nora', starts_at: 5, minutes: 30, message: 'Hi' } as const;
  expect(await resumeWish({ then, wish: { what: 'meeting', of: question } })).toBe(
    '/message/private_request?request=r1',
  );
  expect(await resumeWish({ then: '/nora', wish: { what: 'following', of: 'nora' } })).toBe('/nora');
  expect(asked).toEqual([
    ['/api/events/favorite', { event_uuid: 'e1', favorite: true }],
    ['/api/events/waitlist', { event_uuid: 'e1', join: true }],
    ['/api/private_requests/create', question],
    ['/api/hosts/follow', { username: 'nora', follow: true }],
  ]);
  expect(await said()).toBe('You’re now following nora.');
});

describe('a question that another tab may have sent a moment ago', () => {
  const then = '/nora';
  const question = { username: 'nora', starts_at: 5, minutes: 30, message: 'Hi' } as const;
  const sent = { request_uuid: 'r2', host: { username: 'nora' }, starts_at: 5, minutes: 30 };
  const refuses = (...requests: object[]): void => {
    const errors = [{ code: 'request_open', message: 'You already have an open request with this host.' }];
    answer = (path) =>
      path.endsWith('/create')
        ? new Response(JSON.stringify({ errors }), { status: 409 })
        : new Response(JSON.stringify({ data: { requests, next_cursor: null } }));
  };

  it('a question that was already sent is found among the requests, and the person reads that it was sent', async () => {
    refuses({ ...sent, request_uuid: 'r1', host: { username: 'carl' } }, sent);
    expect(await resumeWish({ then, wish: { what: 'meeting', of: question } })).toBe(
      '/message/private_request?request=r2',
    );
    expect(await said()).toBe('Request sent. We’ll email you when they answer.');
  });

  it('an open request about another time or length does not count as the question', async () => {
    refuses({ ...sent, starts_at: 6 }, { ...sent, minutes: 60 });
    expect(await resumeWish({ then, wish: { what: 'meeting', of: question } })).toBe(then);
    expect(await said()).toBe('You already have an open request with this host.');
  });
});

it('a report opens its form once, and a checkout opens on its page', async () => {
  const subject = { kind: 'event', event_uuid: 'e1' } as const;
  expect(await resumeWish({ then: '/event/e1', wish: { what: 'report', of: subject } })).toBe('/event/e1');
  expect([takeReport({ ...subject, event_uuid: 'e2' }), takeReport(subject), takeReport(subject)]).toEqual([
    false,
    true,
    false,
  ]);
  const pages = ['/event/e1?checkout', '//evil.test'].map((of) =>
    resumeWish({ then: '/', wish: { what: 'page', of } }),
  );
  expect(await Promise.all(pages)).toEqual(['/event/e1?checkout', '/']);
  expect(asked).toEqual([]);
});

it('a login without a wish, or with an unknown one, leads to the page', async () => {
  const unknown = { what: 'toString', of: 'e1' } as never;
  expect([await resumeWish({ then: '/x', wish: null }), await resumeWish({ then: '/x', wish: unknown })]).toEqual([
    '/x',
    '/x',
  ]);
  expect(asked).toEqual([]);
});

it('a refused wish leads to the page and shows the server’s sentence', async () => {
  const errors = [{ code: 'sold_out', message: 'This event has seats left.' }];
  answer = () => new Response(JSON.stringify({ errors }), { status: 409 });
  expect(await resumeWish({ then: '/event/e1', wish: { what: 'waitlist', of: 'e1' } })).toBe('/event/e1');
  expect(await said()).toBe('This event has seats left.');
});
