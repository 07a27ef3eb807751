/**
 * The recorder's process behind a bad network: a relay stands between it and the engine, loses some of the media's
 * packets and delays others. Dropping packets after they arrive would not do: SRTP would reject their retransmission
 * as a replay.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { isRtcp } from '../../server/src/recorder/rtp/packets.ts';
import { Subscriber } from '../../server/src/recorder/subscriber.ts';

const [lostShare = 0, lateShare = 0] = process.argv.slice(2).map(Number);
const lateMsMin = 20;
const lateMsMax = 80;

const isMedia = (bytes: Buffer): boolean => bytes[0]! >> 6 === 2 && !isRtcp(bytes);

/** A port that passes everything on to the engine's, and back to the one who asked; of the media not everything. */
async function relayTo(engine: { readonly address: string; readonly port: number }): Promise<number> {
  const relay = createSocket('udp4');
  const outside = createSocket('udp4');
  let recorder: { readonly address: string; readonly port: number } | undefined;
  relay.on('message', (bytes, from) => {
    recorder = from;
    outside.send(bytes, engine.port, engine.address);
  });
  outside.on('message', (bytes) => {
    const pass = (): void => void (recorder && relay.send(bytes, recorder.port, recorder.address));
    const chance = Math.random();
    if (isMedia(bytes) && chance < lostShare) return;
    if (isMedia(bytes) && chance > 1 - lateShare) setTimeout(pass, lateMsMin + Math.random() * (lateMsMax - lateMsMin));
    else pass();
  });
  relay.bind(0, '127.0.0.1');
  await once(relay, 'listening');
  return (relay.address() as AddressInfo).port;
}

const withoutAddresses = (sdp: string): string => sdp.replaceAll(/^a=candidate:.*\r?\n/gm, '');

let relayed = false;
const { accept, addCandidate } = Subscriber.prototype;
Subscriber.prototype.accept = function acceptByRelayAlone(offer, id) {
  // Without an address of ours, the engine answers only to where the relay asks from.
  const events = this['events'];
  const { onAnswer } = events;
  if (!relayed)
    Object.assign(events, {
      onCandidate: () => undefined,
      onAnswer: (sdp: string, of: number) => onAnswer(withoutAddresses(sdp), of),
    });
  accept.call(this, withoutAddresses(offer), id);
};
Subscriber.prototype.addCandidate = function addRelay(candidate, mid) {
  const [, before, address, port, after] = /^(candidate:\S+ \d+ udp \d+) (\S+) (\d+) (.*)$/i.exec(candidate) ?? [];
  if (relayed || before === undefined || !address?.includes('.')) return;
  relayed = true;
  void relayTo({ address, port: Number(port) }).then((own) =>
    addCandidate.call(this, `${before} 127.0.0.1 ${own} ${after}`, mid),
  );
};
await import('../../server/src/recorder/main.ts');
