import { UniversalProvider } from '@walletconnect/universal-provider';
import type { Eip1193 } from './find-wallets.ts';

export interface OtherDevice {
  /** Shows what the other device has to scan. */
  readonly provider: Eip1193;
  end(): void;
}

/**
 * A wallet on another device, by WalletConnect: `onUri` receives what its camera has to scan. It is asked for nothing
 * but its address and one signature.
 */
export async function otherDevice(
  projectId: string,
  chainId: number,
  onUri: (uri: string) => void,
): Promise<OtherDevice> {
  const { origin } = window.location;
  const metadata = { name: 'Frontrow', description: 'Claim a ticket', url: origin, icons: [`${origin}/favicon.svg`] };
  const provider = await UniversalProvider.init({ projectId, metadata });
  provider.on('display_uri', onUri);
  const chain = `eip155:${chainId}`;
  return {
    provider: {
      async request(asked) {
        if (asked.method !== 'eth_requestAccounts')
          return provider.request({ ...asked, params: [...(asked.params ?? [])] }, chain);
        const session = await provider.connect({
          optionalNamespaces: { eip155: { methods: ['personal_sign'], chains: [chain], events: [] } },
        });
        return (session?.namespaces['eip155']?.accounts ?? []).map((account) => account.split(':')[2]);
      },
    },
    end() {
      if (provider.session) void provider.disconnect().catch(() => undefined);
    },
  };
}
