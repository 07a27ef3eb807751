import { describe, expect, it } from 'vitest';
import { createDeviceLink } from './device-link.ts';

function phone() {
  const seen: string[] = [];
  let scan: (accounts: unknown) => void = () => undefined;
  const scanned = new Promise((resolve) => {
    scan = resolve;
  });
  const device = {
    provider: {
      request: ({ method }: { method: string }) => {
        seen.push(method);
        return method === 'eth_requestAccounts' ? scanned : Promise.resolve('0xsigned');
      },
    },
    end: () => void seen.push('end'),
  };
  return { seen, device, scan: () => scan(['0xabc']) };
}

describe('a wallet on another device', () => {
  it('the wallet stays connected until the message is signed, and is asked for its addresses once', async () => {
    const { seen, device, scan } = phone();
    const link = createDeviceLink();
    const connecting = link.connect(async () => device);
    scan();
    const wallet = (await connecting)!;
    expect(await wallet.request({ method: 'eth_requestAccounts' })).toEqual(['0xabc']);
    expect(await wallet.request({ method: 'personal_sign' })).toBe('0xsigned');
    expect(seen).toEqual(['eth_requestAccounts', 'personal_sign']);
    link.end();
    expect(seen.at(-1)).toBe('end');
  });

  it('the connection ends when the dialog closes while it is being set up', async () => {
    const { seen, device } = phone();
    const link = createDeviceLink();
    const connecting = link.connect(async () => device);
    link.end();
    expect(await connecting).toBeUndefined();
    expect(seen).toEqual(['end']);
  });

  it('a wallet that is scanned after the end signs nothing, and its connection is ended again', async () => {
    const { seen, device, scan } = phone();
    const link = createDeviceLink();
    const connecting = link.connect(async () => device);
    await Promise.resolve();
    link.end();
    scan();
    expect(await connecting).toBeUndefined();
    expect(seen).toEqual(['eth_requestAccounts', 'end', 'end']);
  });

  it('the next wallet ends the connection of the one before', async () => {
    const [first, second] = [phone(), phone()];
    const link = createDeviceLink();
    first.scan();
    await link.connect(async () => first.device);
    second.scan();
    await link.connect(async () => second.device);
    expect(first.seen.at(-1)).toBe('end');
    expect(second.seen).toEqual(['eth_requestAccounts']);
  });
});
