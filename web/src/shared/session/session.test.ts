import { beforeEach, expect, it, vi } from 'vitest';
import { eventually } from '#web/shared/test/eventually.ts';
import { afterLoginKey, readStored, writeStored } from '#web/shared/api/storage.ts';
import { clearTokens, storeTokens } from '#web/shared/api/tokens.ts';
import type * as SessionFile from './session.ts';

const storage = new Map<string, string>();
const reload = vi.fn<() => void>();
let page: EventTarget;
let session: typeof SessionFile;
/** Whom the server says the token is for; what it answers comes when this lets it. */
let answers: (() => void)[];

const tokens = (sub: number, again = 1) => ({
  access_token: `h.${btoa(JSON.stringify({ sub: String(sub), again }))}.s`,
  refresh_token: `r${again}`,
});
/** What another tab does to what both keep. */
function elsewhere(work: () => void): void {
  work();
  page.dispatchEvent(new Event('storage'));
}
const shown = (): number | undefined => session.useSession.getState().user?.user_ide;
async function answered(): Promise<void> {
  for (const answer of answers.splice(0)) answer();
  await eventually(() => expect(session.useSession.getState().loading).toBe(false));
}

beforeEach(async () => {
  storage.clear();
  reload.mockClear();
  answers = [];
  page = new EventTarget();
  vi.stubGlobal('window', {
    addEventListener: page.addEventListener.bind(page),
    location: { reload },
    localStorage: {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => storage.set(key, value),
      removeItem: (key: string) => storage.delete(key),
    },
  });
  vi.stubGlobal('document', { documentElement: { dataset: {} } });
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    const token = new Headers(init.headers).get('access-token')!;
    const { sub } = JSON.parse(atob(token.split('.')[1]!)) as { sub: string };
    await new Promise<void>((resolve) => answers.push(resolve));
    return new Response(JSON.stringify({ data: { user_ide: Number(sub), user_role: 0 } }));
  });
  // A separate tab.
  vi.resetModules();
  session = await import('./session.ts');
});

async function open(): Promise<void> {
  storeTokens(tokens(1));
  void session.startSession();
  await eventually(() => expect(answers).toHaveLength(1));
  await answered();
  expect(shown()).toBe(1);
}

it('a login of another person in another tab reloads this one, and a fresh token of the same person does not', async () => {
  await open();
  elsewhere(() => storeTokens(tokens(1, 2)));
  expect([shown(), answers.length]).toEqual([1, 0]);
  expect(reload).not.toHaveBeenCalled();
  elsewhere(() => storeTokens(tokens(2)));
  expect(reload).toHaveBeenCalledTimes(1);
});

it('a tab without a person shows the one who logs in in another tab', async () => {
  void session.startSession();
  elsewhere(() => storeTokens(tokens(2)));
  await eventually(() => expect(answers).toHaveLength(1));
  await answered();
  expect(shown()).toBe(2);
  expect(reload).not.toHaveBeenCalled();
});

it('an answer that arrives after a log-out in another tab logs no one in', async () => {
  await open();
  const late = session.reloadProfile();
  await eventually(() => expect(answers).toHaveLength(1));
  elsewhere(clearTokens);
  expect(shown()).toBeUndefined();
  await answered();
  await late;
  expect(shown()).toBeUndefined();
  expect(storage.size).toBe(0);
});

it('another person’s profile is not shown until the server has answered', async () => {
  await open();
  vi.resetModules();
  session = await import('./session.ts');
  storeTokens(tokens(2));
  void session.startSession();
  expect(shown()).toBeUndefined();
  await eventually(() => expect(answers).toHaveLength(1));
  await answered();
  expect(shown()).toBe(2);
});

it('deleting the account leaves no ticket codes and no way back in the browser', async () => {
  const forgotten: string[] = [];
  vi.stubGlobal('caches', { delete: async (name: string) => forgotten.push(name) });
  await open();
  writeStored(afterLoginKey, '{"then":"/nora"}');
  const { deleteAccount } = await import('./log-in.ts');
  const deleting = deleteAccount({ password: 'right' });
  await eventually(() => expect(answers).toHaveLength(1));
  await answered();
  await deleting;
  expect([...storage.keys()]).toEqual([]);
  expect(readStored(afterLoginKey)).toBeNull();
  expect(forgotten).toEqual(['frontrow-tickets']);
});
