import { afterEach, expect, test, vi } from 'vitest';
import { findWallets, type FoundWallet } from './find-wallets.ts';

afterEach(() => vi.unstubAllGlobals());

const provider = { request: async () => [] };
function announce(detail: unknown): void {
  window.dispatchEvent(Object.assign(new Event('eip6963:announceProvider'), { detail }));
}

test('wallets are asked to announce themselves, each is listed once, and none after the end', () => {
  vi.stubGlobal('window', new EventTarget());
  let asked = 0;
  window.addEventListener('eip6963:requestProvider', () => (asked += 1));
  let found: readonly FoundWallet[] = [];
  const end = findWallets((wallets) => (found = wallets));
  expect(asked).toBe(1);
  const icon = 'data:image/svg+xml,<svg/>';
  announce({ info: { uuid: '1', name: 'Pocket', icon }, provider });
  announce({ info: { uuid: '1', name: 'Pocket', icon }, provider });
  announce({ info: { uuid: '2', name: 'Purse', icon: 'https://evil.example/pixel.png' }, provider });
  expect(found.map(({ id, name, icon: picture }) => [id, name, picture])).toEqual([
    ['1', 'Pocket', icon],
    ['2', 'Purse', undefined],
  ]);
  for (const odd of [null, 'text', {}, { info: { uuid: '3', name: 4 }, provider }, { info: { uuid: '3', name: 'x' } }])
    announce(odd);
  end();
  announce({ info: { uuid: '4', name: 'Late' }, provider });
  expect(found).toHaveLength(2);
});
