import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { useSession } from '#web/shared/session/session.ts';
import { dropDraft, keepDraft, keptDraft } from './kept-draft.ts';
import { emptyDraft } from './publish-draft.ts';

const roomChars = 5_000_000;
let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  const setItem = (key: string, value: string) => {
    const others = [...stored].reduce((sum, [name, text]) => sum + (name === key ? 0 : text.length), 0);
    if (others + value.length > roomChars) throw new DOMException('full', 'QuotaExceededError');
    stored.set(key, value);
  };
  const localStorage = {
    setItem,
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: stored.delete.bind(stored),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
  useSession.setState({ user: null });
});

const as = (user_ide: number): void => useSession.setState({ user: { user_ide } as WireProfile });
const withPicture = (chars: number) => ({
  ...emptyDraft,
  title: 'Kitchen songs',
  cover: { kind: 'own' as const, dataUrl: 'x'.repeat(chars) },
});

it('keeps the largest picture a crop can be', () => {
  expect(keepDraft(null, withPicture(3_000_000))).toBe('all');
  expect(keptDraft(null)).toEqual(withPicture(3_000_000));
});

it('keeps what was typed where the picture finds no room, and says so', () => {
  expect(keepDraft('one', withPicture(3_000_000))).toBe('all');
  expect(keepDraft(null, withPicture(3_000_000))).toBe('bare');
  expect(keptDraft(null)).toEqual({ ...emptyDraft, title: 'Kitchen songs' });
});

it('says of nothing that it was kept where the browser keeps nothing', () => {
  stored.set('of others', 'x'.repeat(roomChars));
  expect(keepDraft(null, { ...emptyDraft, title: 'Kitchen songs' })).toBe(null);
  expect(keepDraft(null, withPicture(10))).toBe(null);
});

it("is nobody else's", () => {
  as(1);
  keepDraft(null, { ...emptyDraft, title: 'A surprise' });
  as(2);
  expect(keptDraft(null)).toBe(emptyDraft);
  as(1);
  expect(keptDraft(null).title).toBe('A surprise');
  dropDraft(null);
  expect(keptDraft(null)).toBe(emptyDraft);
});
