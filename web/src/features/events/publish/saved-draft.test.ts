import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { WireProfile } from '@frontrow/contract/accounts/api.ts';
import { useSession } from '#web/shared/session/session.ts';
import { dropDraft, saveDraft, savedDraft } from './saved-draft.ts';
import { emptyDraft } from './draft-shape.ts';

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

it('the largest picture a crop can be is kept with the draft', () => {
  expect(saveDraft(null, withPicture(3_000_000))).toBe('all');
  expect(savedDraft(null)).toEqual(withPicture(3_000_000));
});

it('a draft whose picture does not fit is kept without the picture, and says so', () => {
  expect(saveDraft('one', withPicture(3_000_000))).toBe('all');
  expect(saveDraft(null, withPicture(3_000_000))).toBe('bare');
  expect(savedDraft(null)).toEqual({ ...emptyDraft, title: 'Kitchen songs' });
});

it('a draft that the browser cannot store says so', () => {
  stored.set('of others', 'x'.repeat(roomChars));
  expect(saveDraft(null, { ...emptyDraft, title: 'Kitchen songs' })).toBe(null);
  expect(saveDraft(null, withPicture(10))).toBe(null);
});

it('a draft is saved per account', () => {
  as(1);
  saveDraft(null, { ...emptyDraft, title: 'A surprise' });
  as(2);
  expect(savedDraft(null)).toBe(emptyDraft);
  as(1);
  expect(savedDraft(null).title).toBe('A surprise');
  dropDraft(null);
  expect(savedDraft(null)).toBe(emptyDraft);
});

it('a draft of an older version opens, with the default for fields that lost their shape', () => {
  stored.set(
    'frontrow-publish-draft',
    JSON.stringify({
      title: 'Saved',
      tags: 'jazz',
      tickets: 12,
      cover: { kind: 'own' },
      promoUntil: 'soon',
      coins: [{ id: 4, coinName: 'Coin', coinId: 'CN', minCoinBalance: '2' }],
      gone: true,
    }),
  );
  expect(savedDraft(null)).toEqual({
    ...emptyDraft,
    title: 'Saved',
    coins: [{ coinName: 'Coin', coinId: 'CN', minCoinBalance: '2', coinChainId: '', coinAddress: '' }],
  });
  for (const broken of ['', '"text"', '[]', '{'])
    expect(savedDraft((stored.set('frontrow-publish-draft', broken), null))).toEqual(emptyDraft);
});
