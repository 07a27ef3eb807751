import type { Eip1193 } from './find-wallets.ts';
import type { OtherDevice } from './wallet-connect.ts';

export interface DeviceLink {
  /** The connected wallet, once it gave its addresses; undefined when `end` was called before. */
  connect(make: () => Promise<OtherDevice>): Promise<Eip1193 | undefined>;
  end(): void;
}

/**
 * The connection to a wallet on another device. It lasts until the message is signed, longer than the code for its
 * camera is shown. There is one at a time: connecting again ends the one before.
 */
export function createDeviceLink(): DeviceLink {
  let device: OtherDevice | undefined;
  let ended = 0;
  const end = (): void => {
    ended += 1;
    device?.end();
    device = undefined;
  };
  return {
    async connect(make) {
      end();
      const before = ended;
      const made = await make();
      if (before !== ended) {
        made.end();
        return undefined;
      }
      device = made;
      const accounts = await made.provider.request({ method: 'eth_requestAccounts' });
      if (before !== ended) {
        // Its connection was only made by the scan.
        made.end();
        return undefined;
      }
      return {
        request: (asked) =>
          asked.method === 'eth_requestAccounts' ? Promise.resolve(accounts) : made.provider.request(asked),
      };
    },
    end,
  };
}
