import { cutText } from '@frontrow/core/kernel/text.ts';
/** A wallet that answers requests (EIP-1193). */
export interface Eip1193 {
  request(asked: { method: string; params?: readonly unknown[] }): Promise<unknown>;
}

/** A wallet of this browser as it announces itself (EIP-6963). */
export interface FoundWallet {
  readonly id: string;
  readonly name: string;
  /** A picture in itself; undefined where the wallet sent another kind of address. */
  readonly icon: string | undefined;
  readonly provider: Eip1193;
}

interface Announced {
  readonly info?: { readonly uuid?: unknown; readonly name?: unknown; readonly icon?: unknown };
  readonly provider?: Eip1193;
}

const walletsMax = 20;
const nameCharsMax = 60;

/**
 * Asks the wallets of this browser to announce themselves, and tells of each once, as they come. Returns a function
 * that ends it.
 */
export function findWallets(onFound: (wallets: readonly FoundWallet[]) => void): () => void {
  let wallets: readonly FoundWallet[] = [];
  const hear = (event: Event): void => {
    const { info, provider } = ((event as CustomEvent<Announced | null>).detail ?? {}) as Announced;
    const { uuid, name, icon } = info ?? {};
    if (typeof uuid !== 'string' || typeof name !== 'string' || typeof provider?.request !== 'function') return;
    if (wallets.length >= walletsMax || wallets.some(({ id }) => id === uuid)) return;
    // Nothing is loaded from where a wallet says: a picture comes with its bytes.
    const picture = typeof icon === 'string' && icon.startsWith('data:image/') ? icon : undefined;
    wallets = [...wallets, { id: uuid, name: cutText(name, nameCharsMax), icon: picture, provider }];
    onFound(wallets);
  };
  window.addEventListener('eip6963:announceProvider', hear);
  window.dispatchEvent(new Event('eip6963:requestProvider'));
  return () => window.removeEventListener('eip6963:announceProvider', hear);
}
