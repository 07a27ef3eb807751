import { expect, test } from 'vitest';
import { encoderOffer } from '../../../../../test/ingest/encoder-offer.ts';
import { realOffer } from '../../../../../test/ingest/real-offer.ts';
import { whipOffers } from '../../../../../test/ingest/whip-offers.ts';
import { WebRtcSender } from '../../../../rtmp/webrtc/webrtc-sender.ts';
import { candidatesMax, readFragment } from './fragment.ts';
import { readOffer } from './read-offer.ts';

const linesOf = (body: string, start: string): string[] =>
  readOffer(body)
    .sdp.split('\r\n')
    .filter((line) => line.startsWith(start));
const codecsOf = (body: string): string[] =>
  linesOf(body, 'a=rtpmap:').map((line) => line.split(' ')[1]!.split('/')[0]!);
const reasonOf = (body: string): string => {
  try {
    readOffer(body);
    return 'taken';
  } catch (error) {
    return (error as Error).message;
  }
};

test.each([
  ['OBS 30', whipOffers.obs, ['opus', 'H264'], { mid: '0', ufrag: 'nxcM', pwd: 'ezjAjgSSLLvbRhUA1zc6Se' }],
  ['ffmpeg 8', whipOffers.ffmpeg8, ['opus', 'H264'], { mid: '0', ufrag: '1a2b3c4d' }],
  ['an active ffmpeg', whipOffers.ffmpegActive, ['opus', 'H264', 'rtx'], { mid: '0', ufrag: '1a2b3c4d' }],
  ['GStreamer', whipOffers.gstreamer, ['H264', 'rtx', 'opus'], { mid: 'video0' }],
  ['a browser', whipOffers.chrome, ['opus', 'VP8', 'rtx', 'H264', 'rtx', 'AV1'], { mid: '0', ufrag: 'hew2' }],
])('the offer of %s is accepted, with the codecs that viewers can play', (_name, body, codecs, ice) => {
  expect(codecsOf(body)).toEqual(codecs);
  expect(readOffer(body).ice).toMatchObject(ice);
  expect(linesOf(body, 'a=sendonly')).toHaveLength(2);
  expect(linesOf(body, 'a=fingerprint:')).toHaveLength(2);
  expect(readOffer(readOffer(body).sdp).sdp, 'what is written is read as the same').toBe(readOffer(body).sdp);
});

test('an encoder’s description of audio and video reaches the engine unchanged', () => {
  expect(linesOf(whipOffers.obs, 'a=fmtp:')).toEqual([
    'a=fmtp:111 minptime=10;maxaveragebitrate=96000;stereo=1;sprop-stereo=1;useinbandfec=1',
    'a=fmtp:96 profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1',
  ]);
  expect(linesOf(whipOffers.gstreamer, 'a=rtcp-fb:')).toContain('a=rtcp-fb:96 nack pli');
  expect(linesOf(whipOffers.gstreamer, 'a=ssrc-group:')).toEqual(['a=ssrc-group:FID 2184411237 3011234567']);
  expect(linesOf(whipOffers.gstreamer, 'm=')).toEqual([
    'm=video 9 UDP/TLS/RTP/SAVPF 96 97',
    'm=audio 0 UDP/TLS/RTP/SAVPF 98',
  ]);
  expect(linesOf(whipOffers.ffmpeg8, 'a=setup:')).toEqual(['a=setup:passive', 'a=setup:passive']);
  expect(linesOf(whipOffers.obs, 'a=candidate:')).toEqual([
    'a=candidate:1 1 udp 2122317823 192.0.2.53 57249 typ host',
    'a=candidate:2 1 udp 2122317567 2001:db8::53 57249 typ host',
  ]);
});

test.each(['before', 'after'])('a fingerprint of a weak hash %s the strong one is left out', (place) => {
  const weak = `a=fingerprint:sha-1 ${Array(20).fill('AB').join(':')}\r\n`;
  const body = whipOffers.obs.replaceAll(/a=fingerprint:.*\r\n/g, (strong) =>
    place === 'before' ? weak + strong : strong + weak,
  );
  expect(readOffer(body)).toEqual(readOffer(whipOffers.obs));
});

test('lines of an offer that are not known never reach the engine', () => {
  const odd = [
    'a=x-vendor:something',
    'b=AS:2000',
    'k=clear:x',
    'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:x',
    'a=ptime:1',
  ];
  const body = whipOffers.obs
    .replace('s=-\r\n', 's=A name that nobody asked for\r\ni=more\r\nu=http://example.com\r\ne=a@example.com\r\n')
    .replaceAll('a=rtcp-mux\r\n', `a=rtcp-mux\r\n${odd.join('\r\n')}\r\n`)
    .replace('a=group:LS 0 1\r\n', 'a=ice-lite\r\na=identity:abc\r\n');
  expect(readOffer(body).sdp).toBe(readOffer(whipOffers.obs).sdp);
  const names = new Set([...readOffer(body).sdp.matchAll(/^(a=[\w-]+|[b-z])/gm)].map(([name]) => name));
  expect([...names].toSorted()).toEqual(
    ['a=candidate', 'a=fingerprint', 'a=fmtp', 'a=group', 'a=ice-pwd', 'a=ice-ufrag', 'a=mid', 'a=msid', 'a=rtcp-fb']
      .concat(['a=rtcp-mux', 'a=rtpmap', 'a=sendonly', 'a=setup', 'a=ssrc', 'c', 'm', 'o', 's', 't', 'v'])
      .toSorted(),
  );
});

test('sections stay in their order, as those of the answer will', () => {
  const body = whipOffers.chrome.replace('BUNDLE 0 1', 'BUNDLE 1 0');
  expect(linesOf(body, 'm=').map((line) => line.split(' ')[0])).toEqual(['m=audio', 'm=video']);
  expect(linesOf(body, 'a=group:')).toEqual(['a=group:BUNDLE 1 0']);
  expect(readOffer(body).ice.mid).toBe('1');
});

test('an offer to send and receive becomes one to send', () => {
  const body = whipOffers.obs.replaceAll('a=sendonly', 'a=sendrecv');
  expect(readOffer(body).sdp).toBe(readOffer(whipOffers.obs).sdp);
  expect(readOffer(whipOffers.obs.replaceAll('a=sendonly\r\n', '')).sdp).toBe(readOffer(whipOffers.obs).sdp);
});

test('layers of one picture are kept, and a sound or a picture alone is enough', () => {
  const layered = whipOffers.obs.replace(
    'a=rtpmap:96',
    'a=rid:hi send\r\na=rid:lo send max-width=640\r\na=simulcast:send hi;lo\r\na=rtpmap:96',
  );
  expect(linesOf(layered, 'a=rid:')).toEqual(['a=rid:hi send', 'a=rid:lo send']);
  expect(linesOf(layered, 'a=simulcast:')).toEqual(['a=simulcast:send hi;lo']);
  const [head, sound, picture] = whipOffers.obs.split(/(?=m=)/) as [string, string, string];
  expect(reasonOf(head.replace('BUNDLE 0 1', 'BUNDLE 0') + sound)).toBe('taken');
  expect(reasonOf(head.replace('a=group:BUNDLE 0 1\r\n', '') + picture)).toBe('taken');
});

const [head, sound, picture] = whipOffers.obs.split(/(?=m=)/) as [string, string, string];
test.each([
  ['nothing', '', 'it is not a session description'],
  ['no description', 'hello', 'it is not a session description'],
  ['a description of nothing', head, 'it is not a session description'],
  ['a line of 2,000 characters', `${whipOffers.obs}a=${'x'.repeat(2_000)}\r\n`, 'it is not a session description'],
  ['two pictures', head + sound + picture + picture.replace('mid:1', 'mid:2'), 'more than one picture'],
  ['one name for two sections', whipOffers.obs.replace('a=mid:1', 'a=mid:0'), 'the same name'],
  [
    'a data channel',
    `${whipOffers.obs}m=application 9 UDP/DTLS/SCTP webrtc-datachannel\r\na=mid:2\r\n`,
    'a data channel',
  ],
  ['a section of text', whipOffers.obs.replace('m=video', 'm=text'), 'something other than a picture and a sound'],
  ['a section without a name', whipOffers.obs.replace('a=mid:1\r\n', ''), 'its video section is incomplete'],
  ['a payload type of 300', whipOffers.obs.replace('SAVPF 96', 'SAVPF 300'), 'its video section is incomplete'],
  ['plain RTP', whipOffers.obs.replace('57249 UDP/TLS/RTP/SAVPF 96', '57249 RTP/AVP 96'), 'not sent by secure RTP'],
  ['a section that is off', whipOffers.obs.replace('m=video 57249', 'm=video 0'), 'is switched off'],
  ['ports of their own for reports', whipOffers.obs.replace('a=rtcp-mux\r\n', ''), '(rtcp-mux)'],
  ['two connections', whipOffers.obs.replace('BUNDLE 0 1', 'BUNDLE 0'), '(BUNDLE)'],
  ['no credentials', whipOffers.obs.replace(/a=ice-pwd.*\r\n/, ''), 'no ICE credentials'],
  [
    'credentials that are too short',
    whipOffers.obs.replace('ezjAjgSSLLvbRhUA1zc6Se', 'short'),
    'not a session description',
  ],
  ['a SHA-1 fingerprint', whipOffers.obs.replace('sha-256', 'sha-1'), 'SHA-256 or better'],
  ['half a fingerprint', whipOffers.obs.replace(':D2:1B', ''), 'SHA-256 or better'],
  ['a request to receive', whipOffers.obs.replaceAll('a=sendonly', 'a=recvonly'), 'it does not send its audio'],
  ['another sound', whipOffers.obs.replace('OPUS/48000/2', 'PCMU/8000'), 'its sound is not Opus'],
  ['another picture', whipOffers.obs.replace('H264/90000', 'MPV/90000'), 'its picture is not H.264'],
])('%s is refused with the reason', (_what, body, reason) => {
  expect(reasonOf(body)).toContain(reason);
  expect(reasonOf(body)).toMatch(/^We can’t use the encoder’s WebRTC offer: .+\.$/);
});

test('candidates that are not understood are discarded, and the others are limited', () => {
  const odd = [
    'a=candidate:9 1 UDP 2122317823 5f0a3c1e-2b7d-4a55-9a3e-0c1d2e3f4a5b.local 50000 typ host',
    'a=candidate:9 2 UDP 2122317822 192.0.2.53 50001 typ host',
    'a=candidate:9 1 QUIC 2122317822 192.0.2.53 50001 typ host',
    'a=candidate:9 1 UDP 2122317822 192.0.2.53 70000 typ host',
  ];
  const many = Array.from(
    { length: 60 },
    (_, n) => `a=candidate:${n + 10} 1 UDP 1000 192.0.2.54 ${n + 2_000} typ host`,
  );
  const body = whipOffers.obs.replace('a=end-of-candidates', [...odd, ...many].join('\r\n'));
  const written = linesOf(body, 'a=candidate:');
  expect(written).toHaveLength(candidatesMax);
  expect(written.filter((line) => line.startsWith('a=candidate:9 '))).toEqual([]);
});

test('the offers of our own listener and of the encoder in tests are accepted', async () => {
  expect(reasonOf(encoderOffer)).toBe('taken');
  const peer = new WebRtcSender();
  const own = await peer.offer();
  peer.close();
  expect([reasonOf(own), codecsOf(own)]).toEqual(['taken', ['H264', 'opus']]);
  expect(linesOf(own, 'a=candidate:').length).toBeGreaterThan(0);
  expect(linesOf(own, 'a=fmtp:').join()).toContain('stereo=1');
  expect(reasonOf(await realOffer())).toBe('taken');
});

test('late candidates are rebuilt from what was parsed', () => {
  const credentials = 'a=ice-ufrag:hew2\r\na=ice-pwd:YcHgAElU8hWz+LkfG6It5fP9';
  const found = 'a=candidate:1 1 udp 2113937151 192.0.2.9 60017 typ host generation 0 network-id 3 network-cost 10';
  const body = `${credentials}\r\na=x:y\r\nm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n${found}\r\na=candidate:2 1 udp 1 nowhere 1 typ host\r\na=end-of-candidates\r\n`;
  const fragment = readFragment(body);
  expect([fragment.ufrag, fragment.pwd]).toEqual(['hew2', 'YcHgAElU8hWz+LkfG6It5fP9']);
  expect(fragment.fragmentFor({ mid: '0' })?.split('\r\n')).toEqual([
    'm=audio 9 UDP/TLS/RTP/SAVPF 0',
    'a=mid:0',
    'a=ice-ufrag:hew2',
    'a=ice-pwd:YcHgAElU8hWz+LkfG6It5fP9',
    'a=candidate:1 1 udp 2113937151 192.0.2.9 60017 typ host',
    '',
  ]);
  expect(fragment.fragmentFor({ mid: '1' })).toBeUndefined();
  for (const bad of ['', 'hello', credentials, 'm=audio 9 UDP/TLS/RTP/SAVPF 111\r\na=mid:0\r\n'])
    expect(() => readFragment(bad)).toThrow('We can’t parse these ICE candidates');
});
