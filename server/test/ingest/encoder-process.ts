/**
 * An encoder that sends by WHIP, as OBS does: its own process, so that a test can kill it without a goodbye. Video and
 * audio, a tone on the left and silence on the right, come from ffmpeg as RTP. It reads `address key`, and answers one
 * line of JSON.
 */
import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import process from 'node:process';
import nodeDataChannel, { type Track } from 'node-datachannel';

const [, , address = '', key = '', headersJson = '{}'] = process.argv;
const say = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);

const connection = new nodeDataChannel.PeerConnection('encoder', { iceServers: [], disableAutoNegotiation: true });
const videoSsrc = 4242;
const audioSsrc = 4343;
const video = new nodeDataChannel.Video('0', 'SendOnly');
video.addH264Codec(96);
video.addSSRC(videoSsrc, 'encoder', 'feed', 'video');
const audio = new nodeDataChannel.Audio('1', 'SendOnly');
// What OBS 30 offers.
audio.addOpusCodec(111, 'minptime=10;useinbandfec=1;stereo=1;sprop-stereo=1');
audio.addSSRC(audioSsrc, 'encoder', 'feed', 'audio');
const tracks = { video: connection.addTrack(video), audio: connection.addTrack(audio) };

const gathered = new Promise<string>((resolve) => {
  connection.onGatheringStateChange((state) => {
    if (state === 'complete') resolve(connection.localDescription()!.sdp);
  });
});
connection.setLocalDescription('offer');
const offer = await gathered;
const response = await fetch(address, {
  method: 'POST',
  headers: { 'content-type': 'application/sdp', authorization: `Bearer ${key}`, ...JSON.parse(headersJson) },
  body: offer,
});
const body = await response.text();
const location = response.headers.get('location');
if (response.status !== 201) {
  say({ status: response.status, body });
  process.exit(0);
}
connection.onStateChange((state) => {
  if (state === 'connected') void send();
  say({ state });
});
connection.setRemoteDescription(body, 'answer');
say({ status: 201, location, etag: response.headers.get('etag') });

/** The RTP packets of one track, as ffmpeg makes them. */
async function receiving(track: Track): Promise<number> {
  const socket = createSocket('udp4');
  await new Promise<void>((done) => socket.bind(0, '127.0.0.1', done));
  socket.on('message', (packet) => {
    if (track.isOpen()) track.sendMessageBinary(packet);
  });
  return socket.address().port;
}

async function send(): Promise<void> {
  const ports = { video: await receiving(tracks.video), audio: await receiving(tracks.audio) };
  // RTCP goes to the discard port.
  const to = (port: number): string => `rtp://127.0.0.1:${port}?rtcpport=9&pkt_size=1200`;
  const words = `-hide_banner -loglevel error -re
    -f lavfi -i testsrc=size=320x180:rate=15 -f lavfi -i aevalsrc=0.5*sin(880*PI*t)|0:s=48000
    -map 0:v -c:v libx264 -profile:v baseline -preset ultrafast -tune zerolatency -pix_fmt yuv420p -g 15 -bf 0 -b:v 200k
    -payload_type 96 -ssrc ${videoSsrc} -f rtp ${to(ports.video)}
    -map 1:a -c:a libopus -b:a 32k -payload_type 111 -ssrc ${audioSsrc} -f rtp ${to(ports.audio)}`;
  const program = spawn('ffmpeg', words.split(/\s+/), { stdio: ['ignore', 'ignore', 'inherit'] });
  process.on('exit', () => program.kill('SIGKILL'));
}

process.stdin.on('end', () => process.exit(0)).resume();
