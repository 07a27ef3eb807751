/** A WHIP offer as OBS makes it, shortened. The stand-in engine takes it; nothing is ever sent. */
export const encoderOffer = [
  'v=0',
  'o=rtc 1 0 IN IP4 127.0.0.1',
  's=-',
  't=0 0',
  'a=group:BUNDLE 0 1',
  `a=fingerprint:sha-256 ${Array.from({ length: 32 }, (_, n) => (n + 16).toString(16)).join(':')}`,
  ...['audio 9 UDP/TLS/RTP/SAVPF 111', 'video 9 UDP/TLS/RTP/SAVPF 96'].flatMap((section, mid) => [
    `m=${section}`,
    'c=IN IP4 0.0.0.0',
    mid === 0 ? 'a=rtpmap:111 opus/48000/2' : 'a=rtpmap:96 H264/90000',
    `a=mid:${mid}`,
    'a=sendonly',
    'a=rtcp-mux',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:abcdefghijklmnopqrstuvwx',
    'a=setup:actpass',
  ]),
  '',
].join('\r\n');
